"""Files of many puzzles of which one is damaged: it costs that puzzle alone, and the error names its line."""

import random
import re

import pytest

from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    Permutations,
    Sudoku,
    format_puzzle,
    parse,
    parse_many,
)
from fastfuto.formats import CODECS, NAMES
from fastfuto.puzzles import FAMILIES

from ..cases import some
from ..strategies import neighbours

MANY = {
    name: gaps
    for gaps, names in {
        (
            "",
            "\n",
        ): "pycsp3 json tatham solo url f-puzzles sudoku-candidates pzprjs opensudoku futorules "
        "futoshiki.org reasoning-gym sudoku-extreme kakuro sudoku source plain picture",
        (
            "\n",
        ): "sadman dimacs janko adjacent permutations synlogic chuk tatham-save futoshiki-candidates cover-matrix "
        "kakuro-pipes kakuro-rows kakuro-csv cross-sums puzzlekit "
        "start-rel-lesser start-rel-greater minizinc asp essence csv relations-cells relations-lesser "
        "relations-greater matrix latin qcp cover typed",
    }.items()
    for name in names.split()
}
"""The formats in which puzzles may follow one another, and what is between two of them."""
ALONE = {"counts-first", "clusters"}
"""Formats of one puzzle."""
WITHOUT_SIZE = {"cover-matrix", "kakuro-pipes", "kakuro-rows", "kakuro-csv", "cross-sums", "asp"}
"""Formats in which a part of a puzzle is one, too, so that a blank line makes two of it."""
WITHOUT_BLANK_LINES = {"plain", "picture"}
"""Formats in which a line that is missing between two puzzles may belong to either, if there is no blank line."""


def at_a_place(change):
    """Return a damage by a character of a text, which is at the index."""
    return lambda rng, text: change(text, rng.randrange(len(text.rstrip())))


def at_a_line(change):
    """Return a damage by a line of a text, which has this number."""

    def damaged(rng, text):
        lines = text.splitlines(keepends=True)
        return "".join(change(lines, rng.randrange(len(text.rstrip().splitlines()))))

    return damaged


def torn(share, is_end):
    """Return a damage that leaves a share of a text, its beginning or its end."""

    def damaged(_, text):
        size = len(text.rstrip())
        at = int(size * share)
        return text[:at] + text[size:] if is_end else text[at:]

    return damaged


DAMAGES = {
    **{
        f"{c!r} for another character": at_a_place(lambda t, k, c=c: t[:k] + c + t[k + 1 :])
        for c in "x?#{}[|<^v.09-,:→ \t"
    },
    **{f"{c!r} inserted": at_a_place(lambda t, k, c=c: t[:k] + c + t[k:]) for c in "x{<0# "},
    "a character lost": at_a_place(lambda t, k: t[:k] + t[k + 1 :]),
    "a character twice": at_a_place(lambda t, k: t[: k + 1] + t[k:]),
    "a line lost": at_a_line(lambda lines, k: lines[:k] + lines[k + 1 :]),
    "the first line lost": at_a_line(lambda lines, _: lines[1:]),
    "a line twice": at_a_line(lambda lines, k: lines[: k + 1] + lines[k:]),
    "two lines exchanged": at_a_line(
        lambda lines, k: [*lines[: k - 1], *lines[k - 1 : k + 1][::-1], *lines[k + 1 :]] if k else lines
    ),
    **{
        f"the line {new!r} inserted": at_a_line(
            lambda lines, k, new=new: [*lines[:k], new + "\n", *lines[k:]]
        )
        for new in (
            "{",
            "}",
            "[",
            "255",
            "1",
            "4",
            "4 5",
            "1 2",
            "v",
            "0 0 0",
            "",
            "# c",
            '{"a": [',
            "<<<<",
            "some words",
        )
    },
    **{
        f"the line {new!r} for another one": at_a_line(
            lambda lines, k, new=new: [*lines[:k], new + "\n", *lines[k + 1 :]]
        )
        for new in ("{", "255", "1", "some words")
    },
    **{f"only the first {share} of it": torn(share, True) for share in (0.2, 0.5, 0.9)},
    **{f"only what follows {share} of it": torn(share, False) for share in (0.2, 0.5, 0.9)},
}


