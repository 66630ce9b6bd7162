"""Pictures of puzzles, solutions and steps: SVG, pages and text; pages to play."""

from .drawing import MAX_SIZE, SUFFIXES, Drawing, draw
from .page import page
from .style import Style

__all__ = ["MAX_SIZE", "SUFFIXES", "Drawing", "Style", "draw", "page"]
