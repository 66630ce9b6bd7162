"""The pages that are live on the site: puzzles to play, a file that `fastfuto.page` writes, and "Try it"."""

from pathlib import Path

import trying
from sphinx.application import Sphinx

import fastfuto

LIVE = """```{{raw}} html
<p><a href="../{name}">{words} in a window of its own</a></p>
<iframe class="playing" src="../{name}" title="{title}" loading="lazy"></iframe>
```
"""
PLACES = {
    "<!-- the page itself -->\n": LIVE.format(name="playing.html", words="Play", title="Puzzles to play"),
    "<!-- the page to try -->\n": LIVE.format(name="trying.html", words="Try it", title="Try it"),
}
PUZZLES = (
    *((n, {"level": "easy"}) for n in (4, 5, 6, 7)),
    *((n, {"level": level}) for level in ("moderate", "tricky", "hard", "extreme") for n in (6, 7, 9)),
    (7, {"level": "diabolical"}),
    *((6, {"level": level, "variant": "adjacent"}) for level in ("easy", "hard")),
    *((9, {"level": level, "family": "sudoku"}) for level in ("moderate", "tricky", "hard")),
    (9, {"level": "tricky", "family": "sudoku", "variant": "inequalities"}),
    (7, {"level": "tricky", "family": "latin"}),
    *((8, {"level": level, "family": "kakuro"}) for level in ("easy", "moderate")),
)
"""Sizes and recipes of the puzzles."""


def insert(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the comments by the pages."""
    for place, live in PLACES.items():
        source[0] = source[0].replace(place, live)


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the pages beside the others."""
    if error is None and app.builder.format == "html":
        puzzles = [fastfuto.generate(n, **recipe).puzzle for n, recipe in PUZZLES]
        fastfuto.page(puzzles, Path(app.outdir, "playing.html"), title="Play")
        Path(app.outdir, "trying.html").write_text(trying.text(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("source-read", insert)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
