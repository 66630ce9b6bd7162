"""Tasks for training and testing models: questions with answers, and what an answer or a move is worth.

`make` has the verb that makes tasks, `prompts` the words in which they ask, and `fingerprint` tells puzzles apart up to
symmetry. `reading` finds the grids in a text, which `score` judges, and `judge` looks at single moves. `audit` looks
through files: `containers` reads rows with columns, and `checking` finds out what is wrong with a part of a file.
`dataset` writes files: `writers` has one for each kind, `arrays` that of NumPy, and `card` says what is in a file.
`environments`, which is imported only by itself, has those of gymnasium, whose state `boards` keeps.

The room has the name of a verb. So the module can be called: ``fastfuto.tasks(10)`` is ``fastfuto.tasks.tasks(10)``,
whatever was imported first.
"""

import sys
from types import ModuleType
from typing import Any

from .audit import Audit, audit
from .dataset import save_dataset
from .judge import Judgement, judge
from .make import tasks
from .score import score
from .task import Task

__all__ = ["Audit", "Judgement", "Task", "audit", "judge", "save_dataset", "score", "tasks"]


class _Room(ModuleType):
    """A module that is called as its verb is."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return tasks(*args, **options)


sys.modules[__name__].__class__ = _Room
