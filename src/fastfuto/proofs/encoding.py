"""The contents of certificates: the puzzle as pseudo-Boolean constraints, and the claim. This file needs Python 3.11.

The checker `check.py` and the writers of proofs take their formulas from this file, which is the only encoder.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

PUZZLE, RECORD = "puzzle.json", "certificate.json"
UNSOLVABLE, ONE_SOLUTION, SOME_SOLUTION = "no solution", "only this solution", "a solution"
MAX_VALUES, MAX_SUDOKU, MAX_CELLS = 255, 64, 1 << 24
MAX_TEXT, MAX_PUZZLE = 1 << 26, 1 << 24
"""Most bytes of a record (or of a line with a puzzle and a proof), and of a puzzle file."""
MAX_NUMBER = 2**31 - 1
MOST_GIVEN = 64
"""Most cells of a piece."""

Clause: TypeAlias = Sequence[int]
Pairs: TypeAlias = Sequence[frozenset[int]]
"""For each value of a cell, starting at 1, the values that another cell may have with it."""
Given: TypeAlias = Sequence[tuple[int, int]]
"""The cells and values that a piece of a certificate adds to the puzzle."""


class Unreadable(ValueError):
    """A file is malformed; `line` is the number of the line in the proof or in the file of certificates."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Row(NamedTuple):
    """A line of the formula: coefficients and literals, ``>=`` or ``=``, and a number; `key` identifies the rule."""

    key: tuple[Any, ...]
    terms: Sequence[tuple[int, int]]
    relation: str
    number: int


# Puzzles -----------------------------------------------------------------------------------------------


class Statement(NamedTuple):
    """A puzzle as cells with domains, units, inequalities, relations and sums.

    Variable ``cell * n_values + value`` is true if the cell, counted from 0, takes the value. The variable's name
    consists of the name of the cell, ``v`` and the value. A solution is a list of values or a grid. In a grid, `layout`
    marks the places in each row that are cells; all other places contain `hole`.
    """

    n_values: int
    domains: list[list[int]]
    units: list[Sequence[int]]
    inequalities: list[tuple[int, int]]
    relations: Sequence[tuple[int, int, Pairs]]
    sums: list[tuple[Sequence[int], int]]
    names: Sequence[str]
    layout: Sequence[Sequence[bool]] = ()
    hole: int | None = None

    def variables(self) -> dict[str, int]:
        """Return the variables by name."""
        n, named = self.n_values, zip(self.names, enumerate(self.domains), strict=True)
        return {f"{name}v{v}": cell * n + v for name, (cell, domain) in named for v in domain}

    def rows(self) -> Iterator[Row]:
        """Yield the constraints of the rules."""
        n, domains = self.n_values, self.domains
        for cell, domain in enumerate(domains):  # Each cell takes one value.
            yield Row(("cell", cell), [(1, cell * n + v) for v in domain], "=", 1)
        equal = {id(domain): frozenset(domain) for domain in {id(each): each for each in domains}.values()}
        allowed = [equal[id(domain)] for domain in domains]
        for u, unit in enumerate(
            self.units
        ):  # The cells of a unit differ. A unit with as many cells as values has each value.
            for value in range(1, n + 1):
                here = [cell * n + value for cell in unit if value in allowed[cell]]
                if len(unit) == n:
                    yield Row(("unit", u, value), [(1, x) for x in here], "=", 1)
                elif here:
                    yield Row(("unit", u, value), [(-1, x) for x in here], ">=", -1)
        for lesser, greater in self.inequalities:
            terms = [(v, greater * n + v) for v in domains[greater]]
            terms += [(-v, lesser * n + v) for v in domains[lesser]]
            yield Row(("less", lesser, greater), terms, ">=", 1)
        for first, second, pairs in self.relations:  # A value needs an allowed value in the other cell.
            for v in domains[first]:
                beside = [second * n + w for w in domains[second] if w in pairs[v - 1]]
                yield Row(("support",), [(1, -first * n - v), *((1, y) for y in beside)], ">=", 1)
            for w in domains[second]:
                beside = [first * n + v for v in domains[first] if w in pairs[v - 1]]
                yield Row(("support",), [(1, -second * n - w), *((1, x) for x in beside)], ">=", 1)
        for k, (members, total) in enumerate(self.sums):
            terms = [(v * m, cell * n + v) for cell, m in Counter(members).items() for v in domains[cell]]
            yield Row(("sum", k), terms, "=", total)

    def variables_of(self, solution: Clause) -> list[int]:
        """Return the variables that a solution makes true."""
        return [cell * self.n_values + value for cell, value in enumerate(solution)]


