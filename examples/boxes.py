"""Describe a variant as a Model with units and inequalities: a 9 x 9 Futoshiki with 3 x 3 boxes."""

import itertools

import numpy as np

import fastfuto

cells = np.arange(81).reshape(9, 9)
boxes = cells.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
skeleton = fastfuto.Skeleton(81, 9, [*cells, *cells.T, *boxes])

# Values ascend along the main diagonal: inequalities may join any two cells, not only neighbours.
diagonal = np.diag(cells).tolist()
inequalities = list(itertools.pairwise(diagonal))

result = fastfuto.solve(fastfuto.Model(skeleton, inequalities=inequalities))
assert result.grid is not None
grid = result.grid.reshape(9, 9)
print(grid)
print("diagonal:", *np.diag(grid))
