"""Plots of the benchmarks, drawn from the JSON files beside the reports."""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))

from bench import plots  # noqa: E402
from bench.report import PLOT  # noqa: E402

PLACE = re.compile(PLOT.format(r"(\S+)\.json"))


def insert(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the comment of a report by the plot of its JSON file."""

    def picture(found: re.Match[str]) -> str:
        made = Path(app.srcdir, "_made", f"{found[1]}.svg")
        made.parent.mkdir(exist_ok=True)
        results = ROOT / "bench" / "results" / f"{found[1]}.json"
        app.env.note_dependency(str(results))
        plots.draw(results, made)
        return f"```{{image}} /_made/{made.name}\n:alt: the plot of the table above\n```"

    source[0] = PLACE.sub(picture, source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("source-read", insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
