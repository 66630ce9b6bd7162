"""Where the Python sources of the installed package are."""

from pathlib import Path

import fastfuto

PACKAGE = Path(fastfuto.__file__).parent
"""The folder of the sources. An editable install keeps its compiled files in another folder of `fastfuto.__path__`."""
