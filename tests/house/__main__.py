"""Add toys to a copy of the project, in which they can be compiled: ``python -m tests.house FOLDER TOY...``."""

import sys
from pathlib import Path

from .edits import add

folder, *toys = sys.argv[1:]
for toy in toys:
    add(Path(folder), toy)