class Cover(NamedTuple):
    """An exact cover: for each item, its options with their colours.

    Variable ``option + 1`` is true if the option, counted from 0, is chosen. The name of this variable is ``o``
    followed by the option.
    """

    n_options: int
    n_primary: int
    items: list[list[tuple[int, object]]]

    domains: Sequence[list[int]] = ()
    layout: Sequence[Sequence[bool]] = ()
    hole: int = -1

    def variables(self) -> dict[str, int]:
        """Return the variables by name."""
        return {f"o{option}": option + 1 for option in range(self.n_options)}

    def rows(self) -> Iterator[Row]:
        """Yield the constraints of the rules."""
        useful = {option for item in self.items[: self.n_primary] for option, _ in item}
        for option in range(self.n_options):
            if option not in useful:  # An option without a primary item is not chosen.
                yield Row(("idle", option), [(1, -option - 1)], ">=", 1)
        for number, item in enumerate(self.items):
            terms = [(1, option + 1) for option, _ in item]
            if number < self.n_primary:
                yield Row(("item", number), terms, "=", 1)
            elif all(colour is None for _, colour in item):
                if terms:
                    yield Row(("item", number), [(-1, x) for _, x in terms], ">=", -1)
            else:  # Two options exclude each other unless both give the item the same colour.
                for option, colour in item:
                    others = [b + 1 for b, c in item if b != option and (c != colour or colour is None)]
                    if others:
                        terms = [(len(others), -option - 1), *((1, -x) for x in others)]
                        yield Row(("colour", number, option), terms, ">=", len(others))

    def variables_of(self, solution: Clause) -> list[int]:
        """Return the variables that a solution makes true."""
        return [option + 1 for option in solution]


def is_solution(puzzle: Statement | Cover, solution: Clause, rows: Sequence[Row] = ()) -> bool:
    """Return whether a solution satisfies all rules; `rows` may hold the rows of the puzzle."""
    true = set(puzzle.variables_of(solution))
    for row in rows or puzzle.rows():
        total = sum(a for a, x in row.terms if (x in true if x > 0 else -x not in true))
        if total < row.number or (row.relation == "=" and total > row.number):
            return False
    return True


KEYS = {
    "futoshiki": {"n", "clues", "inequalities"},
    "latin_square": {"n", "clues"},
    "adjacent": {"n", "clues", "bars"},
    "sudoku": {"n", "clues", "regions", "inequalities"},
    "kakuro": {"rows"},
    "permutations": {"n", "forbidden", "order"},
    "exact_cover": {"primary", "secondary", "options"},
    "model": {"cells", "values", "units", "domains", "inequalities", "sums", "relations"},
}
"""The fields of each kind of puzzle; permutations may also have forbidden_neighbours."""


def statement(fields: Any) -> Statement | Cover:
    """Return the puzzle of the JSON object in ``puzzle.json``; raise Unreadable if it does not follow the schema."""
    if not isinstance(fields, dict):
        raise Unreadable(f"{PUZZLE}: expected a JSON object with the fields of a puzzle")
    family = str(fields.get("family"))
    optional = {"forbidden_neighbours"} if family == "permutations" else set()
    if family not in KEYS:
        raise Unreadable(f"{PUZZLE}: there are no proofs for the family {family!r:.40}")
    if set(fields) - optional != (expected := {"schema", "family"} | KEYS[family]):
        names = ", ".join(map(repr, sorted(expected)))
        raise Unreadable(f"{PUZZLE}: the family {family!r} must have exactly the fields {names}")
    _numbers(fields["schema"], "schema", (1, 1))
    if family == "exact_cover":
        return _cover(fields)
    readers = {"model": _model, "permutations": _permutations, "kakuro": _kakuro}
    puzzle = readers.get(family, _square)(fields)
    pairs = chain(puzzle.inequalities, (relation[:2] for relation in puzzle.relations))
    if any(len(set(unit)) < len(unit) for unit in puzzle.units):
        raise Unreadable(f"{PUZZLE}: a unit has a cell twice")
    if any(a == b for a, b in pairs):
        raise Unreadable(f"{PUZZLE}: an inequality or a relation compares a cell with itself")
    return puzzle


