"""Adjacent puzzles in their own format."""

from __future__ import annotations

import re

from ..puzzles import Adjacent
from .codec import Codec

__all__ = ["CODEC"]

CODEC = Codec("adjacent", Adjacent, Adjacent.parse, str, re.compile(r"adjacent\b"))
