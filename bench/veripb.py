"""Calls of VeriPB, an independent checker of pseudo-Boolean proofs, in the format version that it reads.

The argument ``--veripb`` or the environment variable ``VERIPB`` names the program; the default is ``veripb``. Version
3 should read the files unchanged, but this has not been tried. Version 1, in Python and C++, spells the same rules
differently and has no hints for ``rup``, so it searches for the implied constraints. A small proof shows which
version a program reads.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

PROOF = """pseudo-Boolean proof version 3.0
f 2 ;
rup >= 1 : 1 2 ;
output NONE ;
conclusion UNSAT : 3 ;
end pseudo-Boolean proof ;
"""


class VeriPB:
    """The checker and the version of the format that it reads."""

    def __init__(self, program: str | None = None) -> None:
        found = shutil.which(program or os.environ.get("VERIPB", "veripb"))
        if found is None:
            raise SystemExit(
                "VeriPB is missing: install it (a Rust package), or name it with VERIPB or --veripb"
            )
        self._program = found
        with tempfile.TemporaryDirectory() as name:
            formula, proof = Path(name) / "formula.opb", Path(name) / "proof.pbp"
            formula.write_text("* #variable= 1 #constraint= 2\n1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n")
            proof.write_text(PROOF)
            for self.version in (3, 1):
                if self.accepts(formula, proof)[0]:
                    return
        raise SystemExit(f"{found} refuses a small proof in versions 3 and 1 of its format")

    def accepts(self, formula: Path, proof: Path) -> tuple[bool, float]:
        """Return whether it accepts a proof, and its processor time in seconds."""
        options: list[str] = []
        if self.version == 1:
            options = ["--requireUnsat"]
            proof = _respelled(proof)
        before = getrusage(RUSAGE_CHILDREN)
        done = subprocess.run([self._program, *options, formula, proof], capture_output=True, check=False)
        after = getrusage(RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return done.returncode == 0, seconds


def _respelled(proof: Path) -> Path:
    """Convert a proof from version 3 to version 1, beside the original; return its path."""
    path = proof.with_suffix(".version1")
    with proof.open(encoding="ascii", errors="replace") as lines, path.open("w", encoding="ascii") as to:
        to.writelines(_lines(lines))
    return path


def _lines(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        rule, _, rest = line.rstrip(" ;\n").partition(" ")
        said, _, hint = rest.rpartition(" : ")
        if rule == "pseudo-Boolean":
            yield "pseudo-Boolean proof version 1.2\n"
        elif rule == "ia":
            yield f"j {hint} {said} ;\n"
        elif rule == "rup":
            yield f"rup {said} ;\n"
        elif rule == "conclusion":
            yield f"c {hint}\n"
        elif rule not in ("output", "end"):
            yield f"{rule} {rest}\n"
