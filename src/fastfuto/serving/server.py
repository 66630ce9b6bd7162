"""A server that hands out one page on the loopback address.

What a browser keeps belongs to an address, so the page is served on the same port each time. A name of another site
that leads to the loopback address (DNS rebinding) is refused by its Host.
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
"""Bytes of a request; a browser sends less than one kB."""
LONGEST = 10.0
"""Seconds that a connection may take as a whole."""
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
    """A server for one page; port 0 takes a free one."""

    # On Windows two servers could have the same port otherwise.
    allow_reuse_address: bool = os.name == "posix"
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, page: str) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.page: bytes = page.encode()
        number = self.server_address[1]
        self.address = f"http://{LOOPBACK}:{number}/"
        self.hosts: set[bytes] = {f"{name}:{number}".encode() for name in (LOOPBACK, "localhost")}

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that has gone away, and a connection for which there is no thread."""


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
        Called with the address of the page when it can be fetched, in a thread of its own.
    """
    try:
        server = Server(PORT, page)
    except OSError:
        server = Server(0, page)
    with server:
        # A browser in the terminal returns only when it is left, and needs the server before.
        threading.Thread(target=opened, args=(server.address,), daemon=True).start()
        server.serve_forever()
