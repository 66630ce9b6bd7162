"""Pictures on the pages of the techniques, drawn from the examples of these pages."""

import doctest
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import fastfuto

EXAMPLE = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def picture(app: Sphinx, docname: str, source: list[str]) -> None:
    """Draw the step of the example, in light and in dark colours, below the example."""
    folder, _, name = docname.rpartition("/")
    example = EXAMPLE.search(source[0])
    if folder != "explanation/techniques" or example is None:
        return
    names: dict[str, Any] = {}
    for each in doctest.DocTestParser().get_examples(example[1]):
        if not each.source.startswith(("print", "for")):
            exec(each.source, names)
    if "step" in names:
        puzzle, step = names["puzzle"], names["step"]
    else:
        puzzle, step = names["explanation"].puzzle, names["explanation"].steps[-1]
    explanation = fastfuto.explain(puzzle)
    before = dict(zip(explanation.steps, explanation.states(), strict=True)).get(step)
    made = Path(app.srcdir, "_made")
    made.mkdir(exist_ok=True)
    lines = []
    for style in ("light", "dark"):
        path = made / f"{name}-{style}.svg"
        svg = fastfuto.draw(puzzle, step=step, candidates=before, style=style, width=480).svg
        if not path.exists() or path.read_text(encoding="utf-8") != svg:
            path.write_text(svg, encoding="utf-8")
        lines += [f"```{{image}} /_made/{path.name}", f":class: only-{style}", f":alt: {step.text()}", "```"]
    source[0] = "\n".join([source[0][: example.end()], "", *lines, source[0][example.end() :]])


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("source-read", picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
