"""The data of a puzzle for the page, as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..logic.board import logic_model, names_of
from ..logic.minutes import told
from .families import appearance_of
from .sheet import Sheet


def fields_of(sheet: Sheet) -> dict[str, Any]:
    """Return the data of a puzzle for the page, as JSON."""
    puzzle = sheet.puzzle
    model = logic_model(puzzle)
    names = names_of(puzzle, model)
    rows, columns = puzzle.shape
    n = model.n_values
    own = appearance_of(puzzle).page
    assert own is not None
    starts, cells = model.sums.starts.tolist(), model.sums.cells.tolist()
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
        "given": values_text(names.gather(np.asarray(puzzle).astype(np.int64))),
        "less": model.inequalities.tolist(),
        "solutions": sheet.solutions,
        "solution": None,
        "units": [],
        "sums": [
            {"cells": cells[starts[k] : starts[k + 1]], "total": total}
            for k, total in enumerate(model.sums.totals.tolist())
        ],
        **own(puzzle, names),
    }
    # The rows and columns of a square come first, and are the same for all squares of one size.
    first = 2 * n if "square" in fields else 0
    fields["units"] = [
        [line[0], int(line[1]) + 1, list(cells)]
        for line, cells in zip(names.lines[first:], names.units[first:], strict=True)
    ]
    if sheet.solutions == "one" and sheet.solution is not None:
        fields["solution"] = values_text(names.gather(sheet.solution.astype(np.int64)))
    return fields


def values_text(values: Any) -> str:
    """Return values with one character each: 0 for none, 1 to 9, then a to p."""
    return "".join(np.base_repr(value, 36).lower() if 0 <= value < 36 else "0" for value in values.tolist())
