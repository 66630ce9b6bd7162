"""Tasks for training and testing language models: questions with answers, and scores of answers and moves.

`make` contains the function that makes tasks, `prompts` words the questions, and `fingerprint` identifies puzzles up to
symmetry. `reading` finds the grids in a text, which `score` checks, and `judge` judges single moves. `audit` checks
files, and `checking` checks the parts of a file. `dataset` writes data sets: `writers` has a writer for each kind of
file with rows, `arrays` writes NumPy arrays, and `card` writes the card of a data set. `environments`, which must be
imported explicitly, defines the Gymnasium environments, whose state is in `boards`.

The package has the same name as the function `tasks`, so the function replaces the module. ``fastfuto.tasks(10)`` makes
tasks whether the package or the function was imported first, and the names of the package, such as
``fastfuto.tasks.score``, still exist.
"""

import sys

from .audit import Audit, audit
from .dataset import save_dataset
from .judge import Judgement, judge
from .make import tasks
from .score import score
from .task import Task

__all__ = ["Audit", "Judgement", "Task", "audit", "judge", "save_dataset", "score", "tasks"]

vars(tasks).update(vars(sys.modules[__name__]))
tasks.__name__ = __name__  # The import system looks for submodules under this name.
sys.modules[__name__] = tasks  # type: ignore[assignment]
