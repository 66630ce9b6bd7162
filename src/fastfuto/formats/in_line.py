"""A puzzle in one line that also has other text."""

from __future__ import annotations

import math

from ..puzzles.text import late_pattern

_ID = r"[0-9]{1,2}[a-z]{0,3}:(?=[^\s,]*,)[0-9a-zURDL,]{5,}+(?:(?<=,)|(?=\s|\Z|[\"'`)](?:[\s,;!.]|\Z)))"
_STRING = r"(?:[0-9.][_()]){1,8}[0-9.]_*+[\^v_][0-9.()^v_]*+"
_RUN = r"[0-9._*-]{16,1225}+"
_PUZZLE = late_pattern(
    rf"(?<![^\s\"'`(\[=:,;|&/#>])(?:({_ID})|({_STRING})|({_RUN}))(?!(?!:+\s*\Z)[^\s\"'`)\],;|&<])(?<!,,)"
)
"""A puzzle in a line."""
_LONGEST = 4096
"""Most characters of a line that is searched."""
_TAG = late_pattern(r"</?\w+>")
ON_CELLS = late_pattern(
    r"\b[A-Z][1-9]\b.*\b[A-Z][1-9]\b|\b[a-i][1-9]\b.*\b[a-i][1-9]\b"
    r"|\b[A-Ia-i][1-9]\s*(?:=|:|is\b|ist\b)\s*[0-9]|(?i:\br[0-9]{1,2}c[0-9])"
    r"|(?i:\b(?:rows?|columns?|cells?|zeilen?|spalten?|felde?r?) [0-9])"
)
"""Names of two cells, a value of a cell, or the number of a row: a line with them may be a rule in words."""
_NO_TEXT = late_pattern(r"(?=[._*-]*[0-9])[0-9._*-]{10}|[<>^]|[\[\]{}()]{3}")
"""Parts of a damaged puzzle, which no text around a puzzle has."""


def span_in_line(line: str) -> tuple[int, int] | None:
    """Return the place of the only puzzle in a line that has other text, or None.

    The solution of the puzzle may also be in the line.
    """
    if len(line) > _LONGEST:
        return None
    found = [match for match in _PUZZLE.finditer(line) if not match[3] or _is_run(match[3])]
    if not found or len(found) > 2:
        return None
    first, rest = found[0], line
    for match in reversed(found):
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    rest = _TAG.sub(" tag ", rest)
    if _NO_TEXT.search(rest) or ON_CELLS.search(rest) or not (rest.strip() or len(found) == 2):
        return None
    if len(found) == 2 and not _is_solution(first[0], found[1][0]):
        return None
    return first.span()


def _is_run(run: str) -> bool:
    """Return whether characters are the cells of a Sudoku."""
    n = math.isqrt(len(run))
    return n * n == len(run) and any(c.isdigit() for c in run)


def _is_solution(puzzle: str, solution: str) -> bool:
    """Return whether a run of digits is a filled grid that agrees with the digits of another run."""
    return len(puzzle) == len(solution) and all(
        "1" <= s <= "9" and (p in (s, "0") or not p.isdigit()) for p, s in zip(puzzle, solution, strict=True)
    )
