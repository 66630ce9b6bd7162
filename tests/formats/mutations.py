"""Mutated texts: each is a puzzle or a ParseError that names a place in it, and never another exception.

The suite tries a few of them. ``python tests/formats/mutations.py 100000 [format ...]`` tries so many for each format.
"""

import random
import sys
import time
from pathlib import Path

from fastfuto import ParseError, PuzzleError, format_puzzle, parse
from fastfuto.formats import CODECS, NAMES

CHARACTERS = (
    '0123456789 -|<>^v\n\r\ufeff\t.,:;()*#_[]{}"\\/=axxAUDLRVX∧∨·«»１\x0c\x1c\u2028\x85é\x00\ud800%$&+@~'
)


def mutated(rng, text):
    """Return a text with some of its characters inserted, removed, replaced, repeated, moved or cut off."""
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        at, length = rng.randrange(len(text) + 1), rng.choice((1, 1, 1, 2, 3, 8, 40))
        other = rng.randrange(len(text) + 1)
        character = rng.choice(CHARACTERS)
        text = rng.choice(
            (
                text[:at] + character + text[at:],
                text[:at] + text[at + length :],
                text[:at] + character + text[at + 1 :],
                text[:at] + text[at : at + length] + text[at:],
                text[:at] + text[other : other + length] + text[at:],
                text[:at] + character * length + text[at:],
                text[:at] + "9" * rng.choice((10, 20, 5000)) + text[at:] if length == 40 else text,
                text[:at] if rng.random() < 0.1 else text,
            )
        )
    return text


def attempt(text, name):
    """Return the puzzle or the error."""
    try:
        return parse(text, name), None
    except ParseError as error:
        return None, error


def check(text, name):
    """Read a text in a format, or in the one that is detected if `name` is None; return the error if it is none."""
    puzzle, error = attempt(text, name)
    if error is not None:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert 1 <= error.line <= len(lines), (text, error.line)
        assert error.source == lines[error.line - 1], (text, error.source)
        assert 1 <= error.column <= len(error.source) + 1, (text, error.column)
        assert error.message, text
        assert "\n" not in error.message, text
        assert len(error.message) < 300, (text, error.message)
        return error
    if name is not None:
        try:
            written = format_puzzle(puzzle, name)
        except PuzzleError:
            return None  # Some texts are read generously.
        assert parse(written, name) == puzzle, text
    return None


def try_mutations(name, text, count):
    """Try mutations of a text in the format it was written in; return how many were refused."""
    rng = random.Random(name)
    refused = 0
    for k in range(count):
        mutation = mutated(rng, text)
        refused += check(mutation, name) is not None
        if k % 2 == 0 or not CODECS[name].detected:
            check(mutation, None)
    return refused


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.formats.samples import SAMPLES

    for name in sys.argv[2:] or NAMES:
        start = time.perf_counter()
        refused = try_mutations(name, SAMPLES[name][0], int(sys.argv[1]))
        print(f"{name:18} {refused:7} refused, {time.perf_counter() - start:.1f} s", flush=True)
