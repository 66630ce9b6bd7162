"""Products: Latin squares in which pairs of cells have products."""

from ..model import Model, latin_skeleton
from .latin import LatinSquare


class Products(LatinSquare):
    family = "products"
    __slots__ = ("products",)

    def __init__(self, grid, products):
        super().__init__(grid)
        self.products = tuple(products)

    def model(self):
        plain = super().model()
        values = range(1, self.n + 1)
        relations = [
            (a, b, [(v, w) for v in values for w in values if v * w == product])
            for a, b, product in self.products
        ]
        return Model(
            latin_skeleton(self.n), [plain.allowed(cell) for cell in range(self.n**2)], relations=relations
        )
