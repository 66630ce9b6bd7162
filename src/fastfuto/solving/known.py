"""The solutions of one puzzle that several engines find independently."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt


class Known:
    """The solutions found so far, used to report each solution once.

    A solution found by a learner stays in `_pending` until the search finds it. Once the learners have left and
    `_pending` is empty, no comparison is needed.
    """

    def __init__(self) -> None:
        self._seen = set[bytes]()
        self._pending = set[bytes]()

    def keep_new(self, rows: npt.NDArray[Any], is_search: bool, is_shared: bool) -> int:
        """Move the new solutions to the front of the rows and return their number.

        `is_search` means that the search found the solutions, and `is_shared` that learners may also find solutions.
        """
        if not is_shared:
            self._seen.clear()
            if not self._pending:
                return len(rows)
        n_new = 0
        for row in rows:
            key = row.tobytes()
            if key in self._pending:
                if is_search:
                    self._pending.remove(key)
                    self._seen.add(key)
                continue
            if key in self._seen:
                continue
            if not is_search:
                self._pending.add(key)
            elif is_shared:
                self._seen.add(key)
            rows[n_new] = row
            n_new += 1
        return n_new
