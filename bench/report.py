"""Markdown reports of results.

``python -m bench.report FILE.json`` writes the report beside the file; `bench.plots` draws it.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from . import suites
from .suites import Promise, Section, Suite
from .tasks import COUNT, Task

Row = dict[str, Any]
Answers = dict[str, Row]
"""The answers to one case, by contestant."""

OURS = "fastfuto"
MILESTONES = (0.001, 0.01, 0.1, 1, 10)
"""Time limits, in seconds, in the table of answers."""
PLOT = "<!-- the plot of {} -->"
"""The place of a plot, which the site fills."""
MANY = 1000
"""Fewest solutions for a rate of solutions, unless they are counted without being found."""


class Measured(NamedTuple):
    """The answers to a set by case; the time of a late answer is infinite."""

    section: Section
    name: str
    task: Task
    answered: dict[str, Answers]
    counts_late: bool

    @property
    def ours(self) -> str:
        """The contestant that is compared with the rivals."""
        return self.section.ours

    @property
    def label(self) -> str:
        """The text that patterns of promises match."""
        return f"{self.section.title}: {self.name}: {self.task.name}"

    def contestants(self) -> list[str]:
        """Return the contestants that answered, in order."""
        return list(dict.fromkeys(who for answers in self.answered.values() for who in answers))

    def ratios(self, rivals: Sequence[str] = ()) -> tuple[list[float], str]:
        """Return the best rival's time divided by fastfuto's for each case, and a mark for lower bounds."""
        found, mark = [], ""
        for answers in self.answered.values():
            theirs = [row for who, row in answers.items() if (who in rivals if rivals else is_rival(who))]
            if not theirs or self.ours not in answers:
                continue
            least = min(row["time"] for row in theirs)
            if least == inf:
                if not self.counts_late:
                    continue
                least, mark = min(row["solve"] for row in theirs), "≥ "
            own = answers[self.ours]
            found.append(least / min(own["time"], own["solve"] + own["build"]))
        return found, mark


def write(path: Path) -> None:
    """Write the report beside the JSON file."""
    results = json.loads(path.read_text(encoding="utf-8"))
    suite = suites.load(results["suite"])
    path.with_suffix(".md").write_text(render(suite, results, path.name), encoding="utf-8")


def read(suite: Suite, results: Row) -> list[Measured]:
    """Return the measured sets, in the order of the suite."""
    measured = []
    for section in suite.sections:
        for one in section.sets:
            answered = results["sections"].get(section.title, {}).get(one.name, {}).get(one.task.name)
            for row in (row for answers in (answered or {}).values() for row in answers.values()):
                seconds = row["solve"] + (row["build"] if section.is_whole else 0)
                row["time"] = inf if row["timed_out"] else seconds
            if answered:
                measured.append(Measured(section, one.name, one.task, answered, suite.counts_late))
    return measured


# Parts ----------------------------------------------------------------------------------------------------


def render(suite: Suite, results: Row, name: str) -> str:
    """Return the whole report of the JSON file with this name, without unmeasured parts."""
    measured = read(suite, results)
    parts = [heading(suite, results), promises(suite, measured)]
    if suite.has_plot:
        parts += ["## Cases answered within a time", answered_within(measured, results["limit"])]
        parts += [PLOT.format(name)]
    for section in suite.sections:
        if own := [one for one in measured if one.section is section]:
            parts += [f"## {section.title}", section.text, summary(own)]
            parts += [details(one) for one in own if section.has_details]
    lost = "\n".join(line for one in measured for line in wins(one))
    has_rivals = any(is_rival(who) for one in measured for who in one.contestants())
    nowhere = "Nowhere on these sets." if has_rivals else "No rival was measured on these sets."
    parts += ["## Where others win", lost or nowhere]
    return "\n\n".join(part for part in parts if part) + "\n"


def heading(suite: Suite, results: Row) -> str:
    """Return title, machine and rules."""
    machine = results["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    missing = ", ".join(f"{name} ({package})" for name, package in results["missing"].items())
    options = "" if results["seed"] is None else f" --fresh {results['seed']}"
    options += " --quick" if results["quick"] else ""
    where = "in a process of its own" if suite.is_alone else "by turns on the same puzzles"
    late = "Time-outs count at the limit: ratios marked ≥ are lower bounds."
    if not suite.counts_late:
        late = "Cases that no rival answers are left out, and time-outs of fastfuto count at the limit."
    return f"""# Benchmarks: {suite.title}

Measured {machine["date"]} at revision {", ".join(results["revisions"])}
on {machine["cpu"]}, {machine["cores"]} cores, {machine["os"]}, Python {machine["python"]};
{packages}. One thread each, unless the name says otherwise; load {machine["load"][0]} and
{machine["loop_ms"]} ms for a million additions in Python at the start.
Missing, because not installed: {missing or "none"}.
Made by `python -m bench.run {results["suite"]}{options}` in {results["seconds"]:.0f} s;
the figures of each case are in the JSON file beside this.