def _square(fields: dict[str, Any]) -> Statement:
    n = _numbers(fields["n"], "n", (1, MAX_SUDOKU if "regions" in fields else MAX_VALUES))
    clues = chain.from_iterable(_numbers(fields["clues"], "clues", (-MAX_NUMBER - 1, MAX_NUMBER), n, n))
    everything = list(range(1, n + 1))
    domains = [[clue] if 0 < clue <= n else [] if clue else everything for clue in clues]
    units: list[Sequence[int]] = [range(r * n, r * n + n) for r in range(n)]
    units += [range(c, n * n, n) for c in range(n)]
    if "regions" in fields:
        regions = defaultdict[int, list[int]](list)
        rows = _numbers(fields["regions"], "regions", (-MAX_NUMBER - 1, MAX_NUMBER), n, n)
        for cell, region in enumerate(chain.from_iterable(rows)):
            regions[region].append(cell)
        units += regions.values()
        if any(len(unit) != n for unit in units):
            raise Unreadable(f"{PUZZLE}: each region must have {n} cells")
    name = "bars" if "bars" in fields else "inequalities"
    listed = _numbers(fields.get(name, []), name, (0, n - 1), None, 2, 2)
    pairs = [(a * n + b, c * n + d) for (a, b), (c, d) in listed]
    if far := [pair for pair in listed if sum(abs(x - y) for x, y in zip(*pair, strict=True)) != 1]:
        raise Unreadable(f"{PUZZLE}: {name}: the cells {far[0]} are not neighbours")
    names = [f"r{r}c{c}" for r in range(n) for c in range(n)]
    layout = [[True] * n] * n
    if name == "inequalities":
        if not {(b, a) for a, b in pairs}.isdisjoint(pairs):
            raise Unreadable(f"{PUZZLE}: two inequalities between the same cells contradict each other")
        return Statement(n, domains, units, pairs, [], [], names, layout)
    beside = [frozenset({v - 1, v + 1}) for v in range(1, n + 1)]
    apart = [frozenset(range(1, n + 1)) - values for values in beside]
    neighbours = [(a, a + 1) for a in range(n * n) if (a + 1) % n] + [(a, a + n) for a in range(n * n - n)]
    bars = set(map(frozenset[int], pairs))
    related: list[tuple[int, int, Pairs]] = [
        (a, b, beside if {a, b} in bars else apart) for a, b in neighbours
    ]
    return Statement(n, domains, units, [], related, [], names, layout)


def _kakuro(fields: dict[str, Any]) -> Statement:
    rows = fields["rows"]
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        raise Unreadable(f"{PUZZLE}: 'rows' must be a list of lists that are not empty")
    white: dict[tuple[int, int], int] = {}
    totals: dict[tuple[int, int], Sequence[int]] = {}
    domains = []
    for r, row in enumerate(rows):
        for c, entry in enumerate(row):
            if isinstance(entry, int):
                value = _numbers(entry, "rows", (0, MAX_NUMBER))
                white[r, c] = len(white)
                domains.append([value] if 0 < value < 10 else [] if value else list(range(1, 10)))
            else:
                totals[r, c] = [0, 0] if entry is None else _numbers(entry, "rows", (0, MAX_NUMBER), 2)
    if len(set(map(len, rows))) != 1:
        raise Unreadable(f"{PUZZLE}: all rows must have the same length")
    if not 0 < len(white) * 9 <= MAX_CELLS:
        raise Unreadable(f"{PUZZLE}: expected 1 to {MAX_CELLS // 9} white cells, found {len(white)}")
    units, sums = list[Sequence[int]](), list[tuple[Sequence[int], int]]()
    begins = {
        **totals,
        **{(r, -1): [0, 0] for r in range(len(rows))},
        **{(-1, c): [0, 0] for c in range(len(rows[0]))},
    }
    for (r, c), (down, right) in begins.items():
        for step, total in (((0, 1), right), ((1, 0), down)):
            run, at = list[int](), (r + step[0], c + step[1])
            while at in white:
                run.append(white[at])
                at = at[0] + step[0], at[1] + step[1]
            if run:
                units.append(run)
            if total:
                sums.append((run, total))
    layout = [[isinstance(entry, int) for entry in row] for row in rows]
    return Statement(9, domains, units, [], [], sums, [f"r{r}c{c}" for r, c in white], layout, 0)


