"""Futoshiki in the source's format: values and signs in turn, after the size."""

from __future__ import annotations

import re

from ..puzzles import Futoshiki
from .codec import Codec

__all__ = ["CODEC"]

_SHAPE = re.compile(r"\s*(-?[0-9]+(\s+-?[0-9]+)?\s*)?$|.*\|", re.MULTILINE)

CODEC = Codec("source", Futoshiki, Futoshiki.parse, str, _SHAPE)
