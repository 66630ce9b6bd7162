"""The page to play, live on the site: a file that `fastfuto.page` writes, shown on the page about it."""

from pathlib import Path

from sphinx.application import Sphinx

import fastfuto

PLACE = "<!-- the page itself -->\n"
NAME = "playing.html"
LIVE = f"""```{{raw}} html
<p><a href="{NAME}">Play in a window of its own</a></p>
<iframe class="playing" src="{NAME}" title="Puzzles to play" loading="lazy"></iframe>
```
"""
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
    """Replace the comment by the page."""
    source[0] = source[0].replace(PLACE, LIVE)


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the page beside the others."""
    if error is None and app.builder.format == "html":
        puzzles = [fastfuto.generate(n, **recipe).puzzle for n, recipe in PUZZLES]
        fastfuto.page(puzzles, Path(app.outdir, NAME), title="Play")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("source-read", insert)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