def _permutations(fields: dict[str, Any]) -> Statement:
    n = _numbers(fields["n"], "n", (1, MAX_VALUES))
    forbidden = set(map(tuple, _numbers(fields["forbidden"], "forbidden", (0, n), None, 2)))
    if any(cell == n or value == 0 for cell, value in forbidden):
        raise Unreadable(f"{PUZZLE}: forbidden: expected positions 0 to {n - 1} with values 1 to {n}")
    domains = [[v for v in range(1, n + 1) if (cell, v) not in forbidden] for cell in range(n)]
    order = list(map(tuple, _numbers(fields["order"], "order", (0, n - 1), None, 2)))
    beside = _numbers(fields.get("forbidden_neighbours", []), "forbidden_neighbours", (1, n), None, 2)
    apart = set(map(tuple, beside))
    allowed = [frozenset(w for w in range(1, n + 1) if (v, w) not in apart) for v in range(1, n + 1)]
    relations = [(cell, cell + 1, allowed) for cell in range(n - 1)] if apart else []
    return Statement(n, domains, [range(n)], order, relations, [], [f"p{cell}" for cell in range(n)])


def _model(fields: dict[str, Any]) -> Statement:
    n_cells = _numbers(fields["cells"], "cells", (1, MAX_CELLS))
    n = _numbers(fields["values"], "values", (1, MAX_VALUES))
    cells = 0, n_cells - 1
    if n_cells * n > MAX_CELLS:
        raise Unreadable(f"{PUZZLE}: {n_cells} cells with {n} values have more than {MAX_CELLS} candidates")
    if not all(isinstance(fields[name], list) for name in ("domains", "relations", "sums")):
        raise Unreadable(f"{PUZZLE}: 'domains', 'sums' and 'relations' must be lists")
    everything = list(range(1, n + 1))
    given = [everything if type(each) is int and not each else each for each in fields["domains"]]
    domains = _numbers(given, "domains", (1, n), n_cells, None)
    units = _numbers(fields["units"], "units", cells, None, None)
    order = list(map(tuple, _numbers(fields["inequalities"], "inequalities", cells, None, 2)))
    relations, sums = list[tuple[int, int, Pairs]](), []
    for each in fields["relations"]:
        if not isinstance(each, dict) or set(each) != {"cells", "allowed"}:
            raise Unreadable(f"{PUZZLE}: each relation must be an object with 'cells' and 'allowed'")
        allowed = _numbers(each["allowed"], "relations", (1, n), n, None)
        first, second = _numbers(each["cells"], "relations", cells, 2)
        relations.append((first, second, list(map(frozenset, allowed))))
    for each in fields["sums"]:
        if not isinstance(each, dict) or set(each) != {"cells", "total"}:
            raise Unreadable(f"{PUZZLE}: each sum must be an object with 'cells' and 'total'")
        sums.append(
            (_numbers(each["cells"], "sums", cells, None), _numbers(each["total"], "sums", (0, MAX_NUMBER)))
        )
    names = [f"c{cell}" for cell in range(n_cells)]
    return Statement(n, [sorted(set(domain)) for domain in domains], units, order, relations, sums, names)