- Each answer is given {where}, within {results["limit"]:g} s unless the set says otherwise. Every
  answer is checked outside the clock, and all who finish must agree. Each case counts with its median.
- fastfuto's time is the whole call on a puzzle object that has not been used before, and its building is the
  making of that object. Other solvers build their models apart: **their times are of solving alone**, unless
  the section says otherwise.
- Ratios are the others' times by fastfuto's: above 1 fastfuto is faster. They are geometric means over the
  cases of a set; the line of fastfuto itself has the ratio to the best rival of each case. {late}

{suite.text}"""


def promises(suite: Suite, measured: list[Measured]) -> str:
    """Return the table of promises."""
    lines = []
    for promise in suite.promises:
        chosen = [part(one, promise) for one in measured if re.search(promise.sets, one.label)]
        if chosen := [one for one in chosen if one.answered]:
            text, kept = MEASURES[promise.measure](chosen, promise)
            kept_text = "yes" if kept else "not decided" if text.startswith("≥") else "**no**"
            lines.append({"promise": promise.text, "measured": text, "kept": kept_text})
    return "## What was promised\n\n" + table(lines) if lines else ""


def part(one: Measured, promise: Promise) -> Measured:
    """Return the cases of a promise."""
    return one._replace(
        answered={
            case: answers
            for case, answers in one.answered.items()
            if re.search(promise.cases, case)
            and {one.ours, *promise.rivals} <= answers.keys()
            and all(promise.least <= answers[rival]["solve"] < promise.below for rival in promise.rivals)
            and max(row["solve"] for row in answers.values()) >= promise.least
        }
    )


def summary(measured: list[Measured]) -> str:
    """Return one line for each set and contestant."""
    lines = []
    for one in measured:
        first = [winner(answers) for answers in one.answered.values()]
        for who in one.contestants():
            rows = [answers[who] for answers in one.answered.values() if who in answers]
            done = [row for row in rows if not row["timed_out"]]
            times = [row["time"] for row in rows]
            found, nodes, conflicts = (
                [row[key] for row in done if key in row] for key in ("found", "nodes", "conflicts")
            )
            is_rate = one.task != COUNT and len(done) == len(rows) and median(found) >= MANY
            ratios, mark = one.ratios(() if who == one.ours else (who,))
            lines.append(
                {
                    "set": one.name,
                    "task": one.task.name,
                    "cases": str(len(rows)),
                    "contestant": who,
                    "solutions": middle(found),
                    "building": told(median(row["build"] for row in rows)),
                    "median": told(median(times)),
                    "mean": told(mean(row["time"] for row in done)) if done else "",
                    "90 % under": told(percentile(times, 90)),
                    "slowest": told(max(times)),
                    "nodes": middle(nodes),
                    "most nodes": f"{max(nodes):,}" if nodes else "",
                    "conflicts": middle(conflicts),
                    "conflicts a second": rate(done) if one.section.has_rates else "",
                    "million solutions a second": f"{sum(found) / sum(times) / 1e6:.3g}" if is_rate else "",
                    "timed out": str(len(rows) - len(done) or ""),
                    "fastest on": str(first.count(who)) if len(one.contestants()) > 1 else "",
                    "ratio": f"{mark}{geometric(ratios):,.3g}" if ratios else "",
                    "standard error": error(one, () if who == one.ours else (who,)),
                }
            )
    return table(lines)


def error(one: Measured, rivals: Sequence[str]) -> str:
    """Return the range of one standard error about a ratio if cases are forms of the same grids."""
    means = []
    for cases in by_grid(one).values():
        ratios, _ = one._replace(answered=cases).ratios(rivals)
        if ratios:
            means.append(math.log(geometric(ratios)))
    if len(means) < 2:
        return ""
    ratios, _ = one.ratios(rivals)
    factor = math.exp(stdev(means) / math.sqrt(len(means)))
    return f"{geometric(ratios) / factor:,.3g} to {geometric(ratios) * factor:,.3g}"


def by_grid(one: Measured) -> dict[str, dict[str, Answers]]:
    """Return the answers to cases that are forms, such as "n20-g03-s09/5/form2", by their grids."""
    grids: dict[str, dict[str, Answers]] = {}
    for case, answers in one.answered.items():
        grid, is_form, _ = case.rpartition("/form")
        if is_form:
            grids.setdefault(grid, {})[case] = answers
    return grids


def details(one: Measured) -> str:
    """Return one line for each case, with fastfuto's effort and, in tables with rates, others' conflicts."""
    lines = []
    for case, answers in one.answered.items():
        found = [row["found"] for row in answers.values() if not row["timed_out"]]
        line = {one.name: case, "found": f"{found[0]:,}" if found else "?"}
        for who in one.contestants():
            row = answers.get(who, {})
            text = told(row["time"]) if row else ""
            line[who] = f"**{text}**" if who == winner(answers) else text
            efforts = ("engine", "nodes", "conflicts")
            if is_rival(who):
                efforts = ("conflicts",) if one.section.has_rates else ()
            for key in efforts:
                value = row.get(key, "")
                line[f"{who}: {key}"] = f"{value:,}" if isinstance(value, int) else value
        peaks = [row["peak"] for who, row in answers.items() if not is_rival(who) and row.get("peak")]
        ratios, _ = one._replace(answered={case: answers}, counts_late=False).ratios()
        line["peak, MiB"] = f"{max(peaks) >> 20}" if peaks else ""
        lines.append(line | {"ratio": f"{ratios[0]:,.3g}" if ratios else ""})
    return table(lines)


def wins(one: Measured) -> list[str]:
    """Return a line for each rival that is faster on some cases."""
    lines = []
    for rival in filter(is_rival, one.contestants()):
        pairs = {
            case: (answers[rival]["time"], answers[one.ours]["time"])
            for case, answers in one.answered.items()
            if {rival, one.ours} <= answers.keys()
        }
        beaten = {case: (theirs, ours) for case, (theirs, ours) in pairs.items() if theirs < ours}
        if beaten:
            text = f"- {one.label}: {rival} on {len(beaten)} of {len(pairs)}"
            if one.section.has_details:
                text += ": " + ", ".join(
                    f"{case} ({told(a)} to {told(b)})" for case, (a, b) in beaten.items()
                )
            is_ahead = geometric(one.ratios((rival,))[0]) < 1
            lines.append(text + (" **and on the whole**" if is_ahead else ""))
    return lines


def curves(measured: list[Measured]) -> Iterator[tuple[str, int, dict[str, list[float]]]]:
    """Yield each section with rivals: its title, its number of cases, and each contestant's times."""
    drawn: dict[str, list[Measured]] = {}
    for one in measured:
        if any(map(is_rival, one.contestants())):
            drawn.setdefault(one.section.title, []).append(one)
    for title, sets in drawn.items():
        cases = [answers for one in sets for answers in one.answered.values()]
        contestants = dict.fromkeys(who for one in sets for who in one.contestants())
        yield (
            title,
            len(cases),
            {who: [row[who]["time"] for row in cases if who in row] for who in contestants},
        )


