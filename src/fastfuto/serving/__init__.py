"""The page on the loopback address: what its requests are answered, and the server that takes them."""

from .answers import answer
from .server import serve

__all__ = ["answer", "serve"]
