"""The fields of a raw model in JSON."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ..model import MAX_CELLS, MAX_VALUES, Model, Skeleton, mask_bits
from ..puzzles.fields import FieldReader, kind_of, shown

FAMILY = "model"
"""The family name of models in JSON."""
MODEL_FIELDS = ("cells", "values", "units", "domains", "inequalities", "sums", "relations")
"""Names of the fields, in the order in which they are written."""


def fields_of(model: Model) -> dict[str, Any]:
    """Return the fields of the JSON object that `model_of` reads.

    A domain is a list of values, or 0 for all values. A sum is an object with ``cells`` and a ``total``. A relation
    is an object with two ``cells`` and ``allowed``, which lists the second cell's values for each value of the first.
    """
    allowed = [model.allowed(cell) for cell in range(model.n_cells)]
    cells, totals = model.sums.cells.tolist(), model.sums.totals.tolist()
    spans = itertools.pairwise(model.sums.starts.tolist())
    return {
        "cells": model.n_cells,
        "values": model.n_values,
        "units": model.skeleton.units,
        "domains": [0 if len(values) == model.n_values else values for values in allowed],
        "inequalities": model.inequalities.tolist(),
        "sums": [{"cells": cells[a:b], "total": total} for (a, b), total in zip(spans, totals, strict=True)],
        "relations": _relations_of(model),
    }


def model_of(reader: FieldReader, fields: dict[str, Any]) -> Model:
    """Build a model from the fields of a JSON object.

    Raises
    ------
    ParseError
        If a field has a value of the wrong type, or a size or a value in a domain is out of range.
    PuzzleError
        If the values cannot be a model.
    """
    n_cells = reader.number("cells", fields, MAX_CELLS)
    n_values = reader.number("values", fields, MAX_VALUES)
    domains = reader.items("domains", fields["domains"], n_cells)
    for k, domain in enumerate(domains):
        path = f"domains[{k}]"
        if type(domain) is int and domain == 0:
            continue
        for value in reader.numbers(path, domain, (None,)):
            if not 1 <= value <= n_values:
                reader.reject(path, f"{path}: a value must be 1 to {n_values}, found {value}")
    units = [
        reader.numbers(f"units[{k}]", unit, (None,))
        for k, unit in enumerate(reader.items("units", fields["units"]))
    ]
    inequalities = reader.numbers("inequalities", fields["inequalities"], (None, 2))
    sums = [_sum(reader, f"sums[{k}]", each) for k, each in enumerate(reader.items("sums", fields["sums"]))]
    relations = [
        _relation(reader, f"relations[{k}]", each, n_values)
        for k, each in enumerate(reader.items("relations", fields["relations"]))
    ]
    return Model(Skeleton(n_cells, n_values, units), domains, inequalities, sums, relations)


def _relations_of(model: Model) -> list[dict[str, Any]]:
    """Return the relations as objects; relations with the same table share one list of pairs."""
    cells, numbers, tables = model.relations
    bits = mask_bits(tables, model.n_values)
    allowed = [[(np.flatnonzero(row) + 1).tolist() for row in table] for table in bits]
    return [
        {"cells": pair, "allowed": allowed[number]}
        for pair, number in zip(cells.tolist(), numbers.tolist(), strict=True)
    ]


def _relation(
    reader: FieldReader, path: str, value: object, n_values: int
) -> tuple[int, int, list[tuple[int, int]]]:
    """Return the two cells of a relation and the pairs of values that it allows."""
    fields = _object(reader, path, value, "cells", "allowed")
    first, second = reader.numbers(f"{path}.cells", fields["cells"], (2,))
    rows = reader.numbers(f"{path}.allowed", fields["allowed"], (n_values, None))
    return first, second, [(v, w) for v, row in enumerate(rows, 1) for w in row]


def _object(reader: FieldReader, path: str, value: object, *keys: str) -> dict[str, Any]:
    """Check that a value is an object with two keys."""
    first, second = keys
    if not isinstance(value, dict):
        reader.reject(
            path, f"{path}: expected an object with {first!r} and {second!r}, found {kind_of(value)}"
        )
    if set(value) != set(keys):
        reader.reject(
            path, f"{path}: the keys must be {first!r} and {second!r}, found {shown(sorted(value))}"
        )
    return value


def _sum(reader: FieldReader, path: str, value: object) -> tuple[list[int], int]:
    """Return the cells and the total of a sum."""
    value = _object(reader, path, value, "cells", "total")
    return (
        reader.numbers(f"{path}.cells", value["cells"], (None,)),
        reader.whole(f"{path}.total", value["total"]),
    )
