"""Certificates: claims about the solutions of a puzzle with their proofs, and their files."""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, Literal

import numpy as np
import numpy.typing as npt

from ..formats import format_puzzle, parse, replacing
from ..limits import counted
from . import check, drat, encoding

Claim = str | int
"""A claim: one of the texts that `prove` accepts, or the number of solutions."""
Format = Literal["pb", "drat"]
PB: Format = "pb"

Pieces = tuple[encoding.Given, ...]
"""The cells and values that each piece of a proof adds to the puzzle."""

LINES = 1 << 12
"""Lines written at a time."""


def check_executor(executor: object) -> None:
    """Raise TypeError for anything but an executor or None."""
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor must be an Executor or None, got {executor!r}")


class Certificate:
    """A claim about the solutions of a puzzle, with a proof that other programs can check.

    `fastfuto.prove` makes certificates, and `save` writes them as files. Certificates are immutable values that can be
    compared and pickled.

    Attributes
    ----------
    puzzle : Puzzle or Model
    claim : str or int
        "no solution", "only this solution", "a solution", or k for exactly k solutions.
    solutions : (k, ...) uint8, or int32 for exact covers, read-only
        The solutions to which the claim refers, each in the puzzle's shape. If "auto" was requested and there are
        several solutions, two of the solutions.
    proofs : tuple of bytes
        The proof that there are no other solutions, as text for VeriPB or as binary DRAT. For thousands of solutions,
        the proof is divided into pieces. For the claim "a solution", the proof is empty.
    pieces : tuple of sequences of (int, int)
        The cells and values that each piece of the proof assumes; ``((),)`` if there is only one piece.
    format : str
        "pb" or "drat".

    See Also
    --------
    fastfuto.prove : Make a certificate.
    fastfuto.verify : Check a certificate.

    Examples
    --------
    >>> import fastfuto
    >>> certificate = fastfuto.prove(fastfuto.Futoshiki([[1, 0], [0, 0]]))
    >>> certificate.claim, certificate.solutions.tolist()
    ('only this solution', [[[1, 2], [2, 1]]])
    """

    __slots__ = ("claim", "format", "pieces", "proofs", "puzzle", "solutions")

    puzzle: Any
    claim: Claim
    solutions: npt.NDArray[Any]
    proofs: tuple[bytes, ...]
    pieces: Pieces
    format: Format

    def __init__(
        self,
        puzzle: Any,
        claim: Claim,
        solutions: npt.NDArray[Any],
        proofs: Sequence[bytes],
        pieces: Pieces = ((),),
        format: Format = PB,
    ) -> None:
        if not isinstance(solutions, np.ndarray) or solutions.dtype not in (np.uint8, np.int32):
            shown = solutions.dtype if isinstance(solutions, np.ndarray) else type(solutions).__name__
            raise TypeError(f"solutions must be an array of uint8 or int32, got {shown}")
        if isinstance(proofs, bytes) or not all(isinstance(proof, bytes) for proof in proofs):
            raise TypeError("proofs must be a sequence of bytes objects")
        if len(proofs) != len(pieces):
            raise ValueError(
                f"expected {counted(len(pieces), 'proof')}, one for each piece, got {len(proofs)}"
            )
        solutions = solutions.copy()
        solutions.flags.writeable = False
        values = (
            puzzle,
            claim,
            solutions,
            tuple(proofs),
            tuple(tuple(map(tuple, each)) for each in pieces),
            format,
        )
        for name, value in zip(
            ("puzzle", "claim", "solutions", "proofs", "pieces", "format"), values, strict=True
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Certificate is immutable: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Certificate, (self.puzzle, self.claim, self.solutions, self.proofs, self.pieces, self.format)

    def __repr__(self) -> str:
        return f"<Certificate: {self}>"

    def __str__(self) -> str:
        size = sum(map(len, self.proofs))
        return f"{self.words}, proof of {counted(size, 'byte')}"

    @property
    def proof(self) -> bytes:
        """The proofs of all pieces, joined in order."""
        return b"".join(self.proofs)

    @property
    def words(self) -> str:
        """The claim in words."""
        return f"exactly {counted(self.claim, 'solution')}" if isinstance(self.claim, int) else self.claim

    @property
    def proof_files(self) -> list[str]:
        """The names of the proof files that `save` writes."""
        return [self._names(number)[1] for number in range(len(self.pieces))]

    def save(self, folder: str | os.PathLike[str], *, binary: bool = False) -> None:
        """Write the certificate as files, which `fastfuto.verify` and other programs can check.

        Parameters
        ----------
        folder : str or path-like
            The folder, which is created if it does not exist. Existing files of the certificate are replaced together
            after all new files have been written. If writing fails, the old files stay unchanged.
        binary : bool
            Whether to write a DRAT proof in binary form, which takes half as many bytes as text.

        Raises
        ------
        PuzzleError
            If JSON cannot hold the puzzle.
        ValueError
            If `binary` is true and the proof is not a DRAT proof.
        OSError
            If a file cannot be written.

        Notes
        -----
        The files are:

        - ``formula.opb``: the rules of the puzzle and one constraint for each solution of the claim, which excludes it.
        - ``proof.pbp``: a proof, in the format of VeriPB 3.0, that this formula has no solution.
        - ``puzzle.json``: the puzzle.
        - ``certificate.json``: the claim, the solutions, and hashes of the other files.

        A certificate in pieces has a formula and a proof for each piece. In the format "drat", the first two files are
        ``formula.cnf`` and ``proof.drat``. For a Latin square of order n, the formula has 3 n^3 terms, or about
        3 n^4 / 2 clauses in the format "drat". Files with other names stay in the folder.
        """
        if binary and self.format == PB:
            raise ValueError("binary=True is only supported for certificates in the format 'drat'")
        path = Path(folder)
        text = format_puzzle(self.puzzle, "json")
        statement = encoding.statement(json.loads(text))
        path.mkdir(parents=True, exist_ok=True)
        names = [self._names(number) for number in range(len(self.pieces))]
        with ExitStack() as stack:
            # The record is replaced last. Therefore its hashes reveal an incomplete replacement.
            record_file = stack.enter_context(replacing(path / encoding.RECORD))
            files = {
                name: stack.enter_context(replacing(path / name))
                for name in (*chain(*names), encoding.PUZZLE)
            }
            sizes = []
            for number, (formula, proof) in enumerate(names):
                sizes.append(self._write_formula(statement, number, files[formula]))
                self._write_proof(number, files[proof], binary)
            files[encoding.PUZZLE].write(text.encode())
            for file in files.values():
                file.flush()
            record = {
                **self._head(statement, sizes, binary),
                "bytes": {name: file.tell() for name, file in files.items()},
                "sha256": {name: check.digest(Path(file.name)) for name, file in files.items()},
            }
            lines = [f'  "{key}": {json.dumps(value)}' for key, value in record.items()]
            record_file.write(("{\n" + ",\n".join(lines) + "\n}\n").encode())

    def to_json(self) -> str:
        """Return the certificate as one line of JSON: the puzzle, the claim, the solutions and the proof.

        Returns
        -------
        str
            A JSON object without a newline. `fastfuto.verify` and ``check.py`` check files of such lines. The formula
            is left out, because the checkers derive it from the puzzle.

        Raises
        ------
        ValueError
            If the proof is divided into pieces or is in the format "drat".
        PuzzleError
            If JSON cannot hold the puzzle.

        Examples
        --------
        >>> import fastfuto
        >>> certificate = fastfuto.prove(fastfuto.Futoshiki([[1, 0], [0, 0]]))
        >>> Certificate.from_json(certificate.to_json()) == certificate
        True
        """
        if self.format != PB or self.pieces != ((),):
            raise ValueError(
                "a certificate in several pieces or in the format 'drat' cannot be written in one line; use save()"
            )
        record = {
            "version": check.VERSION,
            "claim": self.claim,
            "solutions": self.solutions.tolist(),
            "puzzle": json.loads(format_puzzle(self.puzzle, "json")),
            "proof": self.proof.decode("ascii"),
        }
        return json.dumps(record, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Read a certificate from a line of JSON, without verifying it.

        Parameters
        ----------
        text : str
            The result of `to_json`.

        Returns
        -------
        Certificate

        Raises
        ------
        TypeError
            If `text` is not a str.
        ValueError
            If the text does not describe a certificate.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, got {type(text).__name__}")
        record = encoding.object_of(text.encode(), "text", encoding.MAX_TEXT)
        statement = encoding.statement(record.get("puzzle"))
        claim, _ = encoding.claimed(record, statement)
        if record.get("version") != check.VERSION or not isinstance(proof := record.get("proof"), str):
            raise ValueError(f"text: expected a certificate of version {check.VERSION} with a proof")
        puzzle: Any = parse(json.dumps(record["puzzle"]), "json")
        solutions: npt.NDArray[Any]
        if isinstance(statement, encoding.Cover):
            solutions = np.array(record["solutions"], np.int32)
        else:
            layout = statement.layout
            shape = (len(layout), len(layout[0])) if layout else (len(statement.domains),)
            solutions = np.array(record["solutions"], np.uint8).reshape(-1, *shape)
        return cls(puzzle, claim, solutions, [proof.encode("ascii")])

    def _names(self, number: int) -> tuple[str, str]:
        """Return the file names of a piece: the formula and the proof."""
        if self.format == PB:
            return check.names_of_files(number, len(self.pieces))
        return drat.FILES

    def _head(
        self, statement: encoding.Statement | encoding.Cover, sizes: list[int], binary: bool
    ) -> dict[str, Any]:
        """Return the part of the record before the lists of files."""
        head: dict[str, Any] = {
            "version": check.VERSION if self.format == PB else check.DRAT_VERSION,
            "program": f"fastfuto {importlib.metadata.version('fastfuto')}",
            "claim": self.claim,
            "solutions": self.solutions.tolist(),
        }
        if self.format == PB:
            return {**head, "constraints": sizes, "pieces": self.pieces}
        assert isinstance(statement, encoding.Statement)
        variables = len(statement.domains) * statement.n_values
        return {**head, "variables": variables, "clauses": sizes[0], "proof": "binary" if binary else "text"}

    def _excluded(self, statement: encoding.Statement | encoding.Cover, number: int) -> list[encoding.Clause]:
        """Return the solutions that the formula of a piece excludes, as the checker reads them."""
        if self.claim == encoding.SOME_SOLUTION:
            return []
        grids = [
            [value for value in grid.ravel().tolist() if value != statement.hole] for grid in self.solutions
        ]
        return [grid for grid in grids if all(grid[cell] == value for cell, value in self.pieces[number])]

    def _write_formula(
        self, statement: encoding.Statement | encoding.Cover, number: int, file: BinaryIO
    ) -> int:
        """Write the formula with comments that name its variables; return the number of its constraints."""
        excluded = self._excluded(statement, number)
        if self.format == PB:
            names = {x: name for name, x in statement.variables().items()}
            # A wrong solution may have values without a variable; the checker refuses it.
            excluded = [grid for grid in excluded if names.keys() >= set(statement.variables_of(grid))]
            rows = encoding.formula(statement, self.pieces[number], excluded)
            # The constraints are generated twice: their number comes first, and they may not fit into memory.
            n_rows = sum(1 for _ in encoding.formula(statement, self.pieces[number], excluded))
            head = (
                f"* #variable= {len(names)} #constraint= {n_rows}\n"
                f"* The puzzle of puzzle.json, {len(excluded)} solutions excluded; the claim: {self.claim}.\n"
            )
            _write_lines(file, chain([head], (encoding.text_of(row, names) for row in rows)))
            return n_rows
        assert isinstance(statement, encoding.Statement)
        return self._write_clauses(statement, excluded, file)

    def _write_clauses(
        self, statement: encoding.Statement, excluded: Sequence[encoding.Clause], file: BinaryIO
    ) -> int:
        """Write the formula as clauses; return their number."""
        n = statement.n_values
        shape = self.solutions.shape[1:]
        # The clauses are generated twice: their number comes first, and they may not fit into memory.
        n_clauses = sum(1 for _ in drat.formula(statement, excluded))
        head = (
            f"c The puzzle of puzzle.json, {len(excluded)} solutions excluded; the claim: {self.claim}.\n"
            f"c Variable CELL * {n} + VALUE: the cell, counted from 0, takes the value, 1 to {n}.\n"
        )
        if len(shape) == 2:
            head += f"c The cell in ROW and COLUMN, both counted from 0, is ROW * {shape[1]} + COLUMN.\n"
        lines = map(drat.line_of, drat.formula(statement, excluded))
        _write_lines(file, chain([head, f"p cnf {len(statement.domains) * n} {n_clauses}\n"], lines))
        return n_clauses

    def _write_proof(self, number: int, file: BinaryIO, binary: bool) -> None:
        """Write a proof. `binary` decides whether a DRAT proof is written in binary or as text."""
        proof = self.proofs[number]
        if self.format == PB or binary:
            file.write(proof)
        else:
            _write_lines(file, _text_of(proof))

    def _key(self) -> tuple[object, ...]:
        return self.puzzle, self.claim, self.solutions.tobytes(), self.proofs, self.pieces, self.format


def _text_of(proof: bytes) -> Iterator[str]:
    """Yield the lines of a binary DRAT proof."""
    for is_added, literals in drat.binary_steps(io.BytesIO(proof), 2**31):
        yield ("" if is_added else "d ") + drat.line_of(literals)


def _write_lines(file: BinaryIO, lines: Iterable[str]) -> None:
    """Write lines block by block, because they may not fit into memory."""
    lines = iter(lines)
    while block := "".join(islice(lines, LINES)):
        file.write(block.encode("ascii"))
