"""Permutations: a header, then a line for each rule."""

from __future__ import annotations

import re

from ..puzzles import Permutations
from .codec import Codec

__all__ = ["CODEC"]

_SHAPE = re.compile(r"permutations\b")

CODEC = Codec("permutations", Permutations, Permutations.parse, str, _SHAPE)
