"""A violation of each condition on which a certificate rests, in every form that a certificate has.

The formulas, proofs and hashes match what a violation says as well as they can, so only its condition refutes it.
`CONDITIONS` are the conditions that docs/how-to/proofs.md lists.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bench.cases.forged import FORMS, Forgery

from fastfuto import ExactCover, Futoshiki, Kakuro, Model, Permutations, Skeleton, Sudoku, format_puzzle
from fastfuto.proofs import encoding

VERSION = "the version is known"
JSON = "the files are JSON of whole numbers, without a key that occurs twice"
PUZZLE = "`fastfuto.parse` reads the same puzzle"
NUMBER = "the claim fits the number of solutions"
SHAPE = "the solutions have the puzzle's shape and are all different"
RULES = "each solution satisfies all rules of the whole puzzle"
PIECES = "the pieces branch over all values of one cell after another"
FORMULA = "the formula is that of the puzzle, the piece and its solutions"
LINE = "each line of the proof follows from earlier constraints"
END = "the proof begins as its format requires and ends with the contradiction"
EMPTY = "the proof of the claim `a solution` is empty"
HASH = "the formula, the proof and the puzzle have the hashes that the record lists"
CONDITIONS = (VERSION, JSON, PUZZLE, NUMBER, SHAPE, RULES, PIECES, FORMULA, LINE, END, EMPTY, HASH)

PB, DRAT, FOLDERS = FORMS[:3], FORMS[3:], FORMS[1:]

BASES = {
    "arranged": (FORMS, Permutations(3, forbidden=[(0, 3)], order=[(1, 2)]), 2, [[1, 2, 3], [2, 1, 3]]),
    "several": (FORMS, Permutations(3, forbidden=[(0, 3)]), "a solution", [[1, 2, 3], [2, 1, 3]]),
    "unsolvable": (
        FORMS,
        Permutations(3, forbidden=[(0, 3), (1, 2), (1, 3), (2, 2), (2, 3)]),
        "no solution",
        [],
    ),
    "square": (FORMS, Futoshiki([[0] * 2] * 2, [((0, 0), (0, 1))]), "only this solution", [[[1, 2], [2, 1]]]),
    "boxes": (
        FORMS,
        Sudoku([[1, 0, 0, 0], *[[0] * 4] * 3], inequalities=[((2, 0), (2, 1))]),
        "a solution",
        [[[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]]],
    ),
    "model": (
        FORMS,
        Model(
            Skeleton(3, 4, [[0, 1]]), [[1, 2], 0, 0], [(0, 2)], relations=[(1, 2, [(1, 2), (2, 3), (4, 4)])]
        ),
        3,
        [[1, 2, 3], [1, 4, 4], [2, 4, 4]],
    ),
    "weighed": (PB, Model(Skeleton(2, 3), sums=[([0, 1, 1], 7)]), 2, [[1, 3], [3, 2]]),
    "sums": (
        PB,
        Kakuro([[None, (3, 0), (4, 0)], [(0, 4), 0, 0], [(0, 3), 0, 0]]),
        1,
        [[[0, 0, 0], [0, 1, 3], [0, 2, 1]]],
    ),
    "cover": (
        PB[:2],
        ExactCover(
            [{"a": None, "x": "red"}, {"b": None, "x": "red"}, {"a": None, "b": None}], secondary=["x"]
        ),
        2,
        [[0, 1], [2, -1]],
    ),
}
"""The forms of each certificate, its puzzle, and what it claims."""


def honest(base, form):
    """Return a certificate without a violation; its pieces have all values of the first cell that is open."""
    _, puzzle, claim, solutions = BASES[base]
    made = Forgery(form, json.loads(format_puzzle(puzzle, "json")), claim, list(solutions), [b""])
    if form == "pieces":
        domains = encoding.statement(made.fields).domains
        cell = next(cell for cell, domain in enumerate(domains) if len(domain) > 1)
        made.pieces = [[[cell, value]] for value in domains[cell]]
        made.proofs = [b""] * len(made.pieces)
    assert prove(made)
    return made


def prove(made):
    """Prove the pieces for which there is a proof; return whether these are all."""
    proved = [made.prove(piece) for piece in range(len(made.proofs))]
    return all(proved)


class Edit(NamedTuple):
    """A change of the files of a certificate."""

    change: Callable[[dict[str, bytes]], object]


class Violation(NamedTuple):
    """A change of a certificate before it is written, or of its files."""

    condition: str
    name: str
    base: str
    forms: Sequence[str]
    change: Callable[[Forgery], object] | Edit

    def files(self, form):
        """Return the files of the certificate with the violation."""
        made = honest(self.base, form)
        before = made.files()
        if isinstance(self.change, Edit):
            files = made.files()
            self.change.change(files)
        else:
            self.change(made)
            files = made.files()
        assert files != before
        return files


def fields(**changed):
    """Change fields of the puzzle, and claim that it has no solution."""

    def forge(made):
        made.fields.update(changed)
        made.claim, made.solutions = "no solution", []
        prove(made)

    return forge


def claims(claim, solutions, **changed):
    """Change the claim and the solutions, and fields of the puzzle."""

    def forge(made):
        made.fields.update(changed)
        made.claim, made.solutions = claim, solutions
        prove(made)

    return forge


def pieces(pieces, claim="no solution", solutions=()):
    """Change the pieces and the claim."""

    def forge(made):
        made.pieces, made.claim, made.solutions = pieces, claim, list(solutions)
        if isinstance(pieces, list):
            made.proofs = [b""] * len(pieces)
        prove(made)

    return forge


def hidden(made):
    """Let the formulas exclude a solution that is not listed."""
    made.hidden, made.claim = [made.solutions.pop()], 1
    prove(made)


def step(*steps):
    """Prove that a solution is the only one, although there is another one, by steps that do not follow."""

    def forge(made):
        claims(1, [[2, 1, 3]])(made)
        lines = [f"{step}\n" if made.is_drat else f"{step} ;\n" for step in steps]
        old = made.proofs[0].decode().splitlines(keepends=True)
        end = ["0\n"] if made.is_drat else ["output NONE ;\n", "conclusion UNSAT : -1 ;\n", old[-1]]
        made.proofs[0] = "".join([*([] if made.is_drat else old[:2]), *lines, *end]).encode()

    return forge


def lines(change):
    """Change the lines of the first proof."""

    def forge(made):
        made.proofs[0] = b"".join(change(made.proofs[0].splitlines(keepends=True)))

    return forge


def bytes_of(part, change):
    """Change the bytes of the first file whose name has a part, or of the line of a certificate, and its hash."""

    def edit(files):
        at = next((name for name in files if part in name), next(iter(files)))
        before, files[at] = files[at], change(files[at])
        if encoding.RECORD in files:
            digests = [hashlib.sha256(data).hexdigest().encode() for data in (before, files[at])]
            files[encoding.RECORD] = files[encoding.RECORD].replace(*digests)

    return Edit(edit)


def replaced(part, old, new):
    """Replace bytes in such a file."""

    def change(data):
        assert old in data
        return data.replace(old, new, 1)

    return bytes_of(part, change)


def note(value):
    """Add a key that says nothing to the record."""
    return replaced("certificate", b"{", b'{"note": ' + value + b", ")


def record(**changed):
    """Change the fields of the record that are named."""

    def change(data):
        return json.dumps(json.loads(data) | changed).encode()

    return bytes_of("certificate", change)


def misnamed(part):
    """Change the hash of the first file whose name has a part."""

    def edit(files):
        at = next(name for name in files if part in name)
        hashes = json.loads(files[encoding.RECORD])["sha256"]
        record(sha256=hashes | {at: "0" * 64}).change(files)

    return Edit(edit)


def formula(change):
    """Change the lines of the first formula."""
    return bytes_of("formula", lambda data: b"".join(change(data.splitlines(keepends=True))))


BOTH_WAYS = [[[0, 0], [0, 1]], [[0, 1], [0, 0]]]
TWO = [[1, 2, 3], [2, 1, 3]]
UNENDED = b"x" * ((1 << 16) - 1)

TABLE = {
    VERSION: [
        ("a greater number", "square", FORMS, record(version=3)),
        ("that of the other form", "square", DRAT, record(version=2)),
        ("true for 1", "square", DRAT, record(version=True)),
        ("a text", "square", FORMS, record(version="2")),
    ],
    JSON: [
        (
            "the claim twice",
            "square",
            FORMS,
            replaced("cert", b'"claim": ', b'"claim": "no solution", "claim": '),
        ),
        ("the size twice", "square", FORMS, replaced("puzzle", b'"n": ', b'"n": 3, "n": ')),
        ("cells twice", "model", FORMS, replaced("puzzle", b'"cells": [', b'"cells": [0, 1], "cells": [')),
        ("an item twice", "cover", PB, replaced("puzzle", b'{"a": null', b'{"a": null, "a": null')),
        ("NaN", "square", FORMS, note(b"NaN")),
        ("infinity", "square", FORMS, note(b"[-Infinity]")),
        ("a number that is not whole", "square", FORMS, note(b"1.0")),
        ("a number of 5000 digits", "square", FORMS, note(b"9" * 5000)),
        ("bytes that are no text", "square", FORMS, note(b'"\xff"')),
        ("no object", "square", FORMS, bytes_of("certificate", lambda data: b"[%s]" % data.strip())),
        ("nothing", "square", FORMS, bytes_of("certificate", lambda data: b"\n")),
    ],
    PUZZLE: [
        ("an unknown field", "square", FORMS, fields(sums=[])),
        ("an unknown family", "square", FORMS, fields(family="chess")),
        ("another schema", "square", FORMS, fields(schema=2)),
        ("a clue that is true", "square", FORMS, fields(clues=[[True, 1], [0, 0]])),
        ("a clue beyond 32 bits", "square", FORMS, fields(clues=[[2**31, 0], [0, 0]])),
        ("a row too few", "square", FORMS, fields(clues=[[0, 0]])),
        ("distant cells", "square", FORMS, fields(inequalities=[[[0, 0], [1, 1]]])),
        ("a cell less than itself", "square", FORMS, fields(inequalities=[[[0, 0], [0, 0]]])),
        ("a cell off the grid", "square", FORMS, fields(inequalities=[[[0, 1], [0, 2]]])),
        ("an inequality both ways", "square", FORMS, fields(inequalities=BOTH_WAYS)),
        ("distant cells of a Sudoku", "boxes", FORMS, fields(inequalities=[[[0, 3], [0, 0]]])),
        ("both ways in a Sudoku", "boxes", FORMS, fields(inequalities=BOTH_WAYS)),
        ("regions of other sizes", "boxes", FORMS, fields(regions=[*[[0, 0, 1, 1]] * 3, [2, 2, 3, 3]])),
        ("no such value to forbid", "arranged", FORMS, fields(forbidden=[[0, 4]])),
        ("a position before itself", "arranged", FORMS, fields(order=[[1, 1]])),
        ("a unit with a cell twice", "model", FORMS, fields(units=[[0, 1, 0]])),
        ("a domain with another value", "model", FORMS, fields(domains=[[5], 0, 0])),
        (
            "a cell related to itself",
            "model",
            FORMS,
            fields(relations=[{"cells": [1, 1], "allowed": [[]] * 4}]),
        ),
        ("a total below 0", "weighed", PB, fields(sums=[{"cells": [0], "total": -1}])),
        ("rows of different lengths", "sums", PB, fields(rows=[[[3, 3], 0], [0]])),
        ("no white cells", "sums", PB, fields(rows=[[[3, 3]]])),
        ("an item beyond 32 bits", "cover", PB, fields(primary=[2**31], secondary=[], options=[])),
        ("an item that is true", "cover", PB, fields(primary=[True], secondary=[], options=[])),
        ("a colour beyond 32 bits", "cover", PB, fields(primary=["a"], options=[{"x": -(2**31) - 1}])),
        ("an unknown item", "cover", PB, fields(options=[["c"]])),
    ],
    NUMBER: [
        ("one too many", "arranged", FORMS, claims(3, TWO)),
        ("only one of two", "several", FORMS, claims("only this solution", TWO)),
        ("only none", "unsolvable", FORMS, claims("only this solution", [])),
        ("some of none", "unsolvable", FORMS, claims("a solution", [])),
        ("none, and a solution", "square", FORMS, claims("no solution", [[[1, 2], [2, 1]]])),
        ("three where two suffice", "several", FORMS, claims("a solution", [*TWO, [1, 3, 2]])),
        ("true for 1", "square", FORMS, claims(True, [[[1, 2], [2, 1]]])),
        ("below 0", "unsolvable", FORMS, claims(-1, [])),
        ("a list", "unsolvable", FORMS, claims([0], [])),
        ("a text", "unsolvable", FORMS, claims("0", [])),
        ("solutions that are no list", "unsolvable", FORMS, claims(0, {})),
    ],
    SHAPE: [
        ("a solution twice", "arranged", FORMS, claims(2, TWO[:1] * 2)),
        ("an option twice", "cover", PB, claims("a solution", [[2, 2]])),
        ("options in two orders", "cover", PB, claims("a solution", [[0, 1], [1, 0]])),
        ("a list in place of a grid", "square", FORMS, claims(1, [[1, 2, 2, 1]])),
        ("a row too few", "square", FORMS, claims(1, [[[1, 2]]])),
        ("a value too many", "arranged", FORMS, claims("a solution", [[1, 2, 3, 3]])),
        ("true for 1", "arranged", FORMS, claims("a solution", [[True, 2, 3]])),
        ("a value above the greatest", "arranged", FORMS, claims("a solution", [[1, 2, 4]])),
        ("a value in a black cell", "sums", PB, claims(1, [[[1, 0, 0], [0, 1, 3], [0, 2, 1]]])),
        ("no such option", "cover", PB, claims("a solution", [[3]])),
        ("a hole between options", "cover", PB, claims("a solution", [[-1, 2]])),
    ],
    RULES: [
        ("some where there is none", "unsolvable", FORMS, claims("a solution", [[3, 1, 2]])),
        ("only one where there is none", "unsolvable", FORMS, claims("only this solution", [[3, 1, 2]])),
        ("one where there is none", "unsolvable", FORMS, claims(1, [[3, 1, 2]])),
        ("three where there are two", "arranged", FORMS, claims(3, [*TWO, [3, 1, 2]])),
        ("a right one and a wrong one", "several", FORMS, claims("a solution", [TWO[0], [3, 1, 2]])),
        ("an order", "arranged", FORMS, claims("a solution", [[2, 3, 1]])),
        ("a value twice", "arranged", FORMS, claims("a solution", [[2, 2, 3]])),
        ("an inequality", "square", FORMS, claims(1, [[[2, 1], [1, 2]]])),
        (
            "a clue",
            "boxes",
            FORMS,
            claims("a solution", [[[2, 1, 3, 4], [3, 4, 2, 1], [1, 3, 4, 2], [4, 2, 1, 3]]]),
        ),
        (
            "a region",
            "boxes",
            FORMS,
            claims("a solution", [[[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]]]),
        ),
        (
            "an inequality of a Sudoku",
            "boxes",
            FORMS,
            claims("a solution", [[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]]),
        ),
        ("a domain", "model", FORMS, claims(4, [[1, 2, 3], [1, 4, 4], [2, 4, 4], [3, 4, 4]])),
        ("a unit", "model", FORMS, claims("a solution", [[2, 2, 3]])),
        ("an inequality of a model", "model", FORMS, claims("a solution", [[2, 1, 2]])),
        ("a relation", "model", FORMS, claims("a solution", [[1, 2, 2]])),
        ("a sum", "weighed", PB, claims("a solution", [[1, 2]])),
        ("a total", "sums", PB, claims(1, [[[0, 0, 0], [0, 3, 1], [0, 1, 2]]])),
        ("a digit twice", "sums", PB, claims(1, [[[0, 0, 0], [0, 2, 2], [0, 1, 2]]])),
        (
            "two colours",
            "cover",
            PB,
            claims(1, [[0, 1]], options=[{"a": None, "x": "red"}, {"b": None, "x": "green"}]),
        ),
        ("an item without an option", "cover", PB, claims("a solution", [[0]])),
        ("an item with two options", "cover", PB, claims("a solution", [[0, 2]])),
    ],
    PIECES: [
        ("one too few", "arranged", ["pieces"], pieces([[[0, 1]]], 1, TWO[:1])),
        ("one twice", "arranged", ["pieces"], pieces([[[0, 1]], [[0, 2]], [[0, 1]]], 2, TWO)),
        ("none", "unsolvable", ["pieces"], pieces([])),
        ("no list", "unsolvable", ["pieces"], pieces(None)),
        ("a value outside the domain", "unsolvable", ["pieces"], pieces([[[0, 1]], [[0, 2]], [[0, 3]]])),
        ("a value in place of another", "arranged", ["pieces"], pieces([[[0, 1]], [[0, 3]]], 1, TWO[:1])),
        ("two cells", "arranged", ["pieces"], pieces([[[0, 1]], [[1, 1]]], 2, TWO)),
        (
            "a second cell in part",
            "several",
            ["pieces"],
            pieces([[[0, 1], [1, 2]], [[0, 2]]], "a solution", TWO),
        ),
        ("one that is empty", "unsolvable", ["pieces"], pieces([[], [[0, 1]], [[0, 2]]])),
        ("a cell below 0", "arranged", ["pieces"], pieces([[[-3, 1]], [[-3, 2]]], 2, TWO)),
        ("no such cell", "unsolvable", ["pieces"], pieces([[[3, 1]], [[3, 2]]])),
        ("true for a cell", "unsolvable", ["pieces"], pieces([[[False, 1]], [[False, 2]]])),
        ("a text", "unsolvable", ["pieces"], pieces([[[0, 1]], "02"])),
        ("three numbers", "unsolvable", ["pieces"], pieces([[[0, 1]], [[0, 2, 0]]])),
        ("65 cells", "unsolvable", ["pieces"], pieces([[[0, 1]] * 65, [[0, 2]]])),
    ],
    FORMULA: [
        ("a hidden solution", "arranged", FORMS, hidden),
        ("a line too few", "arranged", FOLDERS, formula(lambda lines: lines[:-1])),
        ("a line too many", "arranged", FOLDERS, formula(lambda lines: [*lines, lines[-1]])),
        ("lines in another order", "arranged", FOLDERS, formula(lambda lines: [*lines[:-2], *lines[:-3:-1]])),
        ("another number", "arranged", PB[1:], replaced("formula", b"= 1 ;", b"= 2 ;")),
        ("another literal", "arranged", DRAT, replaced("formula", b"-", b"")),
        ("a comment that has no end", "arranged", PB[1:], formula(lambda lines: [b"*", UNENDED, *lines])),
        ("such a comment in DRAT", "arranged", DRAT, formula(lambda lines: [b"c", UNENDED, *lines])),
        ("nothing", "arranged", FOLDERS, formula(lambda lines: [])),
    ],
    LINE: [
        ("an empty clause", "arranged", DRAT, step()),
        ("a clause", "arranged", DRAT, step("4 0", "-4 0")),
        ("a clause that is not there to be deleted", "arranged", DRAT, step("d 1 2 0")),
        ("no such literal", "arranged", DRAT, step("10 0")),
        ("a literal that is 0", "arranged", DRAT[:1], step("-0 0")),
        ("digits of another script", "arranged", DRAT[:1], step("\u0661 0")),
        ("no line", "arranged", PB, step()),
        *(
            (line, "arranged", PB, step(line))
            for line in (
                "rup >= 1 : 1",
                "rup >= 1 : 1 2 3 4 5 6 7 8 9",
                "rup >= 1 : -0",
                "rup >= 1 : 99999",
                "rup >= 1 : \u0661",
                "rup >= 1 : 1_0",
                "rup >= 1 : +1",
                "rup >= 1",
                "rup 1 p0v3 >= 1 : 1",
                "rup 1 p0v1 1 p0v1 >= 1 : 1",
                "rup 2 p0v1 >= 2 : 1",
                "pol",
                "pol 1 2",
                "pol 1 * 2 +",
                "pol 1 -1 *",
                "pol 1 0 *",
                "pol 1 1.5 *",
                "pol 2 1_0 *",
                "pol 1 1e9 *",
                "pol 2 999999999999999999 * 999999999999999999 *",
                "ia 1 p0v1 >= 1 : 1",
                "ia >= 1 : 2",
                "ia 1 p0v1 >= 1",
                "red 1 p0v1 >= 1 : p0v1 -> 1",
                "a >= 1",
                "e >= 1 : 1",
                "",
            )
        ),
        ("what was deleted", "arranged", PB, step("pol 1", "del id -1", "rup >= 1 : -1")),
        ("a rule is deleted", "arranged", PB, step("del id 1")),
        ("what is not there is deleted", "arranged", PB, step("del id 999")),
    ],
    END: [
        ("nothing", "arranged", FORMS, lines(lambda lines: [])),
        ("without the last line", "arranged", FORMS, lines(lambda lines: lines[:-1])),
        ("a line too many", "arranged", FORMS, lines(lambda lines: [*lines, lines[-1]])),
        ("no head", "arranged", PB, lines(lambda lines: lines[1:])),
        (
            "another number of constraints",
            "arranged",
            PB,
            lines(lambda lines: [lines[0], b"f 1 ;\n", *lines[2:]]),
        ),
        ("no output", "arranged", PB, lines(lambda lines: [*lines[:-3], *lines[-2:]])),
        ("no conclusion", "arranged", PB, lines(lambda lines: [*lines[:-2], lines[-1]])),
        (
            "a rule as the contradiction",
            "arranged",
            PB,
            lines(lambda lines: [*lines[:-2], b"conclusion UNSAT : 1 ;\n", lines[-1]]),
        ),
        (
            "another conclusion",
            "arranged",
            PB,
            lines(lambda lines: [*lines[:-2], b"conclusion SAT ;\n", lines[-1]]),
        ),
        ("no newline", "arranged", PB, lines(lambda lines: [*lines[:-1], lines[-1].strip()])),
    ],
    EMPTY: [
        ("a line", "several", FORMS, lines(lambda lines: [b"0\n"])),
    ],
    HASH: [
        ("none", "square", FOLDERS, record(sha256={})),
        ("a list", "square", FOLDERS, record(sha256=[])),
        *((f"of the {part}", "square", FOLDERS, misnamed(part)) for part in ("puzzle", "formula", "proof")),
    ],
}
VIOLATIONS = [
    Violation(condition, name, base, [form for form in forms if form in BASES[base][0]], change)
    for condition, rows in TABLE.items()
    for name, base, forms, change in rows
]
