"""A server for one page, on the loopback address.

Any program of this machine can ask for the page; what must not is a page of another site in the same browser. It cannot
read the token, as browsers keep it from reading answers of other origins, and a name of its own that it leads to the
loopback address (DNS rebinding) is refused by its Host.
"""

from __future__ import annotations

import hmac
import http.server
import json
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .answers import answer

LOOPBACK = "127.0.0.1"
PORT = 8642
"""The port that is tried first. What a browser keeps belongs to an address, and so it is found again the next time."""
MOST_BYTES = 1 << 18
"""Bytes of a request; one for a grid of 25 x 25 with everything in it has less than a quarter of them."""
MOST_CONNECTIONS = 32
"""Connections that are open at a time; others wait until one of them ends."""
MOST_WORKING = 4
"""Requests that are worked on at a time."""
WAITING = 20.0
"""Seconds for which a request waits until others are done."""
SILENCE = 10.0
"""Seconds after which a connection ends on which nothing comes."""
TOKEN = "X-Fastfuto-Token"
"""The header that has the token. No page of another site may send it without being allowed to."""
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer says: that it is for this page alone."""


class Server(http.server.ThreadingHTTPServer):
    """A server for one page and what it asks.

    Parameters
    ----------
    port : int
        0 takes a free one.
    token : str
        What the page sends along with everything that it asks.
    page : str
    """

    # On Windows two servers could have the same port otherwise.
    allow_reuse_address: bool = os.name == "posix"
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, token: str, page: str) -> None:
        self.token: bytes = token.encode()
        self.page: bytes = page.encode()
        self._connections = threading.Semaphore(MOST_CONNECTIONS)
        self._working = threading.Semaphore(MOST_WORKING)
        super().__init__((LOOPBACK, port), _Handler)
        self.hosts: set[str] = {f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost")}

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{LOOPBACK}:{self.server_port}/"

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Wait until a request may be worked on; False if others take too long."""
        is_mine = self._working.acquire(timeout=WAITING)
        try:
            yield is_mine
        finally:
            if is_mine:
                self._working.release()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection as soon as there are not too many."""
        # Ctrl-C is answered between the attempts.
        while not self._connections.acquire(timeout=0.1):
            pass
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection, and make room for another one."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that has gone away."""


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Server
    timeout = SILENCE

    def do_GET(self) -> None:
        """Give the page."""
        if not self._is_own():
            self._refuse(403, "This address belongs to a page of this machine.")
        elif self.path == "/":
            self._send(200, "text/html; charset=utf-8", self.server.page)
        else:
            self._refuse(404, "There is nothing here.")

    def do_POST(self) -> None:
        """Answer what the page asks."""
        if not self._is_own() or self.headers.get("Origin") != f"http://{self.headers['Host']}":
            self._refuse(403, "Only the page of this address is answered.")
        elif not hmac.compare_digest(self.headers.get(TOKEN, "").encode(), self.server.token):
            self._refuse(403, "The server was started anew: load the page again.")
        elif self.path != "/ask":
            self._refuse(404, "There is nothing here.")
        elif (size := self._size()) is None:
            self._refuse(413, f"A request has at most {MOST_BYTES} bytes.")
        else:
            self._answer(self.rfile.read(size))

    def _is_own(self) -> bool:
        return self.headers.get("Host") in self.server.hosts

    def _size(self) -> int | None:
        """Return the size of the request, None if it is too large or not told."""
        told = self.headers.get("Content-Length", "")
        is_right = told.isascii() and told.isdigit() and len(told) < 10 and int(told) <= MOST_BYTES
        return int(told) if is_right else None

    def _answer(self, body: bytes) -> None:
        try:
            request = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(400, "This is not JSON.")
            return
        with self.server.turn() as is_mine:
            if is_mine:
                self._send_json(200, answer(request))
            else:
                self._refuse(503, "There are too many requests at a time.")

    def _refuse(self, code: int, message: str) -> None:
        """Say why not; the rest of the request is not read."""
        self._send_json(code, {"error": message})

    def _send_json(self, code: int, fields: dict[str, Any]) -> None:
        self._send(code, "application/json", json.dumps(fields).encode())

    def _send(self, code: int, kind: str, body: bytes) -> None:
        self.send_response(code)
        headers = {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        """Return the name of the server, without versions."""
        return "fastfuto"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about requests."""


def serve(page: Callable[[str], str], opened: Callable[[str], None]) -> None:
    """Serve a page until Ctrl-C.

    Parameters
    ----------
    page : callable
        Returns the page for a token, which it sends along with what it asks.
    opened : callable
        Called with the address of the page when it can be asked for, in a thread of its own.
    """
    token = secrets.token_urlsafe(24)
    text = page(token)
    try:
        server = Server(PORT, token, text)
    except OSError:
        server = Server(0, token, text)
    with server:
        # A browser in the terminal returns only when it is left, and needs the server before.
        threading.Thread(target=opened, args=(server.address,), daemon=True).start()
        server.serve_forever()
