"""Reading and writing puzzles: text formats, their detection, and files."""

from .chunks import Chunk, chunks_of, load_many, read_chunks
from .codec import MAX_TEXT, Codec
from .codecs import CODECS, NAMES, codec_of
from .columns import container_of, need_pyarrow
from .detection import detect, recognise, recognise_any
from .dimacs import parse_solution
from .files import decode, dump, load
from .json import json_schema
from .lines import read_lines
from .many import Found, Puzzles, find_in, find_many, parse_many
from .replacement import check_writable, is_stream, replacing
from .texts import format_puzzle, parse

__all__ = [
    "CODECS",
    "MAX_TEXT",
    "NAMES",
    "Chunk",
    "Codec",
    "Found",
    "Puzzles",
    "check_writable",
    "chunks_of",
    "codec_of",
    "container_of",
    "decode",
    "detect",
    "dump",
    "find_in",
    "find_many",
    "format_puzzle",
    "is_stream",
    "json_schema",
    "load",
    "load_many",
    "need_pyarrow",
    "parse",
    "parse_many",
    "parse_solution",
    "read_chunks",
    "read_lines",
    "recognise",
    "recognise_any",
    "replacing",
]
