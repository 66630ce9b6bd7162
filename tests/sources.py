"""Where the Python sources of the installed package and its documents are."""

from pathlib import Path

import pytest

import fastfuto

PACKAGE = Path(fastfuto.__file__).parent
"""The folder of the sources. An editable install keeps its compiled files in another folder of `fastfuto.__path__`."""


def document(name):
    """Return the path of a document, named from the root of the project; skip the test if there is none."""
    path = Path(__file__).parents[1] / name
    if not path.exists():
        pytest.skip("the documents are not part of the sdist")
    return path
