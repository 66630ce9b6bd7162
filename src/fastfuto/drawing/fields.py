"""The data of a puzzle for the page, as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PuzzleError
from ..logic.board import logic_model, names_of
from ..logic.minutes import told
from ..model import value_masks
from ..puzzles.variants import PARITIES, parity_mask
from .families import appearance_of
from .models import groups_of
from .sheet import Sheet


def fields_of(sheet: Sheet) -> dict[str, Any]:
    """Return the data of a puzzle for the page, as JSON.

    Raises
    ------
    PuzzleError
        If the model has a rule that the page does not check.
    """
    puzzle = sheet.puzzle
    model = logic_model(puzzle)
    names = names_of(puzzle, model)
    rows, columns = puzzle.shape
    n = model.n_values
    own = appearance_of(puzzle).page
    assert own is not None
    values = names.gather(np.asarray(puzzle).astype(np.int64))
    shown, own_fields = value_masks(n)[values], own(puzzle, names)
    for name in PARITIES:
        shown[own_fields.get(name, [])] &= parity_mask(n, name)
    if (model.domains != shown).any():
        raise PuzzleError(f"{puzzle.words}: a page cannot show which values are allowed in an empty cell")
    fields: dict[str, Any] = {
        "id": sheet.id,
        "family": puzzle.family,
        "name": puzzle.words,
        "level": sheet.level,
        "time": "" if sheet.minutes is None else told(sheet.minutes),
        "line": sheet.line,
        "rows": rows,
        "columns": columns,
        "n": n,
        "given": values_text(values),
        "less": model.inequalities.tolist(),
        "solutions": sheet.solutions,
        "solution": None,
        "units": [],
        "sums": [{"cells": cells, "total": total} for cells, total in groups_of(model)],
        **own_fields,
    }
    related, numbers, tables = model.relations
    if len(numbers):
        fields["relations"] = np.column_stack([related, numbers]).tolist()
        fields["tables"] = (tables & value_masks(n)[0])[:, :, 0].tolist()
    # The first units of a square are its rows and columns, which are the same for all squares of one size.
    first = 2 * n if "square" in fields else 0
    fields["units"] = [
        [line[0], int(line[1]) + 1, list(cells)]
        for line, cells in zip(names.lines[first:], names.units[first:], strict=True)
    ]
    if sheet.solutions == "one" and sheet.solution is not None:
        fields["solution"] = values_text(names.gather(sheet.solution.astype(np.int64)))
    return fields


def values_text(values: Any) -> str:
    """Return the values as text with one character each: 0 for no value, 1 to 9, then a to p."""
    return "".join(np.base_repr(value, 36).lower() if 0 <= value < 36 else "0" for value in values.tolist())
