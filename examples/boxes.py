"""A variant by its units and inequalities: Futoshiki on a 9 x 9 grid with 3 x 3 boxes, as a Model."""

import itertools

import numpy as np

import fastfuto

cells = np.arange(81).reshape(9, 9)
boxes = cells.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
skeleton = fastfuto.Skeleton(81, 9, [*cells, *cells.T, *boxes])

# Signs down the main diagonal: cells that are no neighbours may be ordered just as well.
diagonal = np.diag(cells).tolist()
inequalities = list(itertools.pairwise(diagonal))

result = fastfuto.solve(fastfuto.Model(skeleton, inequalities=inequalities))
assert result.grid is not None
grid = result.grid.reshape(9, 9)
print(grid)
print("diagonal:", *np.diag(grid))
