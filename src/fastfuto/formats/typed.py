"""Grids typed by hand: any character for blank cells, any brackets and frames; lines without signs may be missing.

This slow format is tried when all other formats fail. The characters of a line determine its kind, and a sign between
two rows belongs to the cell above or below it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import pairwise

from ..errors import ParseError
from ..puzzles import Futoshiki, Inequality
from ..puzzles.futoshiki import relation
from ..puzzles.text import Scanner, clean, parse_error
from .codec import Both, check_held
from .futoshikis import signs_of
from .typed_lines import (
    BLANK,
    LARGEST,
    NUMBER,
    CellText,
    Line,
    Row,
    columns_in_order,
    dashed_row,
    framed_row,
    start_of,
    table_row,
    typed_row,
)
from .unwrapping import LONGEST, Unwrapped, original, unwrap

NAME = "typed"
SMALLEST = 2
WIDEST = 1000
"""Most characters of a line."""
TIGHT = 3
"""Most characters between two values, unless a written blank cell shows that spaces are not blank cells."""
EMPTY = "a cell with nothing in it"
"""Name of an empty cell of a frame in messages."""
VIEWS = ((8, 1), (8, 2), (4, 1))
"""Possible numbers of columns between tab stops, and of a full-width character, in the author's view of a text."""
PITCHES = range(3, 9)
"""Possible distances of values in columns if blank cells are spaces."""

_SIZE = re.compile(r"\s*([0-9]{1,3})(?:\s*[x×]?\s*\1)?\s*(?:\n|\Z)")
"""A line with the number of rows, once or twice."""
_IS_GRID = re.compile(r"(?!\s*\[\[)(?:[\s0-9<>^v|+=\[\]()-]|" + BLANK + r")+")
_MARK = re.compile(r"\[[^\[\],]{0,5}\]|\+[-=+^v]{2}|^[^\S\n]*+\|[^\n]*\|[^\S\n]*$", re.MULTILINE)
"""Features of no other Futoshiki format: a cell in brackets, a frame, or bars on both sides."""


def is_typed(inside: Unwrapped) -> bool:
    """Return whether a text is meant as a grid in this format, so that the error of this format is reported."""
    has_marks = inside.is_changed or _MARK.search(inside.text) is not None
    return has_marks and _IS_GRID.fullmatch(inside.text) is not None


def _parse(text: str) -> Futoshiki:
    text = clean(text)
    if len(text) > LONGEST:
        raise parse_error(text, LONGEST, f"a grid that is typed takes at most {LONGEST} characters")
    inside = unwrap(text)
    views = {(view := _laid_out(inside, text, tab, wide)).text: view for tab, wide in VIEWS}
    found: list[Futoshiki] = []
    refusals: list[ParseError] = []
    for view in views.values():
        try:
            found.append(_read(Scanner(view.text)))
        except ParseError as error:
            refusals.append(original(error, view, text))
    if not found:
        raise refusals[0]
    # The width of tabs is unknown, so signs must be below the same cells with every width. Full-width characters may
    # count as one or two columns, whichever fits.
    if found.count(found[0]) < len(found) or (refusals and "\t" in inside.text):
        why = "the columns of the signs depend on the width of tabs or full-width characters: write spaces"
        raise parse_error(text, len(text) - len(text.lstrip()), why)
    return found[0]


def _laid_out(inside: Unwrapped, text: str, tab: int, wide: int) -> Unwrapped:
    """Return a text with each character in its visible column, filled up with spaces."""
    if inside.text.isascii() and text.isascii() and "\t" not in inside.text:
        return inside
    pieces, places, column = list[str](), list[int](), 0
    for character, place in zip(inside.text, inside.places, strict=False):
        width = 1
        if character == "\t":
            character, width = " ", tab - column % tab
        elif unicodedata.east_asian_width(text[place]) in "WF":
            width = wide
        pieces.append(character.ljust(width))
        places += [place] * width
        column = 0 if character == "\n" else column + width
    return inside._replace(text="".join(pieces), places=[*places, inside.places[-1]])


