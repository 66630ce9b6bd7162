"""Checks of hints, solutions and mistakes, with and without the engines."""

import json
import re
import statistics

import numpy as np
from browser import make_one, puzzles, solution_of
from selenium.webdriver.common.keys import Keys

import fastfuto
from fastfuto.drawing.fields import fields_of, values_text
from fastfuto.drawing.sheet import sheets_of
from fastfuto.limits import Watch


def hints(browser):
    browser.restart(0)
    step = fastfuto.hint(puzzles()[0])
    for degree in range(4):
        assert browser.hint(degree) == step.text(degree)
        assert browser.text("hint-degree") == f"{degree + 1} of 4"
    assert not browser.find("hint-more").is_displayed()
    assert browser.all(".premise")
    assert browser.all(".strike")
    browser.click("note-hint")
    cell, values = step.removed[0]
    marks = browser.marks(5 * cell[0] + cell[1]).split()
    assert marks
    assert not set(marks) & set(map(str, values))
    browser.cell(1).click()
    wrong = solution_of(0)[1] % 5 + 1
    browser.keys(str(wrong))
    assert browser.hint() == f"The {wrong} in r1c2 is wrong."
    browser.click("hint-close")
    assert not browser.find("hint-box").is_displayed()
    browser.keys("?")
    browser.until(lambda: browser.find("hint-box").is_displayed())
    browser.keys(Keys.ESCAPE)
    assert not browser.find("hint-box").is_displayed()


def hints_again_and_again(browser):
    """Press each button of a hint many times at once: what follows is as after a few presses."""

    def press(name):
        browser.run("for (let k = 0; k < 50; k++) document.getElementById(arguments[0]).click()", name)

    browser.restart(2)
    before = browser.entries()
    for name, degree in (("hint", 1), ("hint-more", 4), ("hint-on", 4)):
        press(name)
        browser.until(lambda degree=degree: browser.text("hint-degree") == f"{degree} of 4")
    step, following = list(fastfuto.explain(puzzles()[2]).steps)[:2]
    assert browser.told() == following.text()
    press("note-hint")
    browser.click("undo", "undo")
    assert browser.entries() == before
    assert browser.hint() == step.text()
    browser.click("hint-close")


def hints_on_the_way(browser):
    """Come to each step of an explanation that is none of the first techniques, and ask for a hint."""
    browser.choose(2)
    puzzle = puzzles()[2]
    explanation = fastfuto.explain(puzzle)
    filled = {k for k, value in enumerate(puzzle.clues.ravel().tolist()) if value}
    given, solution = set(filled), solution_of(2)
    count = 0
    for step, state in zip(explanation.steps, explanation.states(), strict=True):
        if step.score > 3:
            masks = [sum(1 << v for v in np.flatnonzero(row).tolist()) for row in state.reshape(-1, 7)]
            entries = [solution[k] if k in filled - given else 0 for k in range(49)]
            kept = {
                "entries": entries,
                "corner": masks,
                "centre": [0] * 49,
                "grey": [0] * len(browser.data["less"]),
            }
            id_ = browser.data["id"]
            browser.leave({"fastfuto last": id_, f"fastfuto game {id_}": {"state": kept}})
            browser.driver.refresh()
            expected = fastfuto.hint(puzzle, np.reshape(entries, (7, 7)), candidates=state)
            for degree in range(4):
                assert browser.hint(degree) == expected.text(degree), step
            if expected.links:
                assert browser.all("#board .badge")
            count += 1
        filled |= {7 * r + c for (r, c), _ in step.placed}
    assert count


