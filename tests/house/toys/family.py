"""The toy family is counted, solved, written, parsed and drawn."""

from pathlib import Path

import pytest

import fastfuto
from fastfuto import Bits

assert fastfuto.count(Bits(2)) == 16
assert fastfuto.solve(Bits(2)).grid.tolist() == [[1, 1], [1, 1]]
text = fastfuto.format_puzzle(Bits(4), "json")
assert fastfuto.parse(text).n == Bits.parse(str(Bits(4))).n == 4

drawing = fastfuto.draw(Bits(2), [[1, 2], [2, 1]])
assert "<title>Bits, 2 x 2, 0 numbers</title>" in drawing.svg
assert drawing.svg.count("cell r") == 4
assert drawing.text == "1 2\n2 1\n"
assert drawing.screen(has_colours=True).count("\033[36m") == 4
fastfuto.page(Bits(2), "page.html")
assert '"name":"Bits 2 x 2"' in Path("page.html").read_text(encoding="utf-8")
fastfuto.booklet(Bits(2), "book.html", strips=True)
assert "1. Bits 2 x 2, several solutions" in Path("book.html").read_text(encoding="utf-8")
with pytest.raises(fastfuto.PuzzleError, match="Bits"):
    fastfuto.page(fastfuto.Permutations(2), "page.html")
