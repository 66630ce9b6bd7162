"""Ask the page for 1,000 hints in Chromium: ``python drive_hints.py``. It needs Chromium, its driver and Selenium.

Puzzles of all families are brought into random positions: with entries alone, in the middle of a solution with all its
marks, and with a wrong entry. Each hint is read to its end and applied. It is the hint of the library; no paragraph is
long; the board rings only candidates that are there, and highlights cells of the step; each line highlights the cells
that it names; and the position after "Apply" is the one that the step describes.
"""

import itertools
import json
import re
import sys
from collections import Counter

import numpy as np
from browser import opened

import fastfuto
from fastfuto.errors import LimitReached, PuzzleError
from fastfuto.logic.board import logic_model, names_of
from fastfuto.puzzles.variants import RULES

POSITIONS = 1000
LONGEST = 300
"""Most characters of a paragraph."""
RECIPES = (
    *((5, {"level": "easy"}), (7, {"level": "tricky"}), (7, {"level": "extreme"})),
    *((7, {"level": "diabolical"}), (9, {"level": "hard"}), (12, {"level": "easy"})),
    *((n, {"variant": "adjacent", "level": level}) for n, level in ((5, "moderate"), (7, "hard"))),
    *((9, {"family": "latin", "level": level}) for level in ("tricky", "extreme")),
    *((9, {"family": "sudoku", "level": level}) for level in ("moderate", "tricky", "extreme")),
    *((9, {"family": "sudoku", "variant": name, "level": "tricky"}) for name in ("jigsaw", "inequalities")),
    *(
        (n, {"family": "kakuro", "level": level})
        for n, level in ((6, "easy"), (8, "moderate"), (9, "extreme"))
    ),
    *((9, {"family": "sudoku", "variant": name}) for name in RULES),
    *((6, {"family": "latin", "variant": name}) for name in RULES),
)


def puzzles():
    """Return puzzles of all families and variants."""
    made = []
    for n, recipe in RECIPES:
        try:
            made.append(fastfuto.generate(n, seed=72, **recipe).puzzle)
        except (PuzzleError, LimitReached):
            assert "variant" in recipe, recipe  # The rule does not fit this grid.
    return made


