"""Certificates: a claim about the solutions of a puzzle, with its proof, and the four files that hold it."""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ..formats import format_puzzle, replacing
from . import check

__all__ = ["Certificate", "Claim"]

Claim = str | int
"""What is claimed: one of the words of `prove`, or the number of solutions."""

LINES = 1 << 12
"""Lines that are written at once."""


class Certificate:
    """A claim about the solutions of a puzzle, with a proof that other programs can check.

    `fastfuto.prove` makes certificates, and `save` writes them as files. They are immutable values: they can be
    compared and pickled.

    Attributes
    ----------
    puzzle : Puzzle or Model
    claim : str or int
        "no solution", "only this solution", "a solution", or k for exactly k solutions.
    solutions : (k, ...) uint8, read-only
        The solutions that the claim speaks of, each in the puzzle's own shape. Where the puzzle has several and the
        claim is "a solution", these are two of them.
    proof : bytes
        The proof that there are no others, as binary DRAT; empty if the claim is "a solution".
    """

    __slots__ = ("claim", "proof", "puzzle", "solutions")

    puzzle: Any
    claim: Claim
    solutions: npt.NDArray[np.uint8]
    proof: bytes

    def __init__(self, puzzle: Any, claim: Claim, solutions: npt.NDArray[np.uint8], proof: bytes) -> None:
        if not isinstance(solutions, np.ndarray) or solutions.dtype != np.uint8:
            raise TypeError(f"solutions must be an array of uint8, got {type(solutions).__name__}")
        if not isinstance(proof, bytes):
            raise TypeError(f"proof must be bytes, got {type(proof).__name__}")
        solutions = solutions.copy()
        solutions.flags.writeable = False
        for name, value in zip(
            ("puzzle", "claim", "solutions", "proof"), (puzzle, claim, solutions, proof), strict=True
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Certificate is immutable: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Certificate, (self.puzzle, self.claim, self.solutions, self.proof)

    def __repr__(self) -> str:
        return f"<Certificate: {self}>"

    def __str__(self) -> str:
        return f"{self.words}, proof of {len(self.proof)} bytes"

    @property
    def words(self) -> str:
        """The claim in words."""
        return f"exactly {self.claim} solutions" if isinstance(self.claim, int) else self.claim

    def save(self, folder: str | os.PathLike[str], *, binary: bool = False) -> None:
        """Write the certificate as four files, which `fastfuto.verify` and other programs can check.

        Parameters
        ----------
        folder : str or path-like
            Is made if it does not exist. Files of these names are replaced together when all four are written. If
            anything fails before, they stay as they were.
        binary : bool
            Whether the proof is written as binary DRAT, which takes half of the bytes, instead of text.

        Raises
        ------
        PuzzleError
            If JSON cannot hold the puzzle.
        OSError
            If a file cannot be written.

        Notes
        -----
        The files are ``formula.cnf`` (the rules of the puzzle, and one clause for each solution that is to be excluded,
        as DIMACS), ``proof.drat`` (a DRUP proof that this formula has no solution), ``puzzle.json``, and
        ``certificate.json`` (the claim, the solutions, and hashes of the other files). The formula takes a microsecond
        and 10 bytes for each clause. A Latin square of order n has about 3 n^4 / 2 of them, a Sudoku 12,000.
        """
        path = Path(folder)
        text = format_puzzle(self.puzzle, "json")
        statement = check.statement(json.loads(text))
        path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            # The record is the last one to be put in place: if the process is killed before that, its hashes tell.
            record_file = stack.enter_context(replacing(path / check.RECORD))
            files = {
                name: stack.enter_context(replacing(path / name))
                for name in (check.FORMULA, check.PROOF, check.PUZZLE)
            }
            n_clauses = self._write_formula(statement, files[check.FORMULA])
            self._write_proof(files[check.PROOF], binary)
            files[check.PUZZLE].write(text.encode())
            for file in files.values():
                file.flush()
            record = {
                "version": check.VERSION,
                "program": f"fastfuto {importlib.metadata.version('fastfuto')}",
                "claim": self.claim,
                "solutions": self.solutions.tolist(),
                "variables": len(statement.domains) * statement.n_values,
                "clauses": n_clauses,
                "proof": "binary" if binary else "text",
                "bytes": {name: file.tell() for name, file in files.items()},
                "sha256": {name: check.digest(Path(file.name)) for name, file in files.items()},
            }
            lines = [f'  "{key}": {json.dumps(value)}' for key, value in record.items()]
            record_file.write(("{\n" + ",\n".join(lines) + "\n}\n").encode())

    def _write_formula(self, statement: check.Statement, file: BinaryIO) -> int:
        """Write the formula with comments that name its variables; return the number of its clauses."""
        n = statement.n_values
        excluded: list[list[int]] = []
        if self.claim != check.SOME_SOLUTION:
            excluded = [solution.ravel().tolist() for solution in self.solutions]
        shape = self.solutions.shape[1:]
        # The clauses are made twice, because their number comes first and there may be too many to be kept.
        n_clauses = sum(1 for _ in check.formula(statement, excluded))
        head = (
            f"c The puzzle of puzzle.json, {len(excluded)} solutions excluded; the claim: {self.claim}.\n"
            f"c Variable CELL * {n} + VALUE: the cell, counted from 0, takes the value, 1 to {n}.\n"
        )
        if len(shape) == 2:
            head += f"c The cell in ROW and COLUMN, both counted from 0, is ROW * {shape[1]} + COLUMN.\n"
        lines = map(check.line_of, check.formula(statement, excluded))
        _write_lines(file, chain([head, f"p cnf {len(statement.domains) * n} {n_clauses}\n"], lines))
        return n_clauses

    def _write_proof(self, file: BinaryIO, binary: bool) -> None:
        """Write the proof in binary or as text."""
        if binary:
            file.write(self.proof)
            return
        steps = check.binary_steps(io.BytesIO(self.proof), 2**31)
        _write_lines(
            file, (("" if is_added else "d ") + check.line_of(literals) for is_added, literals in steps)
        )

    def _key(self) -> tuple[object, ...]:
        return self.puzzle, self.claim, self.solutions.tobytes(), self.proof


def _write_lines(file: BinaryIO, lines: Iterable[str]) -> None:
    """Write lines, of which there may be more than fit into memory."""
    lines = iter(lines)
    while block := "".join(islice(lines, LINES)):
        file.write(block.encode("ascii"))
