"""Loud: English in capital letters."""

import re

from . import en
from .phrase import Phrase

NAME = "Loud"


def _loud(entry):
    if isinstance(entry, str):
        return re.sub(r"(\{[^{}]*\})|[^{}]+", lambda found: found[1] or found[0].upper(), entry)
    if isinstance(entry, dict):
        return {key: _loud(each) for key, each in entry.items()}
    if isinstance(entry, tuple):
        return tuple(map(_loud, entry))
    return Phrase(
        *_loud(entry.premise),
        joint=_loud(entry.joint),
        conclusion=_loud(entry.conclusion),
        where=_loud(entry.where),
    )


for _table in (
    "PHRASES",
    "BELOW",
    "WORDS",
    "TIES",
    "NUMBERS",
    "JOINTS",
    "LINES",
    "TECHNIQUES",
    "ENDINGS",
    "VERDICTS",
    "VIOLATIONS",
    "GRADES",
    "FAMILIES",
    "VARIANTS",
    "LEVELS",
    "BOOKLET",
    "RULES",
):
    globals()[_table] = _loud(getattr(en, _table))
GRAMMAR = ()
