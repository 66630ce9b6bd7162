"""Pictures of puzzles, solutions and steps, pages to play and booklets to print."""

from .booklet import BOOK_SUFFIXES, booklet
from .drawing import MAX_SIZE, SUFFIXES, Drawing, draw
from .page import page
from .pages import steps_page
from .style import Style

__all__ = [
    "BOOK_SUFFIXES",
    "MAX_SIZE",
    "SUFFIXES",
    "Drawing",
    "Style",
    "booklet",
    "draw",
    "page",
    "steps_page",
]
