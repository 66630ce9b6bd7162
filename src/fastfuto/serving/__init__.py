"""The server of a page on the loopback address."""

from .server import serve

__all__ = ["serve"]