def _read(scan: Scanner) -> Futoshiki:
    """Return the only possible puzzle of the text."""
    lines, at = list[Line](), 0
    for number, line in enumerate(scan.signs.split("\n")):
        if len(line) > WIDEST:
            raise scan.error(
                f"the line is too long: expected at most {WIDEST} characters, found {len(line)}", at
            )
        lines.append(Line(line, at, number))
        at += len(line) + 1
    found: list[Futoshiki] = []
    refusal: ParseError | None = None
    for reading in _readings(scan, lines):
        try:
            puzzle = reading()
        except ParseError as error:
            refusal = refusal or error
            continue
        if puzzle is not None and puzzle not in found:
            found.append(puzzle)
    size = _SIZE.match(scan.signs)
    if found and size and int(size[1]) != found[0].n:
        raise scan.error(
            f"the first line announces {size[1]} rows, but the grid has {found[0].n}", size.start(1)
        )
    if len(found) > 1:
        scan.found()
        raise scan.error(
            "the text is ambiguous: write '.' in blank cells, and '|' between cells without a sign"
        )
    if found:
        return found[0]
    scan.found()
    raise refusal or scan.error("this is not a grid")


def _readings(scan: Scanner, lines: list[Line]) -> Iterator[Callable[[], Futoshiki | None]]:
    """Yield the possible readings of the lines."""
    filled = [line for line in lines if line.text.strip()]
    if _SIZE.fullmatch(filled[0].text):
        lines = filled = filled[1:]
    rows = [line for line in filled if not (line.is_under or line.is_rule)]
    unruled = [k for k, line in enumerate(filled) if not line.is_rule]
    if rows and all(line.is_framed for line in rows):
        for read_row in (framed_row, table_row):
            yield partial(_assembled, scan, filled, unruled, read_row)
            if any(filled[k].is_bars for k in unruled[1::2]):  # Lines between rows may have only bars.
                yield partial(_assembled, scan, filled, unruled[::2], read_row)
        return
    if any("-" in line.text for line in filled):
        yield partial(_assembled, scan, filled, unruled, typed_row)
        yield partial(_assembled, scan, filled, unruled, dashed_row)
        yield partial(_assembled, scan, filled, range(len(filled)), dashed_row)
    else:
        yield partial(_assembled, scan, filled, range(len(filled)), typed_row)
    for pitch in PITCHES:
        yield partial(_spaced, lines, pitch)


def _assembled(
    scan: Scanner,
    lines: list[Line],
    row_numbers: Container[int],
    read_row: Callable[[Scanner, Line], Row],
) -> Futoshiki:
    """Return the puzzle of lines that are rows, have signs, or are empty."""
    rows: list[Row] = []
    under: dict[int, Line] = {}
    rules: list[tuple[int, Line]] = []
    for k, line in enumerate(lines):
        if line.is_under:
            if not rows:
                raise scan.error("there are signs above the first row", start_of(line))
            if len(rows) in under:
                raise scan.error(f"there is a second line of signs below row {len(rows)}", start_of(line))
            under[len(rows)] = line
        elif k in row_numbers:
            if len(rows) == LARGEST:
                raise scan.error(f"expected a grid of at most {LARGEST} rows, found more", start_of(line))
            rows.append(read_row(scan, line))
        elif line.is_rule:
            rules.append((len(rows), line))
        elif not line.is_bars:
            raise scan.error("expected a line of signs between two rows", start_of(line))
    n = len(rows)
    _check(scan, rows)
    if n in under:
        raise scan.error("there are signs below the last row", start_of(under[n]))
    _check_gaps(scan, rows, under)
    _check_fillers(scan, rows)
    _check_fillers_under(scan, rows, under.items())
    for r, line in rules:
        if not line.is_framed:
            _check_fillers_under(scan, rows, [(r, line)])
        elif not all(map(str.strip, line.text.strip()[1:-1].split("|"))):
            raise scan.error(
                "a field between two bars of this line is blank: is a sign misspelt?", start_of(line)
            )
    inequalities = [
        relation(sign, (r, c)) for r, row in enumerate(rows) for c, sign in enumerate(row.signs) if sign
    ]
    for r, line in under.items():
        inequalities += _signs_under(scan, line, r, rows[r - 1], rows[r])
    return Futoshiki([[cell.value for cell in row.cells] for row in rows], inequalities)