def answered_within(measured: list[Measured], limit: float) -> str:
    """Return how many cases each contestant answers within some times, the numbers of the plot."""
    lines = [
        {"section": title, "cases": str(len(times)), "contestant": who}
        | {
            f"within {told(time)}": str(sum(each <= time for each in times))
            for time in [*(time for time in MILESTONES if time < limit), limit]
        }
        for title, _, contestants in curves(measured)
        for who, times in contestants.items()
    ]
    return table(lines) if lines else ""


# Measures of promises: a text, and whether the bound is kept ----------------------------------------------


def by_ratio(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the geometric mean of the ratios to the best rival."""
    each = [one.ratios(promise.rivals) for one in chosen]
    every = [ratio for ratios, _ in each for ratio in ratios]
    text = f"{max(mark for _, mark in each)}{geometric(every):,.3g} x over {len(every)} cases"
    if len(each) > 1:
        text += f"; by set {min(geometric(ratios) for ratios, _ in each):,.3g} x or more"
    return text, geometric(every) >= promise.bound


def by_time(average: Callable[[list[float]], float]) -> Callable[..., tuple[str, bool]]:
    """Return the measure of fastfuto's times."""

    def measure(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
        times = [row["time"] for row in ours(chosen)]
        return f"{told(average(times))} over {len(times)} cases", average(times) <= promise.bound

    return measure


def by_answers(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the number of answered cases among the cases that a rival answers, and among the others."""
    known, others = [], []
    for one in chosen:
        for answers in one.answered.values():
            is_known = any(is_rival(who) and not row["timed_out"] for who, row in answers.items())
            (known if is_known else others).append(not answers[one.ours]["timed_out"])
    return f"{sum(known)} of {len(known)}, and {sum(others)} of {len(others)} others", all(known)


def by_number(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the number of cases within a time."""
    fast = [row["time"] <= promise.below for row in ours(chosen)]
    return f"{sum(fast)} of {len(fast)}", sum(fast) >= promise.bound


def by_rate(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Solutions per second of the slowest set."""
    rates = [
        sum(row["found"] for row in rows) / sum(row["time"] for row in rows)
        for rows in (ours([one]) for one in chosen)
    ]
    return f"{min(rates) / 1e6:.2f} to {max(rates) / 1e6:.2f} million a second", min(rates) >= promise.bound


def by_peak(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the peak memory of fastfuto."""
    peak = max(row.get("peak", inf) for row in ours(chosen))
    return f"{peak / 2**20:.0f} MiB", peak <= promise.bound


def by_best(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the number of cases slower than the best of some engines by a factor and by 100 us."""
    slow = []
    for one in chosen:
        for answers in one.answered.values():
            least = min(answers[rival]["solve"] for rival in promise.rivals)
            slow.append(answers[one.ours]["solve"] > max(promise.bound * least, least + 1e-4))
    return f"{sum(slow)} of {len(slow)} slower", not any(slow)


def by_defeats(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the number of cases on which a rival is faster."""
    lost = []
    for one in chosen:
        for answers in one.answered.values():
            theirs = min((row["time"] for who, row in answers.items() if is_rival(who)), default=inf)
            lost.append(theirs < answers[one.ours]["time"])
    return f"{sum(lost)} of {len(lost)} slower", not any(lost)


def by_conflicts(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the geometric mean of the ratios of two contestants' conflicts."""
    ratios = [a["conflicts"] / b["conflicts"] for a, b in duels(chosen, promise)]
    return f"{geometric(ratios):.3g} x over {len(ratios)} cases", geometric(ratios) <= promise.bound


def by_rate_of_conflicts(chosen: list[Measured], promise: Promise) -> tuple[str, bool]:
    """Return the geometric mean of the ratios of two contestants' conflicts per second."""
    ratios = [a["conflicts"] / a["solve"] / (b["conflicts"] / b["solve"]) for a, b in duels(chosen, promise)]
    return f"{geometric(ratios):.3g} x over {len(ratios)} cases", geometric(ratios) >= promise.bound


def duels(chosen: list[Measured], promise: Promise) -> list[tuple[Row, Row]]:
    """Return the answers of two contestants to the cases that both answer with conflicts."""
    pairs = [
        tuple(answers[who] for who in promise.rivals) for one in chosen for answers in one.answered.values()
    ]
    return [(a, b) for a, b in pairs if all(not row["timed_out"] and row.get("conflicts") for row in (a, b))]


def ours(chosen: list[Measured]) -> list[Row]:
    return [answers[one.ours] for one in chosen for answers in one.answered.values()]


def geometric(values: Iterable[float]) -> float:
    """Return the geometric mean."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else math.nan


MEASURES: dict[str, Callable[[list[Measured], Promise], tuple[str, bool]]] = {
    "ratio": by_ratio,
    "median": by_time(median),
    "mean": by_time(mean),
    "geometric": by_time(geometric),
    "slowest": by_time(max),
    "all that a rival answers": by_answers,
    "within": by_number,
    "rate": by_rate,
    "peak": by_peak,
    "close to the best": by_best,
    "defeats": by_defeats,
    "conflicts": by_conflicts,
    "rate of conflicts": by_rate_of_conflicts,
}


# Figures --------------------------------------------------------------------------------------------------


def is_rival(who: str) -> bool:
    """Return whether a contestant is not a variant of fastfuto."""
    return not who.startswith(OURS)


def winner(answers: Answers) -> str | None:
    """Return the fastest contestant, if there are several and any answered."""
    first = min(answers, key=lambda who: answers[who]["time"])
    return first if len(answers) > 1 and answers[first]["time"] < inf else None


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that `share` per cent do not exceed."""
    return sorted(values)[min(len(values) - 1, math.ceil(len(values) * share / 100) - 1)]


def middle(values: Sequence[int]) -> str:
    """Return the exact median of counts, or "" if unknown."""
    return f"{round(median(map(Fraction, values))):,}" if values else ""


def told(seconds: float) -> str:
    """Return seconds in a suitable unit, or "" for None."""
    if not seconds or seconds == inf:
        return "timed out" if seconds else ""
    if seconds < 999.5e-6:
        return f"{1e6 * seconds:.3g} us"
    return f"{1e3 * seconds:.3g} ms" if seconds < 0.9995 else f"{seconds:.3g} s"


def rate(rows: Sequence[Row]) -> str:
    """Return the conflicts per second of answers in time, or "" if unknown."""
    known = [row for row in rows if row.get("conflicts") is not None]
    seconds = sum(row["solve"] for row in known)
    return f"{sum(row['conflicts'] for row in known) / seconds:,.0f}" if seconds else ""


def table(lines: list[dict[str, str]]) -> str:
    """Return a Markdown table of lines with the same keys, its column titles, without empty columns."""
    used = [key for key in lines[0] if any(line[key] for line in lines)]
    rows = [used, ["---"] * len(used), *([line[key] for key in used] for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
