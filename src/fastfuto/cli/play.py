"""``fastfuto play``: a page on which puzzles can be played."""

from __future__ import annotations

import argparse
import http.server
import os
import threading
import webbrowser

from ..drawing.page import page_text
from ..errors import LimitReached
from ..formats import replacing
from .files import answer_files, collect, name_input, refuses_output
from .generate import add_recipe, command_of, generated, is_recipe, settle_seed
from .options import add_files
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, complain, say_aside

__all__ = ["add"]

PORT = 8642
"""The port that is tried first. What a browser keeps belongs to an address, and so it is found again the next time."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, collect, add_output=_add_output)
    parser.add_argument("--title", metavar="TEXT", help="heading of the page (default: Puzzles)")
    add_recipe(parser)
    parser.set_defaults(quiet=True, run=_run, n=None, k=None)


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = (
        "write the page to this file, which needs neither a network nor a server; without it the page is served on the "
        "loopback address and the browser is opened, until Ctrl-C"
    )
    parser.add_argument("-o", "--output", metavar="PAGE", help=help)


def _run(args: argparse.Namespace) -> int:
    """Read or make all puzzles, and then the page of them."""
    path, args.puzzles = args.output, []
    is_new = is_recipe(args)
    if path is not None:
        if not is_new:
            name_input(args)
        if refuses_output(args, (".html", ".htm"), "pages are in files whose names end with .html"):
            return BAD_INPUT
        args.output = None
    code = ANSWERED if is_new else answer_files(args)
    if code and not args.puzzles:
        return code
    try:
        if is_new:
            settle_seed(args)
            args.puzzles = list(generated(args))
        text = page_text(args.puzzles, title=args.title, timeout=args.timeout)
    except LimitReached as error:
        complain(None, error)
        return LIMIT_REACHED
    except ValueError as error:
        complain(None, error)
        return BAD_INPUT
    if path is None:
        _serve(text.encode())
    else:
        if is_new:
            text += f"<!-- {command_of(args)} -->\n"
        with replacing(path) as file:
            file.write(text.encode())
    return code


def _serve(page: bytes) -> None:
    """Serve a page on the loopback address and open it in the browser, until Ctrl-C."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_page = self.path == "/"
            self.send_response(200 if is_page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page) if is_page else 0))
            self.end_headers()
            if is_page:
                self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing about requests."""

    class Server(http.server.ThreadingHTTPServer):
        # On Windows two servers could have the same port otherwise.
        allow_reuse_address = os.name == "posix"

    try:
        server = Server(("127.0.0.1", PORT), Handler)
    except OSError:
        server = Server(("127.0.0.1", 0), Handler)
    with server:
        address = f"http://127.0.0.1:{server.server_port}/"
        say_aside(f"the page is at {address} until Ctrl-C")
        # A browser in the terminal returns only when it is left, and needs the server before.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server.serve_forever()
