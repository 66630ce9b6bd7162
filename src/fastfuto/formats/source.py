"""Futoshiki in the source's format: values and signs in turn, after the size."""

from __future__ import annotations

import re

from ..puzzles import Futoshiki
from .codec import Codec

__all__ = ["CODEC"]

_NUMBER = r"-?[0-9]{1,9}+(?![0-9])"
_SHAPE = re.compile(
    rf"{_NUMBER}(?:\s+{_NUMBER}){{0,2}}\s*(?:[|<>]|\Z)|{_NUMBER}(?:[^\S\n]+{_NUMBER})?[^\S\n]*\n", re.ASCII
)
"""Up to three numbers and a sign, or a line of at most two numbers."""

CODEC = Codec("source", Futoshiki, Futoshiki.parse, str, _SHAPE)
