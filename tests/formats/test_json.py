"""JSON of models, and the published schema: what it says, the reader and the writer hold to."""

import copy
import json
import random
import re
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastfuto import (
    Futoshiki,
    Kakuro,
    Model,
    ParseError,
    PuzzleError,
    Skeleton,
    count,
    format_puzzle,
    load_many,
    parse,
)
from fastfuto.formats import detect, json_schema
from fastfuto.formats.model_fields import FAMILY, MODEL_FIELDS
from fastfuto.puzzles import FAMILIES

from ..puzzles.test_families import KINDS
from .errors import error_of

SCHEMA = json_schema()
PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
DESCRIBED = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE))
"""The rows of the tables of the documentation, by their first field."""
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@st.composite
def models(draw):
    n_cells, n_values = draw(st.integers(1, 6)), draw(st.sampled_from([1, 2, 3, 9, 64, 65, 255]))
    cells = st.integers(0, n_cells - 1)
    values = st.integers(1, n_values)
    units = draw(st.lists(st.lists(cells, unique=True), max_size=3))
    domain = st.just(0) | values | st.lists(values, max_size=4)
    pairs = st.tuples(cells, cells).filter(lambda pair: pair[0] != pair[1])
    return Model(
        Skeleton(n_cells, n_values, units),
        draw(st.lists(domain, min_size=n_cells, max_size=n_cells)),
        draw(st.lists(pairs, max_size=3)),
        draw(st.lists(st.tuples(st.lists(cells, max_size=4), st.integers(0, 2**31 - 1)), max_size=2)),
        [
            (*pair, draw(st.lists(st.tuples(values, values), max_size=5)))
            for pair in draw(st.lists(pairs, max_size=2))
        ],
    )


@st.composite
def variants(draw, bases):
    base = draw(bases)
    n = base.n
    cell = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    cells = st.lists(cell, unique=True, min_size=1, max_size=n)
    lists = {
        "cages": draw(st.lists(st.tuples(cells, st.integers(0, 60)), max_size=3)),
        "even": draw(st.lists(cell, unique=True, max_size=3)),
        "odd": draw(st.lists(cell, unique=True, max_size=3)),
    }
    rules = draw(st.lists(st.sampled_from(["diagonals", "anti-knight", "anti-king", "non-consecutive"])))
    return base.with_rules(*rules, **lists) if rules or any(lists.values()) else base


ANY = {
    **{name: kind.strategy for name, kind in KINDS.items()},
    "model": models(),
    **{name: variants(KINDS[name].strategy) for name in ("latin_square", "sudoku")},
}
EVERY_KIND = pytest.mark.parametrize("name", ANY)

MODEL = """\
{
  "schema": 1,
  "family": "model",
  "cells": 3,
  "values": 3,
  "units": [
    [0, 1],
    [2]
  ],
  "domains": [0, [1, 2], []],
  "inequalities": [
    [1, 2]
  ],
  "sums": [
    {"cells": [0, 2], "total": 4}
  ],
  "relations": [
    {"cells": [0, 1], "allowed": [[3], [], [1, 2]]}
  ]
}
"""


def test_a_model_is_read_and_written_exactly():
    model = Model(
        Skeleton(3, 3, [[0, 1], [2]]),
        [0, [1, 2], []],
        [(1, 2)],
        [([0, 2], 4)],
        [(0, 1, [(1, 3), (3, 2), (3, 1)])],
    )
    assert format_puzzle(model, "json") == MODEL
    assert parse(MODEL) == parse(MODEL, "json") == model
    assert detect(MODEL) == "json"
    with pytest.raises(PuzzleError, match="the format source is for Futoshiki, not for Model; use json"):
        format_puzzle(model)


