"""An engine that tries everything."""

import itertools

from .protocol import EXHAUSTED, SOLUTION


class Toy:
    bytes = 0

    def __init__(self, request):
        self._model = request.model
        self._tried = itertools.product(*map(self._model.allowed, range(self._model.n_cells)))
        self.nodes = self.backtracks = self.total = self.found = 0

    def run(self, budget, limit, out=None):
        self.found = 0
        for values in self._tried:
            self.nodes += 1
            units = all(
                len({values[cell] for cell in unit}) == len(unit) for unit in self._model.skeleton.units
            )
            if units and all(values[a] < values[b] for a, b in self._model.inequalities.tolist()):
                if out is not None:
                    out[self.found] = values
                self.found += 1
                self.total += 1
                if self.found == limit:
                    return SOLUTION
        return EXHAUSTED
