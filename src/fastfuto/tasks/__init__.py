"""Tasks for training and testing models: questions with answers, and what an answer or a move is worth.

`make` has the verb that makes tasks, `prompts` the words in which they ask, and `fingerprint` tells puzzles apart up to
symmetry. `reading` finds the grids in a text, which `score` judges, and `judge` looks at single moves. `audit` looks
through files: `containers` reads rows with columns, and `checking` finds out what is wrong with a part of a file.
`dataset` writes files: `writers` has one for each kind, `arrays` that of NumPy, and `card` says what is in a file.
`environments`, which is imported only by itself, has those of gymnasium, whose state `boards` keeps.

The room has the name of a verb, so that function replaces the module: ``fastfuto.tasks(10)`` makes tasks, whatever was
imported first, and ``fastfuto.tasks.score`` is still a name of the room.
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
tasks.__name__ = __name__  # The import system looks for submodules below this name.
sys.modules[__name__] = tasks  # type: ignore[assignment]
