"""The registry of contestants, including fastfuto, which share one function type.

Every contestant runs in one thread, unless its name differs. The times of building a rival's model and of solving are
separate. Rivals are optional installs, and missing rivals are reported as missing.
"""

from __future__ import annotations

import importlib.util
import shutil
from functools import partial
from typing import NamedTuple

from ..tasks import Rival
from . import client, generation, models, others, ours, plain


class Contestant(NamedTuple):
    """A contestant: its function and its requirements."""

    rival: Rival
    module: str | None = None  # A module that must be installed.
    package: str | None = None  # The package of the module.
    grace: float = 60
    """Seconds for building beyond the limit, after which the contestant's own process is ended."""
    program: str | None = None  # A program that must be installed.
    takes_seed: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether the requirements are installed."""
        if self.program is not None and shutil.which(self.program) is None:
            return False
        return self.module is None or importlib.util.find_spec(self.module) is not None


PLAIN_CP_SAT = {
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "linearization_level": 0,
    "symmetry_level": 0,
}
"""CP-SAT without presolve, probing, linearization and symmetry: two to four times as fast on Futoshiki of all sizes.

On large grids it is on average 1.8 times as fast as with one Boolean variable per candidate. These variables are up
to twice as fast on critical grids and take 3 to 5 times as long on wide grids. Fixed search on the smallest domain
and quick restarts are worse.
"""

ORTOOLS = "ortools", "ortools"
PYSAT = "pysat", "python-sat"
KISSAT = "passagemath_kissat", "passagemath-kissat"

CONTESTANTS: dict[str, Contestant] = {
    "fastfuto": Contestant(ours.fastfuto_call, takes_seed=True),
    "fastfuto (2 threads)": Contestant(partial(ours.fastfuto_call, threads=2), takes_seed=True),
    "fastfuto (states)": Contestant(partial(ours.fastfuto_call, engine="states")),
    "fastfuto (search)": Contestant(partial(ours.fastfuto_call, engine="search")),
    "fastfuto (learner by activity)": Contestant(ours.by_activity, takes_seed=True),
    "fastfuto (leftmost item)": Contestant(ours.leftmost),
    "fastfuto (same object again)": Contestant(ours.fastfuto_again),
    "fastfuto (50 in a batch)": Contestant(ours.fastfuto_50),
    "fastfuto (text to text)": Contestant(ours.one_text_each),
    "fastfuto (inside it)": Contestant(client.inside),
    "reasoning-gym": Contestant(client.theirs, "reasoning_gym", "reasoning-gym"),
    "sgt-unequal": Contestant(generation.theirs, program=generation.PROGRAM, package="sgt-puzzles"),
    "reference": Contestant(ours.reference),
    "plain C": Contestant(plain.plain, program="cc"),
    "CP-SAT": Contestant(models.cp_sat, *ORTOOLS),
    "CP-SAT tuned": Contestant(partial(models.cp_sat, **PLAIN_CP_SAT), *ORTOOLS),
    "CP-SAT tuned (2 workers)": Contestant(partial(models.cp_sat, num_workers=2, **PLAIN_CP_SAT), *ORTOOLS),
    "Pumpkin": Contestant(models.pumpkin, "pumpkin_solver", "pumpkin-solver"),
    "CaDiCaL": Contestant(partial(models.sat, solver="cadical195"), *PYSAT),
    # Only in stable mode, it is up to 30 times as fast on wide instances, up to twice as fast on critical instances,
    # and equally fast without a solution. Order literals for inequalities are faster on 3 of 10 instances and slower
    # on 6.
    "CaDiCaL stable": Contestant(
        partial(models.sat, solver="cadical195", slices=False, stabilizeonly=1), *PYSAT
    ),
    "CaDiCaL 3.0 stable": Contestant(
        partial(models.sat, solver="cadical300", slices=False, stabilizeonly=1), *PYSAT
    ),
    # Each slice would reset the number of learned clauses that it keeps.
    "MiniSat": Contestant(partial(models.sat, solver="minisat22", slices=False), *PYSAT),
    # Only in stable mode, it is faster on 8 of 13 instances, slower on 4, and 1.2 times as fast on average.
    # python-sat also has it, but without options.
    "Kissat stable": Contestant(partial(models.kissat, options=("--stable=2",)), *KISSAT),
    "Glucose": Contestant(partial(models.sat, solver="glucose42"), *PYSAT),
    "Ganak": Contestant(models.ganak, "pyganak", "pyganak", grace=2),
    "d4": Contestant(models.d4, "py_d4", "d4Solver", grace=2),
    "exact-cover": Contestant(others.exact_cover, "exact_cover", "exact-cover"),
    "xcover": Contestant(others.xcover, "xcover", "xcover"),
    "dlx-cython": Contestant(others.dlx_cython, "dlxsolver", "dlx-cython"),
    "miniexact": Contestant(others.miniexact, "miniexact", "miniexact"),
    "pyxcc": Contestant(others.pyxcc, "pyxcc", "pyxcc"),
    "rustoku": Contestant(others.rustoku, "rustoku", "rustoku"),
    "lib-sudoku": Contestant(others.lib_sudoku, "lib_sudoku", "lib-sudoku"),
    "itertools (fromiter)": Contestant(others.itertools_fromiter),
    "itertools (bytes)": Contestant(others.itertools_bytes),
}

PACKAGES = sorted({"fastfuto", "numpy", *(one.package for one in CONTESTANTS.values() if one.package)})
