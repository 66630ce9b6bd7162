"""Reading and writing puzzles: the text formats, telling which one a text is in, and files."""

from .codec import MAX_TEXT, Codec
from .codecs import CODECS, NAMES
from .detection import detect, recognise
from .files import decode, dump, load, read
from .texts import format_puzzle, parse

__all__ = [
    "CODECS",
    "MAX_TEXT",
    "NAMES",
    "Codec",
    "decode",
    "detect",
    "dump",
    "format_puzzle",
    "load",
    "parse",
    "read",
    "recognise",
]
