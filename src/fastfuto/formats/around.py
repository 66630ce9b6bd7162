"""Removal of text that people write beside a puzzle: in its line, before its rows, and at both ends of its lines."""

from __future__ import annotations

import re

from .in_line import span_in_line
from .sheets import Line, is_count, lines_of
from .unwrapping import Unwrapped

_LABEL = re.compile(
    r"\s*(?:(?:row|line|r|zeile|fila|ligne)\s*)?([0-9]{1,2}|[A-Za-z])(?:[:.)]|\s*\||(?=\s)|\Z)\s?",
    re.IGNORECASE,
)


def in_line(inside: Unwrapped) -> Unwrapped | None:
    """Return the puzzle in the only line of a text, without the other text in the line."""
    lines = [line for line in lines_of(inside) if line.text.strip()]
    if len(lines) != 1 or (span := span_in_line(lines[0].text)) is None:
        return None
    start, end = (lines[0].at + at for at in span)
    return inside.part(start, end)


def without_size(inside: Unwrapped) -> Unwrapped | None:
    """Return a grid without a first line that states the number of the other lines."""
    lines = lines_of(inside)
    if len(lines) > 3 and lines[0].text.strip() == str(len(lines) - 1):
        return _cut(inside, lines[1:], [0] * len(lines))
    return None


def without_bars(inside: Unwrapped) -> Unwrapped | None:
    """Return lines with the bars at both ends removed."""
    lines = [line for line in lines_of(inside) if line.text.strip()]
    ends = [line.text.strip() for line in lines]
    if len(lines) < 3 or not all(len(end) > 1 and end[0] == end[-1] == "|" for end in ends):
        return None
    has_blanks = all(end[1] == end[-2] == " " for end in ends)
    starts = [line.text.index("|") + 1 + has_blanks for line in lines]
    ends_at = [line.text.rindex("|") - has_blanks for line in lines]
    return _cut(inside, lines, starts, ends_at)


def without_labels(inside: Unwrapped) -> Unwrapped | None:
    """Return rows without their numbers or letters, and without the numbers or letters of the columns."""
    lines = lines_of(inside)
    labels = [_LABEL.match(line.text) for line in lines]
    for head in (0, 1):
        body = zip(lines[head:], labels[head:], strict=True)
        labelled = [label for _, label in body if label]
        width = max((label.end() for label in labelled), default=0)
        bare = [line.text for line, label in zip(lines[head:], labels[head:], strict=True) if not label]
        # A bar in a line between two rows must be below the bar behind a label.
        bars = {k for label in labelled for k, c in enumerate(label[0], label.start()) if c == "|"}
        if (
            len(labelled) < 2
            or not is_count([label[1] for label in labelled])
            or any(
                c != " " and (c, k in bars) != ("|", True)
                for text in bare
                for k, c in enumerate(text[:width])
            )
            or (head and not _is_head(lines[0].text, len(labelled)))
        ):
            continue
        starts = [
            label.end() if label and line.text[label.end() : width].strip() else width
            for line, label in zip(lines[head:], labels[head:], strict=True)
        ]
        return _cut(inside, lines[head:], starts)
    return None


def _is_head(line: str, n: int) -> bool:
    """Return whether a line has the numbers or letters of n columns."""
    words = re.findall(r"\w+", line)
    return len(words) == n and is_count(words) and not re.search("[<>^]", line)


def _cut(inside: Unwrapped, lines: list[Line], starts: list[int], ends: list[int] | None = None) -> Unwrapped:
    """Return parts of lines."""
    pieces, places = list[str](), list[int]()
    for k, line in enumerate(lines):
        end = len(line.text) if ends is None else ends[k]
        start = min(starts[k], end)
        pieces.append(inside.text[line.at + start : line.at + end])
        places += inside.places[line.at + start : line.at + end]
        places.append(inside.places[line.at + len(line.text)])
    return Unwrapped("\n".join(pieces) + "\n", [*places, inside.places[-1]], inside.title, True)
