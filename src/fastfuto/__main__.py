"""Run the command line: ``python -m fastfuto``."""

import sys

from .cli import main

sys.exit(main())
