"""HTML pages and parts of pages: pictures with text, and answers for notebooks."""

from __future__ import annotations

import html
import itertools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..languages import LanguageCode, language_named
from ..limits import full, rounded
from ..logic.minutes import told
from ..puzzles import Puzzle
from .families import view_of
from .steps import show_step
from .style import Style, look_of, style_named
from .svg import escaped, fitting_width, svg

if TYPE_CHECKING:
    from ..logic import Explanation, Grade, Step
    from ..solving.result import CountResult, EstimateResult, Result

MOST_PICTURES = 200
"""Most steps of an explanation with a picture; further steps have only their sentence."""


def page_of(title: str, picture: str, caption: str, style: Style, language: LanguageCode) -> str:
    """Return a complete page with one picture; the caption may be empty."""
    words = f"<figcaption>{escaped(caption)}</figcaption>\n" if caption else ""
    return _page(title, f"<figure>\n{picture}{words}</figure>\n", style, language)


def steps_page(explanations: Iterable[tuple[str, Explanation]], language: LanguageCode = "en") -> str:
    """Return a complete page with the steps of several puzzles, under the title of each puzzle."""
    parts = [
        f"<h2>{escaped(title)}</h2>\n{explanation_part(found, language)}\n" for title, found in explanations
    ]
    heading = language_named(language).endings["heading"]
    return _page(heading, "".join(parts), style_named(None), language)


def _page(title: str, body: str, style: Style, language: LanguageCode = "en") -> str:
    rules = "body{margin:1em auto;max-width:40em;padding:0 1em;font-family:Helvetica,Arial,sans-serif}"
    rules += f"figure{{margin:0}}body{{background:{style.paper};color:{style.number}}}"
    if style.dark is not None:
        dark = style.dark
        rules += f"@media(prefers-color-scheme:dark){{body{{background:{dark.paper};color:{dark.number}}}}}"
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{rules}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def explanation_part(explanation: Explanation, language: LanguageCode = "en") -> str:
    """Return the steps of an explanation as a foldable list, with a picture for each."""
    words, count = language_named(language).endings, len(explanation)
    ending = explanation.ending_in(language)
    ending = words["step" if count == 1 else "steps"].format(
        count=count, ending=ending[0].lower() + ending[1:]
    )
    parts = [
        f"<style>{look_of(style_named(None)).rules}</style>",
        f"<p>{ending}</p>",
        f'<details open=""><summary>{words["heading"]}</summary><ol>',
    ]
    puzzle = explanation.puzzle
    states = itertools.chain(
        itertools.islice(explanation.states(), MOST_PICTURES if isinstance(puzzle, Puzzle) else 0),
        itertools.repeat(None),
    )
    for step, state in zip(explanation.steps, states, strict=False):
        told = step.text(language=language)
        picture = "" if state is None else _picture(puzzle, state, step, told)
        parts.append(
            f"<li><details><summary>{escaped(told)}</summary>{picture}</details></li>"
            if picture
            else f"<li>{escaped(told)}</li>"
        )
    parts.append("</ol></details>")
    return _part("explanation", "\n".join(parts))


def _picture(puzzle: Any, state: Any, step: Any, told: str) -> str:
    """Return the picture of a step, or "" for a family without pictures of steps."""
    try:
        view = view_of(puzzle, None, state)
    except PuzzleError:
        return ""
    show_step(view, puzzle, step, True)
    scene = view.appearance.scene(view)
    return svg(scene, style_named(None), size=fitting_width(scene), description=told, sheet=False)


def grade_part(grade: Grade) -> str:
    """Return a grade as a table."""
    rows = {
        "hardest technique": grade.hardest or "none",
        "its score": f"{grade.score:.1f}",
        "steps beyond inequalities": str(grade.steps),
        "their scores together": f"{grade.total:.1f}",
    }
    if grade.minutes is not None:
        rows["time"] = told(grade.minutes)
    unsure = "" if grade.exact else " (given up: the rules might go further)"
    return _part("grade", f"<p><b>{escaped(grade.level or 'no solution')}</b>{unsure}</p>{_table(rows)}")


def result_part(result: Result[Any]) -> str:
    """Return the result of `fastfuto.solve` as a table."""
    words = f"<p>{result.status.value}, {_seconds(result.stats.seconds)}</p>"
    if result.grid is None:
        return _part("result", words)
    rows = result.grid.reshape(-1, result.grid.shape[-1]) if result.grid.size else result.grid.reshape(0, 1)
    cells = "".join(f"<tr>{''.join(f'<td>{value}</td>' for value in row)}</tr>" for row in rows.tolist())
    return _part("result", f"{words}<table>{cells}</table>")


def count_part(result: CountResult) -> str:
    """Return a number of solutions in words."""
    number = full(result.count)
    least = "" if result.exact else "at least "
    noun = "solution" if result.count == 1 else "solutions"
    words = f"<p><b>{least}{number}</b> {noun}, {_seconds(result.stats.seconds)}</p>"
    return _part("count", words)


def estimate_part(result: EstimateResult) -> str:
    """Return an estimate with its error, samples and method."""
    if result.exact:
        return _part("estimate", f"<p><b>{full(result.estimate)}</b> solutions, exactly</p>")
    error = "" if math.isnan(result.relative_error) else f" ± {100 * result.relative_error:.2g} %"
    rows = {
        "95 % interval": " to ".join(map(rounded, result.interval)),
        "samples": str(result.samples),
        "method": result.method,
        "seed": str(result.seed),
        "time": _seconds(result.seconds),
    }
    number = "at least " * result.is_unknown + rounded(result.estimate) + error
    return _part("estimate", f"<p><b>{number}</b> solutions</p>{_table(rows)}")


def _part(kind: str, inner: str) -> str:
    return f'<div class="fastfuto {kind}">{inner}</div>'


def _table(rows: dict[str, str]) -> str:
    cells = (
        f'<tr><th scope="row">{html.escape(name)}</th><td>{html.escape(rows[name])}</td></tr>'
        for name in rows
    )
    return f"<table>{''.join(cells)}</table>"


def _seconds(seconds: float) -> str:
    for scale, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= scale:
            return f"{seconds / scale:.2g} {unit}"
    return f"{seconds * 1e6:.0f} us"


def step_part(step: Step) -> str:
    """Return a step for notebooks: its sentence."""
    return f"<p>{html.escape(step.text())}</p>"
