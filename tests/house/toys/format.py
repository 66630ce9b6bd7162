"""The toy format is detected, read and written, also beside other texts."""

import contextlib
import io

import fastfuto
from fastfuto.cli import main

text = "toyrows 100 000 002\n"
assert fastfuto.formats.detect(text) == "toyrows"
assert fastfuto.format_puzzle(fastfuto.parse(text), "toyrows") == text
assert [each.n for each in fastfuto.parse_many(text + "3:3,h\n" + text)] == [3, 3, 3]
with contextlib.redirect_stdout(io.StringIO()) as said:
    assert main(["formats"]) == main(["convert", "--to", "latin", text]) == 0
assert "toyrows (LatinSquare), written by nobody\n    toyrows 120 030 000\n" in said.getvalue()
assert said.getvalue().endswith("1 0 0\n0 0 0\n0 0 2\n")
