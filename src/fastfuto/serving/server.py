"""A server of one page on the loopback address.

A browser stores data by address, so the page is served on the same port each time. Requests under the name of another
site (DNS rebinding) are refused by their Host header.
"""

from __future__ import annotations

import os
import socketserver
import threading
from collections.abc import Callable

from ..limits import Watch

LOOPBACK = "127.0.0.1"
PORT = 8642
"""The port that is tried first."""
MOST_BYTES = 1 << 14
"""Most bytes of a request. A browser sends less than one kB."""
LONGEST = 10.0
"""Most seconds that a connection may take as a whole."""
HEADERS = """\
Content-Type: text/html; charset=utf-8
Connection: close
Cache-Control: no-store
Cross-Origin-Resource-Policy: same-origin
Referrer-Policy: no-referrer
X-Content-Type-Options: nosniff
X-Frame-Options: DENY
"""


class Server(socketserver.ThreadingTCPServer):
    """A server for one page. Port 0 means any free port."""

    # Otherwise, two servers could have the same port on Windows.
    allow_reuse_address: bool = os.name == "posix"
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, page: str) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.page: bytes = page.encode()
        number = self.server_address[1]
        self.address: str = f"http://{LOOPBACK}:{number}/"
        self.hosts: set[bytes] = {f"{name}:{number}".encode() for name in (LOOPBACK, "localhost")}

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a closed connection, and a connection for which no thread can be started."""


class _Handler(socketserver.BaseRequestHandler):
    server: Server

    def handle(self) -> None:
        """Answer one request within the time of a connection."""
        watch, head = Watch(LONGEST), b""
        while b"\r\n\r\n" not in head and len(head) < MOST_BYTES and not watch.is_late:
            self.request.settimeout(watch.left)
            if not (more := self.request.recv(MOST_BYTES)):
                return
            head += more
        status, page = self._answer(head)
        lines = f"HTTP/1.1 {status}\n{HEADERS}Content-Length: {len(page)}\n\n".replace("\n", "\r\n")
        self.request.settimeout(watch.left)
        self.request.sendall(lines.encode() + page)

    def _answer(self, head: bytes) -> tuple[str, bytes]:
        request, *fields = head.partition(b"\r\n\r\n")[0].split(b"\r\n")
        hosts = [field[5:].strip() for field in fields if field[:5].lower() == b"host:"]
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            return "403 Forbidden", b"This address belongs to a page of this machine."
        if request.split(b" ")[0] != b"GET":
            return "405 Method Not Allowed", b"This page can only be fetched."
        if request.split(b" ")[1:2] != [b"/"]:
            return "404 Not Found", b"There is nothing here."
        return "200 OK", self.server.page


def serve(page: str, opened: Callable[[str], None]) -> None:
    """Serve a page until Ctrl-C.

    Parameters
    ----------
    page : str
    opened : callable
        A function that is called in a separate thread with the address of the page, once the page can be fetched.
    """
    try:
        server = Server(PORT, page)
    except OSError:
        server = Server(0, page)
    with server:
        # A browser in the terminal returns only when it is closed, and needs the server before that.
        threading.Thread(target=opened, args=(server.address,), daemon=True).start()
        server.serve_forever()