def _check(scan: Scanner, rows: list[Row]) -> None:
    """Check that each row has as many cells as there are rows, and that the values are in range."""
    n = len(rows)
    if n < SMALLEST:
        raise scan.error(
            f"expected a grid of at least {SMALLEST} rows, found {n}", rows[0].line.at if rows else 0
        )
    for r, row in enumerate(rows):
        if len(row.cells) != n:
            raise scan.error(
                f"row {r + 1} has {len(row.cells)} cells, but a grid of {n} rows needs {n}",
                start_of(row.line),
            )
        for cell in row.cells:
            if cell.value > n:
                raise scan.error(
                    f"expected a value of at most {n}, the number of rows, found {cell.value}", cell.start
                )
    _check_zeros(scan, [cell for row in rows for cell in row.cells], n)
    blanks = dict[str, CellText]()
    for cell in (cell for row in rows for cell in row.cells if not cell.value):
        blanks.setdefault(scan.text[cell.start : cell.end].strip("[]() \t") or EMPTY, cell)
    if len(blanks) > 1:
        (one, _), (other, cell) = list(blanks.items())[:2]
        named = [kind if kind == EMPTY else repr(kind) for kind in (one, other)]
        raise scan.error(
            f"expected {named[0]} for a blank cell, as used before, found {named[1]}", cell.start
        )
    if all(scan.signs[cell.start : cell.end].isdigit() for row in rows for cell in row.cells) and not any(
        cell.value == 0 for row in rows for cell in row.cells
    ):
        for one_cell, other_cell in (pair for row in rows for pair in pairwise(row.cells)):
            if other_cell.start - one_cell.end > TIGHT:
                why = "there may be blank cells in front of this value: write '.' in them"
                raise scan.error(why, other_cell.start)


def _check_zeros(scan: Scanner, cells: list[CellText], n: int) -> None:
    """Check that values begin with a zero only if all have the same length; otherwise, the zero may be a blank cell."""
    found = (NUMBER.search(scan.signs, cell.start, cell.end) for cell in cells)
    numbers = [match for match in found if match]
    lengths = {len(match[0]) for match in numbers}
    for match in numbers:
        length = len(match[0])
        if match[0][0] == "0" and length > 1 and (len(lengths) > 1 or length > len(str(n))):
            raise scan.error(f"{match[0]} begins with a zero: is a sign or a blank missing?", match.start())


def _check_gaps(scan: Scanner, rows: list[Row], under: dict[int, Line]) -> None:
    """Check that lines without signs between rows are either all present or all omitted."""
    bare = [r for r in range(1, len(rows)) if r not in under]
    missing = [r for r in bare if rows[r].line.number - rows[r - 1].line.number == 1]
    has_fillers = any(set(line.text) - set("^v| \t") for line in under.values())
    if missing and (has_fillers or len(missing) < len(bare)):
        why = "although other rows have a line without signs between them"
        if has_fillers:
            why = "although signs have fillers beside them"
        message = f"there is no line between rows {missing[0]} and {missing[0] + 1}, {why}: is one missing?"
        raise scan.error(message, start_of(rows[missing[0]].line))


def _check_fillers(scan: Scanner, rows: list[Row]) -> None:
    """Check that all rows have the same bars or dashes, or no characters, in places without a sign."""
    for c in range(len(rows[0].fillers)):
        kinds = [(row, row.fillers[c]) for row in rows if not (0 < c < len(rows) and row.signs[c - 1])]
        for row, kind in kinds:
            if kind != kinds[0][1]:
                at = row.cells[c].start if c < len(rows) else row.cells[-1].end
                here, above = (repr(each) if each else "nothing" for each in (kind, kinds[0][1]))
                why = f"a missing sign is {here} before this place, but {above} in other rows: is a sign misspelt?"
                raise scan.error(why, at)


