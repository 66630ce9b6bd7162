"""Bits: n x n cells that each hold 1 or 2, and nothing else."""

import re

import numpy as np

from ..model import Model, Skeleton
from .base import Puzzle, whole_numbers
from .text import Scanner


class Bits(Puzzle):
    "Cells that hold 1 or 2."

    family = "bits"
    json_fields = ("n",)
    __slots__ = ("n",)

    def __init__(self, n):
        self.n = n

    def __array__(self, dtype=None, copy=None):
        return np.zeros(self.shape, dtype)

    def _key(self):
        return (self.n,)

    @classmethod
    def parse(cls, text):
        scan = Scanner(text)
        puzzle = cls(int(scan.need(re.compile(r"\s*bits ([1-9][0-9]{0,2})\b"), "bits and a number")))
        scan.finish()
        return puzzle

    def __repr__(self):
        return f"{type(self).__name__}({self.n})"

    def __str__(self):
        return f"bits {self.n}\n"

    def fields(self):
        return {"n": self.n}

    @classmethod
    def from_fields(cls, reader, fields):
        return cls(reader.number("n", fields, 255))

    @property
    def shape(self):
        return (self.n, self.n)

    def violations(self):
        return []

    def model(self):
        return Model(Skeleton(self.n**2, 2))

    def decode(self, values):
        return values.reshape(self.shape)

    def is_solution(self, solution):
        values = whole_numbers(solution, self.shape)
        return values is not None and bool(np.isin(values, (1, 2)).all())

    def show(self, solution):
        return "".join(" ".join(map(str, row)) + "\n" for row in np.asarray(solution).tolist())