def made(name, rng):
    """Return a random puzzle of which no part is another one of the file."""
    family = CODECS[name].family
    n = rng.choice((3, 4, 5))

    def grid(n, share):
        return [[rng.randint(1, n) if rng.random() < share else 0 for _ in range(n)] for _ in range(n)]

    if family is Sudoku:
        n = (
            9
            if name in ("opensudoku", "sudoku-extreme", "sadman", "sudoku-candidates")
            else rng.choice((4, 9))
        )
        return Sudoku(grid(n, 0.3))
    if family is Kakuro or name == "pzprjs":
        n = rng.randint(2, 3)
        totals = [rng.randint(3, 17) for _ in range(2 * n)]
        return Kakuro([[None, *((t, 0) for t in totals[:n])], *([(0, t), *[0] * n] for t in totals[n:])])
    if family is Adjacent:
        return Adjacent(grid(n, 0.4), [((0, 0), (0, 1)), ((1, 0), (2, 0))][: rng.randint(0, 2)])
    if family is Permutations:
        forbidden = [(rng.randrange(6), rng.randint(1, 6)) for _ in range(3)]
        return Permutations(6, forbidden=forbidden, order=[(0, rng.randint(1, 5))])
    if family is ExactCover:
        options = [rng.sample("abcd", rng.randint(1, 3)) for _ in range(4)]
        options = [*options, ["a"], ["b", "c", "d"]]
        if name == "cover-matrix":  # Without names, some rows would be a cover, too.
            options = {f"name{k}": sorted(option) for k, option in enumerate(options)}
        return ExactCover(options, primary=["a", "b", "c", "d"])
    if family in FAMILIES.values() and family is not Futoshiki:
        return family(grid(n, 0.4))
    if name == "matrix":
        return Futoshiki(grid(5, 0.4))
    pairs = sorted(neighbours(n))
    return Futoshiki(
        grid(n, 0.3),
        [rng.choice((pair, pair[::-1])) for pair in pairs if rng.random() < 0.4 or pair == pairs[0]],
    )


def wrong(name, pieces, puzzles, k, damaged):
    """Return what is lost or misread of a file in which a piece is damaged, or None."""
    read = parse_many("".join([*pieces[:k], damaged, *pieces[k + 1 :]]), name, errors="collect")
    found = list(read)
    # These puzzles, whose first line is `first`, may be lost; the others may not.
    before = max(k - 1, 0) if name in WITHOUT_BLANK_LINES and not pieces[0].endswith("\n\n") else k
    after = k + 1 + (before < k)
    if any(puzzle not in found for puzzle in puzzles[:before] + puzzles[after:]):
        return "lost another one"
    # A line with a number is a Sudoku of one cell, if the format is named.
    others = {each for each in found if getattr(each, "n", 2) > 1} - set(puzzles)
    is_split = name in WITHOUT_SIZE and re.search(r"\S\n\s*\n\s*\S", damaged)
    if len(others) > 1 and not is_split:
        return "read several puzzles in one"
    # What is left may be a comment, or the number of a puzzle, which is a title.
    is_filler = "#" in damaged or re.fullmatch(r"\s*(?:[0-9]{1,6}[.):\]]\s*)?", damaged)
    if len(found) < len(puzzles) and not read.errors and not is_filler:
        return "did not account for the damaged one"
    first = "".join(pieces[:before]).count("\n")
    last = "".join([*pieces[:k], damaged]).count("\n") + 1
    if not all(first < line <= last for line, _ in read.errors):
        return f"refused the wrong lines: {read.errors}"
    return None


def check(name, count, rounds):
    rng = random.Random(name)
    puzzles = [made(name, rng) for _ in range(count)]
    for gap in MANY[name]:
        pieces = [format_puzzle(puzzle, name).rstrip("\n") + "\n" + gap for puzzle in puzzles]
        read = [parse(piece, name) for piece in pieces]
        assert list(parse_many("".join(pieces), name)) == read
        for what, damage in DAMAGES.items():
            for _ in range(rounds):
                k = rng.randrange(count)
                damaged = damage(rng, pieces[k])
                why = wrong(name, pieces, read, k, damaged)
                assert why is None, f"{what}: {why}\n{damaged}"


def test_there_are_enough_damages_and_all_formats():
    assert len(DAMAGES) >= 40
    assert sorted(MANY | dict.fromkeys(ALONE)) == sorted(NAMES)


@pytest.mark.parametrize("name", some(MANY, 4))
def test_damage_costs_one_puzzle(name):
    # Near the end of a file, less shows where the next picture begins.
    check(name, 12 if name in WITHOUT_BLANK_LINES else 3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_damage_costs_one_puzzle_of_a_thousand(name):
    check(name, 1000 if name != "dimacs" else 50, 1)