def hints_line_by_line(browser):
    """Read a hint line by line, and apply it: the position is the one that the step describes."""
    browser.restart(2)
    puzzle = puzzles()[2]
    lines = 0
    for _ in range(150):
        entries = np.array(browser.entries()).reshape(7, 7)
        marks = list(map(browser.own_marks, range(49)))
        masks = [[not text or str(v) in text.split() for v in range(1, 8)] for text in marks]
        candidates = np.array(masks).reshape(7, 7, 7) if any(marks) else None
        step = fastfuto.hint(puzzle, np.where(puzzle.clues, 0, entries), candidates=candidates)
        if step is None:
            break
        if not browser.find("hint-box").is_displayed():
            browser.hint()
        assert browser.told() == step.text()
        texts = [item.text for item in browser.all("#hint-lines li")]
        lines = max(lines, len(texts))
        assert all(len(text) <= 300 for text in texts)
        for k in range(1, len(texts)):
            browser.click("hint-next")
            assert browser.run("return document.querySelector('[aria-current=step]').dataset.line") == str(k)
            named = {7 * (int(r) - 1) + int(c) - 1 for r, c in re.findall(r"r(\d)c(\d)", texts[k])}
            shown = {k for k in range(49) if "now" in browser.classes(k)}
            assert shown == named or "-" in texts[k]
        ringed = browser.run(RINGED)
        assert all(masks[cell][value - 1] for cell, value in ringed), (step, ringed)
        browser.click("hint-on")
        for (r, c), value in step.placed:
            assert browser.entries()[7 * r + c] == value
        for (r, c), values in step.removed:
            if not browser.entries()[7 * r + c]:
                assert not set(map(int, browser.marks(7 * r + c, ".mark:not(.pale, .centre)").split())) & set(
                    values
                )
        if 0 in browser.entries():
            browser.until(lambda: browser.find("hint-box").is_displayed())
    assert lines > 3
    assert browser.find("end-box").is_displayed()


RINGED = """
    return [...document.querySelectorAll(".ring, .disc")].map((ring) => [
        Number(ring.parentNode.dataset.marks), Number(ring.nextSibling.textContent)])
"""


def hints_of_the_engines(browser):
    """Follow hints to the end of a hard puzzle: each is what `fastfuto.hint` says there."""
    puzzle = make_one(browser, "futoshiki", 7, "extreme", "5")
    techniques = set()
    for _ in range(150):
        if 0 not in browser.entries():
            break
        entries = np.array(browser.entries()).reshape(7, 7)
        marks = list(map(browser.own_marks, range(49)))
        masks = [[not text or str(v) in text.split() for v in range(1, 8)] for text in marks]
        candidates = np.array(masks).reshape(7, 7, 7) if any(marks) else None
        step = fastfuto.hint(puzzle, np.where(puzzle.clues, 0, entries), candidates=candidates)
        assert browser.hint(3) == step.text(3)
        techniques.add(step.technique)
        if step.removed:
            browser.click("note-hint")
            continue
        for (r, c), value in step.placed:
            browser.enter(7 * r + c, str(value))
    assert browser.text("status").startswith("Solved")
    assert len(techniques) > 6, techniques


def hints_in_any_position(browser):
    """Ask the engines of the page for hints in random positions, which are those of the library."""
    rng = np.random.default_rng(46)
    took = []
    for puzzle in (made.puzzle for made in fastfuto.generate_many(100, 9, level="tricky", seed=46)):
        [sheet] = sheets_of([puzzle], Watch(), "page")
        data, solution = fields_of(sheet), fastfuto.solve(puzzle).grid
        for share in (0.0, 0.2, 0.4, 0.6, 0.8):
            entries = np.where((puzzle.clues == 0) & (rng.random((9, 9)) < share), solution, 0)
            act = {"do": "hint", "puzzle": data, "entries": entries.ravel().tolist(), "candidates": None}
            answer, seconds = browser.driver.execute_async_script(ENGINES, act)
            took.append(seconds)
            expected = fastfuto.hint(puzzle, entries)
            assert answer == {"step": expected and json.loads(json.dumps(expected.fields()))}
    made = []
    for seed in range(30):
        act = {"do": "generate", "family": "futoshiki", "n": 9, "level": "tricky", "seed": str(seed)}
        answer, seconds = browser.driver.execute_async_script(ENGINES, act)
        made.append(seconds)
        expected = fastfuto.generate(9, level="tricky", seed=seed)
        assert answer["puzzle"]["given"] == values_text(expected.puzzle.clues.ravel())
    for what, each in (("hint", took), ("new 9 x 9", made)):
        print(f"  {what}: median {statistics.median(each):.1f} ms, most {max(each):.1f} ms of {len(each)}")


ENGINES = """
    const [request, done] = arguments;
    const text = (id) => document.getElementById(id).textContent;
    const start = async () => {
        const packed = Uint8Array.from(atob(text("engine")), (each) => each.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        const worker = new Worker(URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" })));
        await new Promise((resolve) => {
            worker.onmessage = resolve;
            worker.postMessage({ bytes, tables: JSON.parse(text("tables")) });
        });
        return worker;
    };
    (async () => {
        window.engines ??= await start();
        const begin = performance.now();
        window.engines.onmessage = ({ data }) => done([data.answer, performance.now() - begin]);
        window.engines.postMessage({ number: 1, request });
    })();
"""
"""Starts the engines that the page brings along once more, and asks them."""