def _cover(fields: dict[str, Any]) -> Cover:
    primary, secondary, options = fields["primary"], fields["secondary"], fields["options"]
    if isinstance(options, dict):
        options = list(options.values())
    if not all(isinstance(each, list) for each in (primary, secondary, options)):
        raise Unreadable(f"{PUZZLE}: expected lists of items, and a list or an object of options")
    if not all(map(_is_word, (*primary, *secondary))):
        raise Unreadable(f"{PUZZLE}: items must be strings or whole numbers")
    items: dict[Any, list[tuple[int, object]]] = {item: [] for item in (*primary, *secondary)}
    if len(items) < len(primary) + len(secondary):
        [(item, _)] = Counter((*primary, *secondary)).most_common(1)
        raise Unreadable(f"{PUZZLE}: item {item!r:.40} occurs twice")
    for number, option in enumerate(options):
        if not isinstance(option, (dict, list)):
            raise Unreadable(f"{PUZZLE}: option {number} must be a list or an object")
        pairs = option.items() if isinstance(option, dict) else [(item, None) for item in option]
        for item, colour in pairs:
            if not _is_word(item) or item not in items:
                raise Unreadable(f"{PUZZLE}: option {number} has the unknown item {item!r:.40}")
            if not (colour is None or _is_word(colour)):
                raise Unreadable(f"{PUZZLE}: option {number}: a colour must be a string or a whole number")
            if items[item] and items[item][-1][0] == number:
                raise Unreadable(f"{PUZZLE}: option {number} has item {item!r:.40} twice")
            items[item].append((number, colour))
    if coloured := [item for item in primary if any(colour is not None for _, colour in items[item])]:
        raise Unreadable(f"{PUZZLE}: item {coloured[0]!r:.40} is primary and cannot have a colour")
    return Cover(len(options), len(primary), list(items.values()))


def _is_word(value: object) -> bool:
    """Return whether a value can name an item or a colour."""
    return type(value) is str or (type(value) is int and -MAX_NUMBER - 1 <= value <= MAX_NUMBER)


def _numbers(value: Any, name: str, span: tuple[int, int], *lengths: int | None) -> Any:
    """Return a whole number within a span, or nested lists of such numbers with these lengths, outermost first."""
    found = [value]
    for length in lengths:
        if not all(type(each) is list and length in (None, len(each)) for each in found):
            raise Unreadable(
                f"{PUZZLE}: {name}: expected a list{'' if length is None else f' of length {length}'}"
            )
        found = list(chain.from_iterable(found))
    if not set(map(type, found)) <= {int} or (found and not span[0] <= min(found) <= max(found) <= span[1]):
        raise Unreadable(f"{PUZZLE}: {name}: expected whole numbers from {span[0]} to {span[1]}")
    return value


# The formula -------------------------------------------------------------------------------------------


def formula(puzzle: Statement | Cover, given: Given = (), excluded: Iterable[Clause] = ()) -> Iterator[Row]:
    """Yield the lines of a formula: the rules, the given values, and the excluded solutions."""
    yield from puzzle.rows()
    for cell, value in given:
        assert isinstance(puzzle, Statement)
        yield Row(("given", cell, value), [(1, cell * puzzle.n_values + value)], ">=", 1)
    for number, solution in enumerate(excluded):
        yield Row(("excluded", number), [(1, -x) for x in puzzle.variables_of(solution)], ">=", 1)


def text_of(row: Row, names: dict[int, str]) -> str:
    """Return a line of a formula as text."""
    terms = (f"{a} {names[x]} " if x > 0 else f"{a} ~{names[-x]} " for a, x in row.terms)
    return f"{''.join(terms)}{row.relation} {row.number} ;\n"


# Records -----------------------------------------------------------------------------------------------


def read(path: Path, most: int) -> bytes:
    """Return the content of a file, up to one byte more than `object_of` accepts."""
    with path.open("rb") as file:
        return file.read(most + 1)


def object_of(data: bytes, name: str, most: int) -> dict[str, Any]:
    """Parse a JSON object with whole numbers and unique keys; `name` is the file's name for messages."""
    try:
        found = (
            json.loads(data.decode(), object_pairs_hook=_fields, parse_float=_refuse, parse_constant=_refuse)
            if len(data) <= most
            else None
        )
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable(f"{name}: invalid JSON") from None
    except ValueError as error:
        raise Unreadable(f"{name}: invalid JSON: {error}") from None
    if not isinstance(found, dict):
        raise Unreadable(f"{name}: expected a JSON object of at most {most} bytes")
    return found


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of a JSON object, whose keys must be unique."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {key!r:.40} occurs twice")
    return fields


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"expected a whole number, found {word:.40}")