class Case:
    """A puzzle with what is known of it; cells have the numbers of the page."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.model = logic_model(puzzle)
        self.names = names_of(puzzle, self.model)
        self.n = self.model.n_values
        self.given = self.names.gather(np.asarray(puzzle).astype(int))
        self.solution = self.names.gather(fastfuto.solve(puzzle).grid.astype(int))
        explanation = fastfuto.explain(puzzle)
        self.states = [self.names.gather(state) for state in explanation.states()]
        self.placed = [[self.names.numbers[cell] for cell, _ in step.placed] for step in explanation.steps]
        self.peers = [set() for _ in range(self.model.n_cells)]
        for unit in self.model.skeleton.units:
            for cell in unit:
                self.peers[cell] |= {*unit} - {cell}

    def position(self, rng):
        """Return entries and marks, flat: (cells,) int and (cells, n) bool."""
        marks = np.zeros((len(self.given), self.n), bool)
        if rng.random() < 0.4:
            entries = np.where(rng.random(len(self.given)) < rng.random(), self.solution, 0)
        else:
            at = int(rng.integers(len(self.placed)))
            entries = np.zeros_like(self.solution)
            filled = list(itertools.chain(*self.placed[:at]))
            entries[filled] = self.solution[filled]
            marks = np.where((entries + self.given == 0)[:, None], self.states[at], False)
        entries[self.given > 0] = 0
        if rng.random() < 0.1:
            cell = int(rng.choice(np.flatnonzero(self.given == 0)))
            entries[cell] = rng.integers(1, self.n + 1)
            marks[cell] = False
        return entries, marks

    def hint(self, entries, marks):
        candidates = self.names.spread(np.where(marks.any(axis=1)[:, None], marks, True))
        grid = self.names.spread(entries)
        return fastfuto.hint(self.puzzle, grid, candidates=candidates if marks.any() else None)

    def left(self, entries, marks):
        """Return what marks leave, or all values, without the values that a cell sees: (cells, n) bool."""
        known = self.given + entries
        left = np.where(marks.any(axis=1)[:, None], marks, True)
        for cell, value in enumerate(known.tolist()):
            if value:
                left[[*self.peers[cell]], value - 1] = False
        return left

    def numbered(self, places):
        """Return the numbers of the cells among places of the grid."""
        return {self.names.numbers[place] for place in places if place in self.names.numbers}

    def cells_of(self, step):
        """Return the cells that a step has anything to do with."""
        cells = [*step.cells, *(cell for cell, _ in (*step.placed, *step.removed, *step.candidates))]
        cells += [cell for pair in step.inequalities for cell in pair]
        cells += [cell for a, b, _ in step.relations for cell in (a, b)]
        cells += [cell for each, _ in step.sums for cell in each]
        cells += [mark[0] for a, b, _ in step.links for mark in (a, b)]
        found = self.numbered(cells)
        for line in step.lines:
            found |= {*self.names.units[self.names.lines.index(line)]}
        return found.union(*map(self.cells_of, step.cases))

    def named(self, text):
        """Return the cells that a text names: one by one, or the first and the last one of several in a line."""
        found = set()
        for at in re.findall(r"r(\d+)c(\d+)(?:-r(\d+)c(\d+))?", text):
            top, left, bottom, right = (int(number) for number in (*at[:2], at[2] or at[0], at[3] or at[1]))
            places = itertools.product(range(top - 1, bottom), range(left - 1, right))
            found |= self.numbered(places)
        return found

    def after(self, step, entries, marks):
        """Return the position that a step leads to; marks that the page fills in are not known: None."""
        entries = entries.copy()
        known = [list(np.flatnonzero(row) + 1) if row.any() else [] for row in marks]
        if step.technique == "mistake":
            cells = [*self.numbered(step.cells)]
            if not entries[cells].any():
                for cell in cells:
                    known[cell] = []
            entries[cells] = 0
            return entries, known
        for place, values in step.removed:
            cell = self.names.numbers[place]
            known[cell] = [v for v in known[cell] if v not in values] if known[cell] else None
        for place, value in step.placed:
            cell = self.names.numbers[place]
            entries[cell] = value
            for peer in self.peers[cell]:
                known[peer] = known[peer] and [v for v in known[peer] if v != value]
        return entries, known


PLAY = """
    const [id, state, done] = arguments;
    const find = (name) => document.getElementById(name);
    const isThere = (name) => find(name).checkVisibility();
    const key = `fastfuto game ${id}`;
    localStorage.setItem(key, JSON.stringify({ state }));
    window.dispatchEvent(new StorageEvent("storage", { key }));
    find("status").textContent = "";
    const numbersOf = (selector) =>
        [...document.querySelectorAll(`#board ${selector}`)].map((box) => Number(box.dataset.cell));
    const shown = () => ({
        highlighted: numbersOf(":is(.premise, .band, .placed)"),
        now: numbersOf(".now"),
        ringed: [...document.querySelectorAll(".ring, .disc")].map((ring) => [
            Number(ring.parentNode.dataset.marks), Number(ring.nextSibling.textContent)]),
        removed: [...document.querySelectorAll("#board .mark.removed")].map((mark) => [
            Number(mark.parentNode.dataset.marks), Number(mark.textContent)]),
    });
    const lines = () => [...document.querySelectorAll("#hint-lines li")].map((item) => item.textContent);
    const read = () => {
        const degrees = [];
        for (;;) {
            degrees.push({ lines: lines().length ? lines() : [find("hint-text").textContent], ...shown() });
            if (!isThere("hint-more")) break;
            find("hint-more").click();
        }
        const steps = [shown()];
        while (isThere("hint-next") && find("hint-next").ariaDisabled === "false") {
            find("hint-next").click();
            steps.push(shown());
        }
        find("note-hint").click();
        done({ degrees, steps, state: JSON.parse(localStorage.getItem(key)).state });
    };
    find("hint").click();
    const wait = () => {
        if (isThere("hint-box")) read();
        else if (find("status").textContent) done({ status: find("status").textContent });
        else setTimeout(wait, 2);
    };
    wait();