def _check_fillers_under(scan: Scanner, rows: list[Row], lines: Iterable[tuple[int, Line]]) -> None:
    """Check that lines between two rows have the same characters in all columns without a sign."""
    width = {cell.end - cell.start for row in rows for cell in row.cells}
    usual: set[str] | None = None
    for r, line in lines:
        row = rows[max(r - 1, 0)]
        ordered = columns_in_order(line, len(rows))
        for c, cell in enumerate(row.cells):
            start, end = cell.start - row.line.at, cell.end - row.line.at
            if ordered:
                start = next(at for at, column in ordered.items() if column == c)
                end = start + 1
            here = set(line.text[start:end].ljust(end - start))
            if here & {"^", "v"}:
                continue
            if len(width) > 1:
                here -= {" "}
            usual = here if usual is None else usual
            if here != usual or (line.is_rule and not here - {" "}):
                shown = " and ".join(map(repr, sorted(here))) or "nothing"
                why = f"a missing sign is {shown} in column {c + 1}, unlike in other columns: is a sign misspelt?"
                raise scan.error(why, min(line.at + start, line.at + len(line.text)))


def _signs_under(scan: Scanner, line: Line, r: int, above: Row, below: Row) -> Iterator[Inequality]:
    """Yield the inequalities of a line of signs between row `r`, counted from 1, and the next row."""
    ordered = columns_in_order(line, len(above.cells))
    is_word = bool(ordered) and max(ordered) - min(ordered) < len(above.cells)
    taken = set[int]()
    for j, sign in enumerate(line.text):
        if sign not in "^v":
            if sign not in "|+-= \t" and j not in ordered:
                shown = scan.text[line.at + j]
                raise scan.error(f"{shown!r} is not allowed in a line of signs between two rows", line.at + j)
            continue
        columns = {
            c
            for row in (above, below)
            for c, cell in enumerate(row.cells)
            if cell.start <= row.line.at + j < cell.end
        }
        if j in ordered:  # In a word of signs and fillers, each character has its own column.
            columns = {ordered[j]} if is_word else columns | {ordered[j]}
        if not columns:
            why = f"{sign!r} is not under a cell of row {r}, and not over one of row {r + 1}; is the line shifted?"
            raise scan.error(why, line.at + j)
        if len(columns) > 1:
            named = " or ".join(str(c + 1) for c in sorted(columns))
            raise scan.error(f"{sign!r} may belong to column {named}; is the line shifted?", line.at + j)
        if taken & columns:
            raise scan.error("there are two signs below one cell", line.at + j)
        taken |= columns
        yield relation(sign, (r - 1, min(columns)))


def _spaced(lines: list[Line], pitch: int) -> Futoshiki | None:
    """Return the puzzle of lines with spaces as blank cells and values `pitch` columns apart, or None."""
    count = max((k for k, line in enumerate(lines, 1) if line.text.strip()), default=0)
    n = (count + 1) // 2
    if count % 2 == 0 or not SMALLEST <= n <= 9 or not lines[0].text.strip():
        return None
    clues = [[0] * n for _ in range(n)]
    signs: dict[tuple[int, int, bool], Inequality] = {}
    last = 0
    for k, line in enumerate(lines[:count]):
        for j, character in enumerate(line.text):
            r, c, is_cell = k // 2, j // pitch, j % pitch == 0
            if character == " ":
                continue
            last = max(last, c if is_cell else c + 1)
            if (
                last >= n
                or (k, c, is_cell) in signs
                or not (
                    (character in "0123456789" and is_cell and k % 2 == 0)
                    or (character in "<>" and not is_cell and k % 2 == 0)
                    or (character in "^v" and is_cell and k % 2 == 1)
                )
            ):
                return None
            if is_cell and k % 2 == 0:
                clues[r][c] = int(character)
            else:
                signs[k, c, is_cell] = relation(character, (r, c))
    return Futoshiki(clues, signs.values()) if last == n - 1 else None


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, SMALLEST, LARGEST, puzzle.n)
    width = len(str(puzzle.clues.max()))
    beside, under = signs_of(puzzle, " ")
    lines = []
    for r, row in enumerate(puzzle.clues.tolist()):
        cells = (f"[{clue or '':>{width}}]" for clue in row)
        lines.append("".join(map("".join, zip(cells, [*beside[r], ""], strict=True))))
        if r < puzzle.n - 1 and set(under[r]) != {" "}:
            lines.append("".join(f" {sign:>{width}}  " for sign in under[r]).rstrip())
    return "\n".join(lines) + "\n"


BOTH = Both(_parse, _format, lambda puzzle: bool(puzzle.inequalities))