def claimed(record: Any, puzzle: Statement | Cover) -> tuple[str | int, list[Clause]]:
    """Return the claim and the solutions of a certificate."""
    claim, grids = map(record.get, ("claim", "solutions"))
    if not isinstance(grids, list):
        raise Unreadable(f"{RECORD}: 'solutions' must be a list")
    numbers = {UNSOLVABLE: (0,), ONE_SOLUTION: (1,), SOME_SOLUTION: (1, 2), len(grids): (len(grids),)}
    if (
        not isinstance(claim, (str, int))
        or isinstance(claim, bool)
        or len(grids) not in numbers.get(claim, ())
    ):
        raise Unreadable(
            f"{RECORD}: the claim {claim!r:.40} does not match {len(grids)} solution{'s'[: len(grids) != 1]}"
        )
    solutions = [_solution(grid, puzzle) for grid in grids]
    true = [puzzle.variables_of(solution) for solution in solutions]
    if any(len(set(each)) < len(each) for each in true):
        raise Unreadable(f"{RECORD}: a solution lists an option twice")
    if len(set(map(frozenset[int], true))) < len(solutions):
        raise Unreadable(f"{RECORD}: a solution is listed twice")
    return claim, solutions


def _solution(grid: Any, puzzle: Statement | Cover) -> Clause:
    """Return the values of the cells, or the chosen options without the holes that follow them."""
    rows = grid if isinstance(grid, list) and puzzle.layout else [grid]
    if all(isinstance(row, list) for row in rows):
        if isinstance(puzzle, Cover):
            n_chosen = max((k for k, option in enumerate(grid, 1) if option != puzzle.hole), default=0)
            layout: Any = [[True] * n_chosen + [False] * (len(grid) - n_chosen)]
            least, greatest = 0, puzzle.n_options - 1
        else:
            layout = puzzle.layout or [[True] * len(puzzle.domains)]
            least, greatest = 1, puzzle.n_values
        if list(map(len, rows)) == list(map(len, layout)):
            places = list(zip(chain.from_iterable(rows), chain.from_iterable(layout), strict=True))
            if all(
                type(value) is int and (least <= value <= greatest if is_cell else value == puzzle.hole)
                for value, is_cell in places
            ):
                return tuple(value for value, is_cell in places if is_cell)
    raise Unreadable(f"{RECORD}: a solution has the wrong shape or values: {grid!r:.40}")


def pieces_of(record: dict[str, Any], puzzle: Statement | Cover) -> list[Given]:
    """Return the cells and values that the pieces of a certificate add; each grid belongs to exactly one piece."""
    pieces = record.get("pieces")
    if not isinstance(pieces, list) or not all(isinstance(given, list) for given in pieces):
        raise Unreadable(f"{RECORD}: 'pieces' must be a list of lists")
    for given in pieces:
        for pair in given:
            is_pair = isinstance(pair, list) and len(pair) == 2 and all(type(x) is int for x in pair)
            if (
                not is_pair
                or not 0 <= pair[0] < len(puzzle.domains)
                or pair[1] not in puzzle.domains[pair[0]]
            ):
                raise Unreadable(f"{RECORD}: expected a cell and one of its values, found {pair!r:.40}")
        if len(given) > MOST_GIVEN:
            raise Unreadable(f"{RECORD}: a piece must fill at most {MOST_GIVEN} cells, found {len(given)}")
    if not _is_complete(pieces, puzzle.domains):
        raise Unreadable(f"{RECORD}: the pieces do not cover every grid exactly once")
    return pieces


def _is_complete(pieces: list[Given], domains: Sequence[list[int]]) -> bool:
    """Return whether each grid belongs to exactly one piece: pieces branch over all values of one cell at a time."""
    if len(pieces) <= 1 or not all(pieces):
        return pieces == [[]]
    cell = pieces[0][0][0]
    parts = defaultdict[int, list[Given]](list)
    for given in pieces:
        parts[given[0][1]].append(given[1:])
    is_branch = all(given[0][0] == cell for given in pieces) and sorted(parts) == sorted(domains[cell])
    return is_branch and all(_is_complete(part, domains) for part in parts.values())