def test_the_models_of_puzzles():
    for puzzle in (Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))]), Kakuro([[None, (3, 0)], [(0, 4), 0]])):
        again = parse(format_puzzle(puzzle.model(), "json"))
        assert again == puzzle.model()
        assert count(again) == count(puzzle)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cells": 0}, "cells must be 1 to 16777216, found 0"),
        ({"values": 256}, "values must be 1 to 255, found 256"),
        ({"domains": [0, 0]}, "domains: expected a list of 3"),
        ({"domains": [0, 0, 1]}, "domains[2]: expected a list, found 1"),
        ({"domains": [0, False, 0]}, "domains[1]: expected a list, found true or false"),
        ({"domains": [0, [4], 0]}, "domains[1]: a value must be 1 to 3, found 4"),
        ({"units": [[0, 0]]}, "unit 0 has cell 0 twice"),
        ({"units": [[0], 1]}, "units[1]: expected a list, found 1"),
        ({"inequalities": [[0, 0]]}, "compares cell 0 with itself"),
        ({"inequalities": [[0, 3]]}, "a cell is outside 0 to 2"),
        ({"sums": [[[0], 4]]}, "sums[0]: expected an object with 'cells' and 'total', found a list"),
        ({"sums": [{"cells": [0]}]}, "sums[0]: the keys must be 'cells' and 'total', found ['cells']"),
        ({"sums": [{"cells": [0], "total": -1}]}, "total of sum 0 must be 0 to"),
        ({"sums": [{"cells": [7], "total": 1}]}, "sum 0: cell 7 is outside"),
        (
            {"relations": [[0, 1]]},
            "relations[0]: expected an object with 'cells' and 'allowed', found a list",
        ),
        (
            {"relations": [{"cells": [0]}]},
            "relations[0]: the keys must be 'cells' and 'allowed', found ['cells']",
        ),
        (
            {"relations": [{"cells": [0, 1], "allowed": [[1]]}]},
            "relations[0].allowed: expected a list of 3, found a",
        ),
        ({"relations": [{"cells": [0, 0], "allowed": [[]] * 3}]}, "relation 0 relates cell 0 to itself"),
        ({"n": 3}, "unknown key 'n'"),
    ],
)
def test_errors_of_models(fields, message):
    assert message in error_of(json.dumps(json.loads(MODEL) | fields), "json").message


@given(model=models())
def test_models_round_trip(model):
    assert parse(format_puzzle(model, "json"), "json") == model


def test_the_schema_names_all_families_and_their_fields():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    fields = {name: family.json_fields for name, family in FAMILIES.items()} | {FAMILY: MODEL_FIELDS}
    assert set(fields) == set(ANY)
    assert SCHEMA["properties"]["family"]["enum"] == sorted(fields)
    assert [each["$ref"] for each in SCHEMA["oneOf"]] == [
        f"#/$defs/{name}" for name in SCHEMA["$defs"] if name in fields
    ]
    for name, names in fields.items():
        described = SCHEMA["$defs"][name]
        assert described["required"] == list(names)
        optional = FAMILIES[name].json_optional if name in FAMILIES else ()
        assert list(described["properties"]) == ["schema", "family", *names, *optional]
        assert described["properties"]["family"] == {"const": name}
        assert all(f"`{field}`" in DESCRIBED[name] for field in names)


@EVERY_KIND
@given(data=st.data())
def test_what_is_written_keeps_to_the_schema(name, data):
    VALIDATOR.validate(json.loads(format_puzzle(data.draw(ANY[name]), "json")))


@EVERY_KIND
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_breaks_the_schema_is_not_read(name, data, seed):
    rng = random.Random(seed)
    value = json.loads(format_puzzle(data.draw(ANY[name]), "json"))
    for _ in range(10):
        changed = mutated(rng, copy.deepcopy(value))
        try:
            parse(json.dumps(changed), "json")
        except ParseError:
            continue
        VALIDATOR.validate(changed)


def mutated(rng, value):
    """Return JSON data with one value in it replaced, removed, repeated or added."""
    holders = list(containers(value))
    holder = rng.choice(holders)
    other = rng.choice(
        [None, True, 0, 1, -1, 7, 255, 256, 2**31, 1.5, "", "a", [], [0], [[0, 0]], {}, {"a": 1}]
    )
    if isinstance(holder, dict):
        key = rng.choice([*holder, "cells", "extra"])
        if key in holder and rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = other
    elif not holder:
        holder.append(other)
    else:
        at = rng.randrange(len(holder))
        change = rng.choice(["replace", "remove", "repeat", "add", "nudge"])
        if change == "remove":
            del holder[at]
        elif change == "repeat":
            holder.insert(at, holder[at])
        elif change == "add":
            holder.insert(at, other)
        elif change == "nudge" and type(holder[at]) is int:
            holder[at] += rng.choice([-1, 1, 1000])
        else:
            holder[at] = other
    return value


def containers(value):
    """Yield the lists and objects of JSON data, outer ones first."""
    if isinstance(value, (list, dict)):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from containers(each)


def test_files_of_many_puzzles_refuse_a_model(tmp_path):
    path = tmp_path / "model.json"
    path.write_text(MODEL)
    with pytest.raises(ParseError, match="this is a model, which is read only alone"):
        next(load_many(path))