"""
"""Opens a position as if another tab had stored it, reads a hint to its end, and applies it."""


def check(case, entries, marks, seen):
    """Check a hint that was read to its end; return its technique, and how many lines it has."""
    step = case.hint(entries, marks)
    if "status" in seen:
        assert step is None, (step, seen)
        return seen["status"], 0
    assert [" ".join(each["lines"]) for each in seen["degrees"]] == [step.text(k) for k in range(4)]
    assert all(len(text) <= LONGEST for each in seen["degrees"] for text in each["lines"]), step
    left, own = case.left(entries, marks), case.cells_of(step)
    for each in (*seen["degrees"], *seen["steps"]):
        assert all(left[cell, value - 1] for cell, value in each["ringed"]), (step, each["ringed"])
    for each in (*seen["degrees"][2:], *seen["steps"]):
        assert {*each["highlighted"]} <= own, (step, each)
    lines = seen["degrees"][3]["lines"]
    if len(lines) > 1:
        assert len(lines) == len(seen["steps"])
        for text, each in zip(lines, seen["steps"], strict=True):
            assert {*each["now"]} == case.named(text), (text, each)
    # At the end everything is to be seen: what follows, and the candidates that are struck out.
    end = seen["steps"][-1]
    assert case.numbered(cell for cell, _ in step.placed) <= {*end["highlighted"]}
    if step.technique != "mistake":
        expected = {(case.names.numbers[place], value) for place, values in step.removed for value in values}
        expected -= {(case.names.numbers[place], value) for place, value in step.placed}
        assert {tuple(mark) for mark in end["removed"]} == {
            (cell, value) for cell, value in expected if left[cell, value - 1]
        }, (step, end)
    after, known = case.after(step, entries, marks)
    assert seen["state"]["entries"] == after.tolist(), step
    removed = dict(step.removed)
    for cell, (mask, values) in enumerate(zip(seen["state"]["corner"], known, strict=True)):
        has = [v for v in range(1, case.n + 1) if mask >> (v - 1) & 1]
        if values is None:
            assert has or after[cell], (step, cell)
            assert not {*has} & {*removed[case.names.cells[cell]]}, (step, cell)
        else:
            assert has == values, (step, cell, has, values)
    return step.technique, len(lines)


def main():
    rng = np.random.default_rng(72)
    listed = puzzles()
    counts, longest = Counter(), 0
    with opened(listed) as browser:
        data = json.loads(browser.run("return document.getElementById('puzzles').textContent"))
        for number, puzzle in enumerate(listed):
            case = Case(puzzle)
            browser.choose(number)
            browser.close_boxes()
            for _ in range(-(-POSITIONS // len(listed))):
                entries, marks = case.position(rng)
                state = {
                    "entries": entries.tolist(),
                    "corner": (marks @ (1 << np.arange(case.n))).tolist(),
                }
                state |= {"centre": [0] * len(entries), "grey": [0] * len(data[number]["less"])}
                seen = browser.driver.execute_async_script(PLAY, data[number]["id"], state)
                technique, lines = check(case, entries, marks, seen)
                counts[technique] += 1
                longest = max(longest, lines)
    for technique, count in counts.most_common():
        print(f"{count:5} {technique}")
    assert counts.total() >= POSITIONS
    assert longest > 3
    print(
        f"{counts.total()} hints to {len(listed)} puzzles: those of the library, of at most {longest} lines"
    )


if __name__ == "__main__":
    sys.exit(main())