def solution_on_request(browser):
    browser.choose(1)
    browser.click("restart", "solution", "sure-no")
    assert 0 in browser.entries()
    browser.click("solution", "sure-yes")
    browser.until(lambda: browser.entries() == solution_of(1))
    assert browser.text("status") == "This is the solution."
    assert not browser.find("result").is_displayed()
    browser.keys("u")
    assert 0 in browser.entries()


def improper_puzzles(browser):
    for number, words in ((6, "several solutions"), (7, "no solution")):
        browser.choose(number)
        assert words in browser.text("note")
        blank = next(k for k, v in enumerate(browser.data["given"]) if v == "0")
        browser.enter(blank, "1")
        assert browser.entries()[blank] == 1
        browser.click("check")
        assert browser.status() in {"There is still a solution.", "One entry is wrong.", NO_SOLUTION_LEFT}
        browser.click("hint")
        if number == 7:
            browser.until(lambda: browser.text("status").endswith("the marked clues contradict each other."))
            puzzle = puzzles()[number]
            marked = {divmod(k, puzzle.n) for k in range(puzzle.n**2) if "conflict" in browser.classes(k)}
            clues = [
                [v if (r, c) in marked else 0 for c, v in enumerate(row)]
                for r, row in enumerate(puzzle.clues)
            ]
            signs = [pair for pair in puzzle.inequalities if marked.issuperset(pair)]
            assert fastfuto.count(fastfuto.Futoshiki(clues, signs)) == 0
            assert len(marked) < np.count_nonzero(puzzle.clues) + 2 * len(puzzle.inequalities)
        else:
            assert browser.hint(0).startswith("Look at ")


def questions(browser):
    browser.choose(0)
    browser.open_box("new")
    browser.find("typed").send_keys("3:" + "0," * 9)
    browser.click("read")
    browser.until(lambda: "3 × 3" in browser.text("name"))
    assert "several solutions" in browser.text("note")
    browser.click("unique")
    assert browser.status() == "At least two solutions from here."
    for cell, value in ((0, 1), (4, 1), (1, 2)):
        browser.enter(cell, str(value))
    browser.click("unique")
    assert browser.status() == "Exactly one solution from here."
    browser.click("check")
    browser.until(lambda: browser.text("status") == "There is still a solution.")
    browser.enter(8, "2")
    browser.click("check")
    browser.until(lambda: browser.text("status") == NO_SOLUTION_LEFT)
    browser.click("unique")
    browser.until(lambda: browser.text("status") == "No solution from here.")
    browser.click("solution", "sure-yes")
    browser.until(lambda: 0 not in browser.entries())
    browser.click("share")
    address = browser.find("link").get_attribute("value").split("\n")[0]
    entries = browser.entries()
    browser.click("forget", "sure-yes")
    browser.driver.get("about:blank")
    browser.driver.get(address)
    browser.until(lambda: "3 × 3" in browser.text("name"))
    assert browser.entries() == entries


def without_engines(browser):
    """See what is said and what is missing where there are no engines; the rest is as it is."""
    words = "This browser does not support WebAssembly, so there are no hints and no new puzzles."
    browser.until(lambda: browser.text("no-engines") == words)
    for number, has_solution in ((0, True), (6, False)):
        browser.choose(number)
        browser.click("hint")
        assert browser.status() == words
        assert not browser.find("hint-box").is_displayed()
        assert not browser.find("open-new").is_displayed()
        browser.open_box("menu")
        assert not browser.find("unique").is_displayed()
        assert browser.find("solution").is_displayed() == has_solution
        browser.close_boxes()
        blank = next(k for k, v in enumerate(browser.data["given"]) if v == "0")
        browser.enter(blank, "1")
        browser.click("check")
        assert browser.text("status") in CHECKED
        browser.click("restart")


NO_SOLUTION_LEFT = "Something is wrong: there is no solution any more."
CHECKED = ("Everything is right so far.", "No rule is broken so far.", "One entry is wrong.")
