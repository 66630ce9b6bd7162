"""What the line of a candidate refutes: the deductions lead to a contradiction, and each of them is needed."""

import itertools
import random

import pytest

from fastfuto.logic.refuting import refutation


def bits(mask):
    return {v for v in range(mask.bit_length()) if mask >> v & 1}


def arrangements(left, pairs):
    """Return all arrangements of the values of some cells that keep inequalities, as dicts."""
    values = set().union(*map(bits, left.values()))
    for chosen in itertools.permutations(sorted(values)):
        arranged = dict(zip(left, chosen, strict=True))
        if all(v in bits(left[c]) for c, v in arranged.items()) and all(
            arranged[a] < arranged[b] for a, b in pairs
        ):
            yield arranged


def lines(seed):
    """Yield lines of five open cells with some inequalities, and what their cells have left."""
    rng = random.Random(seed)
    while True:
        hidden = rng.sample(range(5), 5)
        left = {c: 1 << v | rng.getrandbits(5) | rng.getrandbits(5) for c, v in enumerate(hidden)}
        pairs = [(a, b) for a in left for b in left if hidden[a] < hidden[b] and rng.random() < 0.2]
        if pairs:
            yield left, pairs


def test_what_is_refuted_is_in_no_arrangement_and_every_deduction_is_needed():
    refuted = 0
    for left, pairs in itertools.islice(lines(1), 200):
        kept = {(c, v) for each in arrangements(left, pairs) for c, v in each.items()}
        for cell, value in ((c, v) for c in left for v in bits(left[c])):
            if (cell, value) in kept:
                with pytest.raises(ValueError, match="does not refute"):
                    refutation(left, pairs, cell, value)
                continue
            try:
                told = refutation(left, pairs, cell, value)
            except ValueError:
                continue  # Only its arrangements show that it is lost.
            refuted += 1
            assert (told[0].kind, told[0].cell, told[0].values) == ("assumption", cell, 1 << value)
            assert told[-1].kind in ("no value", "no place")
            assert not any(each.kind in ("assumption", "no value", "no place") for each in told[1:-1])
            placed = [each.cell for each in told if each.kind.endswith("single")]
            assert len(placed) == len(set(placed))
    assert refuted > 300
