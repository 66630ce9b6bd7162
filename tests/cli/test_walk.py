"""The way of `fastfuto solve` is what docs/explanation/engines/walk.md says."""

import re
import sys
from pathlib import Path

from fastfuto.cli import main

from ..sources import PACKAGE
from .helpers import EXAMPLES

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "engines" / "walk.md"
FIVE = str(EXAMPLES / "five.txt")


def test_the_page_lists_the_files_of_the_way_in_order(capsys):
    main(["solve", FIVE])  # Now everything is imported.
    called = {}

    def profile(frame, event, _):
        if event == "call":
            called.setdefault(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        assert main(["solve", FIVE]) == 0
    finally:
        sys.setprofile(before)
    files = map(Path, called)
    passed = [path.relative_to(PACKAGE).as_posix() for path in files if path.is_relative_to(PACKAGE)]
    listed = re.findall(r"\]\(../../../src/fastfuto/(\S+)\):", PAGE.read_text(encoding="utf-8"))
    assert listed == passed
