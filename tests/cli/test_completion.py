"""Shells complete commands, options and choices."""

import os
import subprocess
import sys

import pytest

from ..cases import thorough

pytest.importorskip("argcomplete")


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        thorough(("fastfuto gen", {"generate "})),
        thorough(("fastfuto solve --quie", {"--quiet "})),
        ("fastfuto generate --order num", {"numbers-first "}),
    ],
)
def test_what_may_come_next(line, answers, tmp_path):
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "answers"),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    command = [sys.executable, "-c", "from fastfuto.cli import main; main()"]
    subprocess.run(command, env=os.environ | asked, check=True, capture_output=True)
    assert set((tmp_path / "answers").read_text().split("\n")) == answers
