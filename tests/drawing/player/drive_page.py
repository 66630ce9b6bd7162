"""Play the page in Chromium: ``python drive_page.py AXE [FOLDER [CHECK ...]]``.

AXE is the file axe.min.js of axe-core. It needs Chromium, its driver and Selenium. Screenshots go to FOLDER. CHECK are
names of functions that are run alone, without axe-core and screenshots.
"""

import base64
import functools
import json
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import fastfuto
from fastfuto.drawing.fields import fields_of, values_text
from fastfuto.drawing.page import PALETTES, page_text
from fastfuto.drawing.sheet import sheets_of
from fastfuto.limits import Watch
from fastfuto.serving.server import Server

EXAMPLES = Path(__file__).parents[3] / "examples"
MARKUP = "Sunday <b>puzzles</b> </script><script>window.broken = 1</script> {{script}} &amp;"
SIZES = (
    *((360, 640), (390, 844), (844, 390), (640, 400), (683, 650)),
    *((768, 1024), (1280, 800), (1920, 1080)),
)
"""Sizes of windows at which no element may lie over another one."""
OPENERS = {
    "new-box": ("open-new",),
    "puzzles-box": ("open-puzzles",),
    "menu-box": ("open-menu",),
    "rules-box": ("open-menu", "open-rules"),
    "settings-box": ("open-menu", "open-settings"),
}
"""What is pressed to open a box."""
VARIANTS = ("diagonals", "anti-knight", "non-consecutive", "killer", "even-odd")
"""Variants among the puzzles of the page, which are its last."""
CHOSEN = frozenset(sys.argv[3:])
"""The checks that are run alone."""
ARROWS = {"r": Keys.ARROW_RIGHT, "l": Keys.ARROW_LEFT, "d": Keys.ARROW_DOWN, "u": Keys.ARROW_UP}


@functools.cache
def puzzles():
    """Return the puzzles of the page: all families, and some that are not proper puzzles."""
    names = ("five.txt", "two_solutions.txt", "no_solution.txt", "kakuro.txt")
    five, two, none, kakuro = (fastfuto.load(EXAMPLES / name) for name in names)
    seven = fastfuto.generate(7, level="tricky", seed=0).puzzle
    extreme = fastfuto.generate(7, level="extreme", seed=0).puzzle
    adjacent = fastfuto.generate(6, variant="adjacent", level="hard", seed=0).puzzle
    sudoku = fastfuto.generate(9, family="sudoku", variant="inequalities", seed=0).puzzle
    twelve = fastfuto.generate(12, level="easy", seed=0).puzzle
    large = fastfuto.generate(25, level="easy", seed=0).puzzle
    variants = [fastfuto.generate(6, family="sudoku", variant=name, seed=0).puzzle for name in VARIANTS]
    return [five, seven, extreme, sudoku, kakuro, twelve, two, none, large, adjacent, *variants]


class Browser:
    """A browser and what a player does in it."""

    def __init__(self, address, *, has_engines=True):
        options = webdriver.ChromeOptions()
        flags = "headless=new no-sandbox disable-gpu disable-dev-shm-usage window-size=1200,950 "
        flags += "disable-background-networking disable-component-update disable-sync"
        for flag in flags.split():
            options.add_argument(f"--{flag}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.address = address
        if not has_engines:
            self.command("Page.addScriptToEvaluateOnNewDocument", source="delete window.WebAssembly")
        self.driver.get(self.address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.find(name).text

    def click(self, *names):
        for name in names:
            self.reveal(name)
            self.run("arguments[0].scrollIntoView({ block: 'center' })", self.find(name))
            self.find(name).click()

    def reveal(self, name):
        """Open the box of an element, and close the others."""
        box = self.run("return arguments[0].closest('dialog')?.id", self.find(name))
        if box is None or not self.find(box).get_attribute("open"):
            self.close_boxes()
            for opener in OPENERS.get(box, ()):
                self.until(lambda opener=opener: self.find(opener).is_displayed())
                self.find(opener).click()

    def close_boxes(self):
        self.run("document.querySelectorAll('dialog[open]').forEach((box) => box.close())")

    def size(self, width, height):
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )

    def until(self, is_so):
        """Wait until something is so, for ten seconds at most."""
        for _ in range(1000):
            if found := is_so():
                return found
            time.sleep(0.01)
        raise AssertionError("it did not come")

    def hint(self, degree=3):
        """Ask for a hint up to a degree; its text."""

        def told():
            return self.find("hint-degree").get_attribute("textContent"), self.text("status")

        self.close_boxes()
        expected = f"{degree + 1} "  # "4 of 4", in any language.
        while not self.find("hint-box").is_displayed() or not told()[0].startswith(expected):
            before = told() if self.find("hint-box").is_displayed() else ("", self.text("status"))
            self.click("hint-more" if before[0] else "hint")
            self.until(
                lambda before=before: (
                    (self.find("hint-box").is_displayed() and told()[0] != before[0])
                    or told()[1] not in ("", before[1])
                )
            )
            if not self.find("hint-box").is_displayed():
                break  # There is no hint.
        return self.told()

    def told(self):
        """Return the text of the hint, whose sentences may be numbered lines."""
        lines = self.driver.find_elements(By.CSS_SELECTOR, "#hint-lines li")
        return " ".join(line.text for line in lines) or self.text("hint-text")

    def status(self, name="status"):
        """Return what is said as soon as there is something."""
        return self.until(lambda: self.text(name))

    def open_box(self, name):
        if not self.find(f"{name}-box").get_attribute("open"):
            self.close_boxes()
            for opener in OPENERS[f"{name}-box"]:
                self.until(lambda opener=opener: self.find(opener).is_displayed())
                self.find(opener).click()
        for fold in self.find(f"{name}-box").find_elements(By.CSS_SELECTOR, "details:not([open]) summary"):
            fold.click()

    def choose(self, number):
        self.open_box("puzzles")
        self.driver.find_element(By.CSS_SELECTOR, f"#list [data-number='{number}']").click()
        self.data = json.loads(self.run("return document.getElementById('puzzles').textContent"))[number]

    def listed(self):
        """Return the texts of the list of puzzles."""
        self.open_box("puzzles")
        texts = [each.text for each in self.driver.find_elements(By.CSS_SELECTOR, "#list button")]
        self.close_boxes()
        return texts

    def cell(self, number):
        self.close_boxes()
        return self.driver.find_element(By.CSS_SELECTOR, f"[data-cell='{number}']")

    def classes(self, number):
        return set(self.cell(number).get_attribute("class").split())

    def keys(self, *pressed):
        ActionChains(self.driver).send_keys(*pressed).perform()

    def hold(self, key, *pressed):
        ActionChains(self.driver).key_down(key).send_keys(*pressed).key_up(key).perform()

    def press(self, key, code="", **held):
        """Press a key of another layout on the cell that has the focus."""
        script = (
            "const [key, code, held] = arguments; document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', { key, code, ...held, bubbles: true }))"
        )
        self.run(script, key, code, held)

    def entries(self):
        """Return what stands in each cell."""
        return self.run(
            "return [...document.querySelectorAll('[data-cell]')].map("
            "(box) => Number(box.querySelector('.value').textContent))"
        )

    def marks(self, number, kind=".mark:not(.centre)"):
        script = (
            "return [...document.querySelectorAll(`[data-marks='${arguments[0]}'] ${arguments[1]}`)]"
            ".map((mark) => mark.textContent).join(' ')"
        )
        return self.run(script, number, kind)

    def own_marks(self, number):
        """Return the marks of a cell; without its own, a cell shows only the candidates that a hint removes."""
        return self.marks(number) if self.marks(number, ".mark:not(.centre, .removed)") else ""

    def selected(self):
        script = "return [...document.querySelectorAll('.selected')].map((box) => Number(box.dataset.cell))"
        return self.run(script)

    def tap(self, element):
        """Touch an element, as a finger does."""
        script = (
            "const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]"
        )
        self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
        x, y = self.run(script, element)
        self.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def leave(self, stored):
        """Put something into the storage when the page is left, after the page has."""
        script = "const [all] = arguments; window.addEventListener('pagehide', () => {"
        script += " localStorage.clear();"
        script += " for (const key in all) localStorage.setItem(key, JSON.stringify(all[key])); })"
        self.run(script, stored)

    def forget(self):
        """Open the page for the first time."""
        self.leave({})
        self.driver.get("about:blank")
        self.driver.get(self.address)


def solution_of(number):
    puzzle = puzzles()[number]
    return [value for value in fastfuto.solve(puzzle).grid.ravel().tolist() if value]


def solve_by_keyboard(browser):
    browser.choose(0)
    browser.cell(0).click()
    for k, value in enumerate(solution_of(0)):
        browser.keys(str(value))
        if k % 5 < 4:
            browser.keys(ARROWS["r"])
        else:
            browser.keys(ARROWS["d"], *[ARROWS["l"]] * 4)
    assert browser.entries() == solution_of(0)
    assert browser.text("status").startswith("Solved in")
    browser.choose(5)
    browser.cell(next(k for k, v in enumerate(browser.data["given"]) if v == "0")).click()
    browser.keys("c")
    assert 12 in browser.entries()
    # Some layouts have other signs where digits are; Caps Lock makes letters capital; arrows lie on the number pad.
    browser.choose(0)
    browser.click("restart")
    browser.cell(6).click()
    browser.press("&", "Digit1")
    browser.press("ArrowRight", "Numpad6")
    browser.press("2", "Numpad2")
    browser.press("End", "Numpad1")
    assert browser.entries()[6:8] == [1, 2]
    browser.press("U", "KeyU")
    assert browser.entries()[6:8] == [1, 0]
    browser.press("!", "Digit1", shiftKey=True)
    assert browser.marks(7) == "1"


def copy_result(browser):
    """Copy the result of a puzzle that is solved, which cannot be copied before."""
    browser.click("result")
    browser.until(lambda: browser.text("share-status").startswith(("The text is copied.", "Copy the text")))
    said, line = browser.find("link").get_attribute("value").split("\n")
    assert fastfuto.parse(line) == puzzles()[1]
    assert re.fullmatch(r"Futoshiki 7 × 7, tricky: solved in \d\d:\d\d, without a hint\.", said)
    browser.close_boxes()
    time_taken = browser.text("clock")
    browser.keys("u")
    assert not browser.find("end-box").is_displayed()
    time.sleep(1.1)
    browser.keys("r")
    assert browser.find("result").is_displayed()
    assert browser.text("clock") == time_taken
    browser.open_box("puzzles")
    assert re.fullmatch(r"Solved: [12]\. Days in a row: 1\.", browser.text("streak"))
    assert "Futoshiki 7 × 7, tricky" in browser.text("stats")
    browser.close_boxes()


def solve_by_clicks(browser):
    browser.choose(1)
    for k, value in enumerate(solution_of(1)):
        browser.cell(k).click()
        browser.driver.find_elements(By.CSS_SELECTOR, "#pad button")[value - 1].click()
    assert browser.entries() == solution_of(1)
    assert browser.text("status").startswith("Solved in")
    copy_result(browser)


def solve_by_touch(browser):
    browser.command("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.choose(4)
    for k, value in enumerate(solution_of(4)):
        browser.tap(browser.cell(k))
        browser.tap(browser.driver.find_elements(By.CSS_SELECTOR, "#pad button")[value - 1])
    assert browser.entries() == solution_of(4)
    browser.click("restart")
    browser.tap(browser.cell(0))
    browser.click("several")
    for k in (1, 3):
        browser.tap(browser.cell(k))
    assert browser.selected() == [0, 1, 3]
    browser.click("several")
    browser.command("Emulation.setTouchEmulationEnabled", enabled=False)


def mark_and_select(browser):
    browser.choose(0)
    browser.click("restart")
    browser.cell(6).click()
    browser.keys("x", "1", "3", "y", "2", "4", "v")
    assert (browser.marks(6), browser.marks(6, ".centre")) == ("1 3", "2 4")
    browser.keys("x", "3", "v")
    browser.hold(Keys.SHIFT, ARROWS["r"], ARROWS["d"])
    assert browser.selected() == [6, 7, 12]
    browser.driver.find_element(By.CSS_SELECTOR, "[for='mode-corner']").click()
    browser.keys("5")
    assert [browser.marks(k) for k in (6, 7, 12)] == ["1 5", "5", "5"]
    browser.driver.find_element(By.CSS_SELECTOR, "[for='mode-entries']").click()
    browser.keys("2")
    assert [browser.entries()[k] for k in (6, 7, 12)] == [2, 2, 2]
    browser.keys(Keys.DELETE)
    assert browser.marks(6) == "1 5"
    browser.cell(20).click()
    ActionChains(browser.driver).click_and_hold(browser.cell(20)).move_to_element(
        browser.cell(21)
    ).move_to_element(browser.cell(22)).release().perform()
    assert browser.selected() == [20, 21, 22]
    ActionChains(browser.driver).key_down(Keys.CONTROL).click(browser.cell(24)).key_up(Keys.CONTROL).perform()
    assert browser.selected() == [20, 21, 22, 24]
    browser.hold(Keys.CONTROL, "a")
    assert len(browser.selected()) == 25
    browser.keys(Keys.ESCAPE)
    assert len(browser.selected()) == 1
    # An entry takes its value out of the marks in sight.
    browser.cell(11).click()
    browser.keys("5")
    assert [browser.marks(k) for k in (6, 7, 12)] == ["1", "5", ""]
    browser.click("restart", "fill")
    puzzle = puzzles()[0]
    assert browser.marks(1) == " ".join(map(str, marks_left(puzzle)[1]))


def marks_left(puzzle):
    """Return what singles of clues and inequalities leave to each cell, by the steps of an explanation."""
    masks = None
    for step, state in zip(fastfuto.explain(puzzle).steps, fastfuto.explain(puzzle).states(), strict=True):
        if step.technique not in {"inequality bound", "ascending chain", "ascending chain from candidates"}:
            masks = state
            break
    return [[v + 1 for v in np.flatnonzero(row).tolist()] for row in masks.reshape(-1, puzzle.n)]


def undo_and_redo(browser):
    browser.choose(0)
    browser.click("restart")
    browser.cell(6).click()
    browser.keys("1", ARROWS["r"], "2")
    browser.click("undo")
    assert browser.entries()[6:8] == [1, 0]
    browser.cell(6).click()
    browser.keys("u")
    assert browser.entries()[6:8] == [0, 0]
    browser.hold(Keys.CONTROL, "y")
    browser.click("redo")
    assert browser.entries()[6:8] == [1, 2]
    browser.hold(Keys.CONTROL, "z")
    assert browser.entries()[6:8] == [1, 0]


def savepoints(browser):
    browser.choose(0)
    browser.click("restart")
    browser.cell(6).click()
    browser.keys("1")
    browser.click("save")
    browser.cell(7).click()
    browser.keys("2", "s")
    browser.driver.find_element(By.CSS_SELECTOR, "[aria-label^='Back to 1,']").click()
    assert browser.entries()[6:8] == [1, 0]
    browser.click("undo")
    assert browser.entries()[6:8] == [1, 2]
    browser.driver.find_element(By.CSS_SELECTOR, "[aria-label='Delete savepoint 1']").click()
    assert len(browser.driver.find_elements(By.CSS_SELECTOR, "#saved li")) == 1


def conflicts_and_check(browser):
    browser.choose(0)
    browser.click("restart")
    browser.click("check")
    assert browser.text("status") == "There are no entries yet."
    browser.cell(6).click()
    browser.keys("1", ARROWS["r"], "1")
    assert "conflict" in browser.classes(6) & browser.classes(7)
    grounds = "return [6, 7].map((k) => getComputedStyle(document.querySelector(`[data-cell='${k}'] .ground`)).fill)"
    assert set(browser.run(grounds)) == {rgb(PALETTES["light"].conflict)}
    browser.open_box("settings")
    browser.click("set-conflicts")
    assert "conflict" not in browser.classes(6)
    browser.click("check")
    wrong = {k for k in (6, 7) if solution_of(0)[k] != 1}
    assert browser.text("status") == ("One entry is wrong." if len(wrong) == 1 else "Wrong entries: 2.")
    assert {k for k in (6, 7) if "conflict" in browser.classes(k)} == wrong
    browser.click("set-conflicts", "restart")
    browser.cell(1).click()
    browser.keys(str(solution_of(0)[1]))
    browser.click("check")
    assert browser.text("status") == "Everything is right so far."
    # A sign between cells is greyed by a click, and by keys.
    sign = browser.driver.find_element(By.CSS_SELECTOR, ".sign")
    sign.click()
    assert "grey" in sign.get_attribute("class")
    browser.cell(1).click()
    browser.keys("t", ARROWS["r"])
    assert "grey" not in sign.get_attribute("class")


def variants(browser):
    """Ask for a hint, break a rule of each variant but none of its grid, open a link to it, and solve it."""
    browser.forget()
    first = len(puzzles()) - len(VARIANTS)
    for number, puzzle in enumerate(puzzles()[first:], first):
        browser.choose(number)
        browser.click("restart")
        assert browser.find("rule").get_attribute("textContent")
        assert browser.hint() == fastfuto.hint(puzzle).text()
        browser.click("hint-close")
        cell, value = next(breaches(puzzle))
        browser.cell(cell).click()
        browser.keys(str(value))
        assert "conflict" in browser.classes(cell), (VARIANTS[number - first], cell, value)
        browser.click("share")
        address = browser.find("link").get_attribute("value").split("\n")[0]
        browser.click("restart")
        browser.driver.get("about:blank")
        browser.driver.get(address)
        browser.until(lambda cell=cell, value=value: browser.entries()[cell] == value)
        browser.click("restart")
        for cell, value in enumerate(solution_of(number)):
            if not puzzle.clues.flat[cell]:
                browser.cell(cell).click()
                browser.keys(str(value))
        assert browser.entries() == solution_of(number)
        browser.until(lambda: browser.find("status").get_attribute("textContent").startswith("Solved in"))
        browser.open_box("puzzles")
        assert VARIANTS[number - first].replace("-odd", " and odd") in browser.text("stats").replace(
            "\n", " "
        )
        browser.close_boxes()


def clock_and_midnight(browser):
    """Play the puzzle of the day over midnight, and set the clock back: each puzzle is counted once, on its day."""

    def solve_it():
        puzzle = fastfuto.parse(browser.run(LAST_LINE))
        for k, value in enumerate(fastfuto.solve(puzzle).grid.ravel().tolist()):
            if not browser.entries()[k]:
                browser.cell(k).click()
                browser.keys(str(value))
        browser.until(lambda: browser.find("end-box").is_displayed())

    def daily():
        browser.click("daily")
        browser.until(lambda: not browser.find("new-box").get_attribute("open"))

    def counted():
        browser.open_box("puzzles")
        said = browser.text("streak")
        browser.close_boxes()
        return said

    made = browser.command("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)
    browser.forget()
    browser.run("setClock('2026-03-28T23:59:57')")
    daily()
    assert "seed 20260328" in browser.find("seed").get_attribute("textContent")
    blank = browser.entries().index(0)
    browser.cell(blank).click()
    browser.keys("1")
    browser.run("setClock('2026-03-29T00:00:10')")
    before = browser.text("clock")
    browser.until(lambda: browser.text("clock") != before)
    assert browser.entries()[blank] == 1
    assert browser.text("clock") < "00:30"
    browser.keys("u")
    solve_it()
    assert counted() == "Solved: 1. Days in a row: 1."
    daily()
    assert "seed 20260329" in browser.find("seed").get_attribute("textContent")
    solve_it()
    assert counted() == "Solved: 2. Days in a row: 1."
    # With the clock set back by a day, the puzzle of that day is the one that was solved, as it was left.
    browser.run("setClock('2026-03-28T12:00:00')")
    browser.click("restart")
    solve_it()
    daily()
    assert "seed 20260328" in browser.find("seed").get_attribute("textContent")
    assert 0 not in browser.entries()
    browser.run("setClock('2026-03-29T12:00:00')")
    assert counted() == "Solved: 2. Days in a row: 1."
    browser.run("setClock('2026-03-31T12:00:00')")
    assert counted() == "Solved: 2. Days in a row: 0."
    browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])
    browser.forget()


CLOCK = """
    const Own = Date;
    let shift = 0;
    window.setClock = (text) => { shift = new Own(text) - Own.now(); };
    window.Date = class extends Own {
        constructor(...parts) { super(...(parts.length ? parts : [Own.now() + shift])); }
        static now() { return Own.now() + shift; }
    };
"""
"""Lets the driver set the clock of the page."""


def breaches(puzzle):
    """Yield entries that break a rule of a variant, but none of its grid."""
    for cell in np.flatnonzero(puzzle.clues == 0).tolist():
        for value in range(1, puzzle.n + 1):
            clues = puzzle.clues.copy()
            clues.flat[cell] = value
            if puzzle.base.with_clues(clues).is_valid and not puzzle.with_clues(clues).is_valid:
                yield cell, value


def hints(browser):
    browser.choose(0)
    browser.click("restart")
    step = fastfuto.hint(puzzles()[0])
    for degree in range(4):
        assert browser.hint(degree) == step.text(degree)
        assert browser.text("hint-degree") == f"{degree + 1} of 4"
    assert not browser.find("hint-more").is_displayed()
    assert browser.driver.find_elements(By.CSS_SELECTOR, ".premise")
    assert browser.driver.find_elements(By.CSS_SELECTOR, ".strike")
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
                assert browser.driver.find_elements(By.CSS_SELECTOR, "#board .badge")
            count += 1
        filled |= {7 * r + c for (r, c), _ in step.placed}
    assert count


def links(browser):
    browser.choose(0)
    browser.click("restart")
    browser.cell(1).click()
    browser.keys("3", ARROWS["r"], "5")
    expected = browser.entries()
    browser.click("share")
    address = browser.find("link").get_attribute("value").split("\n")[0]
    browser.forget()
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(address)
    assert browser.entries() == expected
    assert browser.text("status").startswith("The entries from the link")
    browser.click("undo")
    assert sum(browser.entries()) < sum(expected)
    # Whoever plays on and reloads keeps his game: the address has the link no longer.
    browser.cell(7).click()
    browser.keys("2")
    expected = browser.entries()
    browser.driver.refresh()
    assert browser.entries() == expected
    assert browser.driver.current_url == browser.address
    base, _, hash_ = address.partition("#")
    _, entries, sum_ = hash_.split(".")
    tampered = [
        f"00000000.{entries}.{sum_}",
        f"{hash_}0",
        hash_.replace("35", "45"),
        "<img src=x onerror=broken=1>",
    ]
    tampered += ["%E0%A4%A", "../../x", hash_[:-1], "x" * 5000, f"{hash_.split('.')[0]}.{'9' * 625}.1"]
    for bad in tampered:
        browser.driver.get("about:blank")
        browser.driver.get(f"{base}#{bad}")
        assert "link" in browser.text("status"), bad
        assert browser.entries() == expected, bad
        assert browser.run("return window.broken === undefined")
    browser.driver.close()
    browser.driver.switch_to.window(first)


def state_is_kept(browser):
    browser.forget()
    browser.choose(1)
    browser.cell(9).click()
    browser.keys("3", ARROWS["r"], "x", "1", "2")
    browser.click("save")
    before = browser.entries()
    browser.driver.refresh()
    assert browser.find("mode-corner").is_selected()
    browser.keys("v")
    assert "Futoshiki 7" in browser.text("name")
    assert browser.entries() == before
    assert browser.marks(10) == "1 2"
    assert len(browser.driver.find_elements(By.CSS_SELECTOR, "#saved li")) == 1


def storage_fails(browser):
    """Play where storage is forbidden, full, or holds something else."""
    forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })"
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    for script in (forbidden, full):
        made = browser.command("Page.addScriptToEvaluateOnNewDocument", source=script)
        browser.driver.get("about:blank")
        browser.driver.get(browser.address)
        browser.cell(6).click()
        browser.keys("1")
        assert browser.entries()[6] == 1
        assert "lost when you close the page" in browser.text("storage")
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])
    # Storage that becomes full keeps what it had.
    browser.forget()
    browser.cell(6).click()
    browser.keys("1")
    browser.run(full)
    browser.keys(ARROWS["r"], "2")
    assert browser.entries()[6:8] == [1, 2]
    assert "lost when you close the page" in browser.text("storage")
    browser.driver.refresh()
    assert browser.entries()[6:8] == [1, 0]
    # A history of a newer version is left alone, and the game is counted until the page is closed.
    newer = {"version": 2, "games": {"more": "than now"}}
    browser.leave({"fastfuto history": newer})
    browser.driver.refresh()
    enter_solution(browser, 0)
    browser.open_box("puzzles")
    assert browser.text("streak") == "Solved: 1. Days in a row: 1."
    assert json.loads(browser.run("return localStorage.getItem('fastfuto history')")) == newer
    for kept in (
        3,
        [],
        "{",
        {"state": {"entries": "x"}},
        {"state": {"entries": [9]}, "saved": 3, "seconds": -1},
        {"theme": {}, "timer": [], "__proto__": {"state": 1}, "constructor": 2},
    ):
        browser.driver.get(browser.address)
        browser.leave(dict.fromkeys(ids(browser), kept))
        browser.driver.refresh()
        assert browser.find("set-theme").get_attribute("value") == "auto"
        browser.cell(6).click()
        browser.keys("1")
        assert browser.entries()[6] == 1
    browser.forget()


def ids(browser):
    data = json.loads(browser.run("return document.getElementById('puzzles').textContent"))
    return ["fastfuto settings", "fastfuto last", *(f"fastfuto game {puzzle['id']}" for puzzle in data)]


def improper_puzzles(browser):
    for number, words in ((6, "several solutions"), (7, "no solution")):
        browser.choose(number)
        assert words in browser.text("note")
        blank = next(k for k, v in enumerate(browser.data["given"]) if v == "0")
        browser.cell(blank).click()
        browser.keys("1")
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


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})"


def colours(browser):
    def behind():
        return browser.run("return getComputedStyle(document.body).backgroundColor")

    browser.choose(0)
    assert behind() == rgb(PALETTES["light"].paper)
    browser.command(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}]
    )
    assert behind() == rgb(PALETTES["dark"].paper)
    browser.open_box("settings")
    Select(browser.find("set-theme")).select_by_value("light")
    assert behind() == rgb(PALETTES["light"].paper)
    browser.command("Emulation.setEmulatedMedia", features=[])
    Select(browser.find("set-theme")).select_by_value("dark")
    assert behind() == rgb(PALETTES["dark"].paper)
    browser.driver.refresh()
    assert behind() == rgb(PALETTES["dark"].paper)


def printing(browser):
    """Print in dark mode: the title and the board, and no controls, on one page each."""
    for number in (0, 4, 8):
        browser.choose(number)
        data = browser.command("Page.printToPDF", printBackground=False)["data"]
        run = subprocess.run(
            ["pdftotext", "-layout", "-", "-"], input=base64.b64decode(data), capture_output=True
        )
        text = run.stdout.decode()
        assert text.startswith("Sunday <b>puzzles</b>"), text[:200]
        assert text.count("\f") == 1, (number, text)
        assert "Undo" not in text
        assert browser.data["id"] in text


def reach_by_keyboard(browser):
    """Reach every control by the tab key."""
    browser.forget()
    browser.choose(1)
    browser.cell(8).click()
    browser.keys("1", "s", "u", "1", "u")
    expect_all_by_tab(browser, 10)
    browser.hint()
    expect_all_by_tab(browser, 7)
    for name, least in (("new", 6), ("puzzles", 10), ("menu", 11), ("settings", 8), ("rules", 1)):
        browser.open_box(name)
        expect_all_by_tab(browser, least)
        browser.keys(Keys.ESCAPE)
        assert not browser.find(f"{name}-box").get_attribute("open")


def focus_stays(browser):
    """Read and apply hints, and undo, by the Enter key: the focus never falls out of the page."""

    def focused():
        return browser.run("return document.activeElement.id || document.activeElement.dataset.cell")

    def enter(name):
        browser.run("document.getElementById(arguments[0]).focus()", name)
        browser.keys(Keys.ENTER)

    browser.choose(2)
    browser.click("restart")
    blank = browser.entries().index(0)
    browser.cell(blank).click()
    enter("hint")
    for degree in range(4):
        browser.until(lambda degree=degree: browser.text("hint-degree") == f"{degree + 1} of 4")
        assert focused() == ("note-hint" if degree == 3 else "hint-more")
        if degree < 3:
            browser.keys(Keys.ENTER)
    while not browser.find("hint-next").is_displayed():
        enter("hint-on")
        browser.until(lambda: focused() == "hint-on")
    for name, last in (("hint-next", "-1"), ("hint-back", "0")):
        count = len(browser.driver.find_elements(By.CSS_SELECTOR, "#hint-lines li"))
        for _ in range(count):
            enter(name)
        assert focused() == name
        line = browser.run("return document.querySelector('#hint-lines [aria-current]').dataset.line")
        assert int(line) == int(last) % count
    enter("note-hint")
    assert focused() == str(blank)
    while browser.find("undo").get_attribute("aria-disabled") == "false":
        enter("undo")
    assert focused() == "undo"


def expect_all_by_tab(browser, least):
    """Press the tab key until every visible control has had the focus."""
    # Arrows lead from one cell to the others, and from one radio button to the others.
    count = browser.run(
        "const box = document.querySelector('dialog[open]') ?? document;"
        "window.expected = new Set([...box.querySelectorAll('button, select, input, textarea, [data-cell]')]"
        ".filter((each) => each.checkVisibility() && !each.disabled)"
        ".filter((each) => !each.dataset.cell || each.tabIndex === 0)"
        ".filter((each) => each.type !== 'radio' || each.checked)); return expected.size"
    )
    assert count >= least, count
    for _ in range(count + 8):
        browser.run("expected.delete(document.activeElement)")
        browser.keys(Keys.TAB)
    left = browser.run("return [...expected].map((each) => each.outerHTML)")
    assert not left, left


def keys_from_the_first_moment(browser):
    """Enter a value without touching anything before."""
    browser.forget()
    blank = browser.entries().index(0)
    browser.keys("2")
    assert browser.entries()[blank] == 2
    # Whoever chooses a puzzle with the mouse goes on with the keys, and a click beside the board takes nothing away.
    browser.choose(1)
    blank = browser.entries().index(0)
    browser.run("document.activeElement.blur()")
    browser.keys("4")
    assert browser.entries()[blank] == 4
    browser.click("undo")


def highlights(browser):
    browser.choose(0)
    browser.click("restart")
    solution = solution_of(0)
    browser.cell(0).click()
    peers = {k for k in range(25) if "peer" in browser.classes(k)}
    assert peers == {k for k in range(25) if k // 5 == 0 or k % 5 == 0}
    assert [k for k in range(25) if "equal" in browser.classes(k)] == [0]
    browser.open_box("settings")
    browser.click("set-lines", "set-equals")
    assert not browser.driver.find_elements(By.CSS_SELECTOR, "#board .peer, #board .equal")
    browser.click("set-lines", "set-equals")
    for k, value in enumerate(solution):
        if value == 5:
            browser.cell(k).click()
            if browser.entries()[k] != 5:
                browser.keys("5")
    labels = [
        button.get_attribute("aria-label")
        for button in browser.driver.find_elements(By.CSS_SELECTOR, "#pad button")
    ]
    assert labels[4] == "5, finished"
    assert labels[1] == "2, 5 left"
    assert sum("equal" in browser.classes(k) for k in range(25)) == 5


def painting(browser):
    browser.choose(0)
    browser.click("restart")
    browser.cell(6).click()
    browser.keys("z", "2")
    assert "paint-2" in browser.classes(6)
    assert browser.cell(6).get_attribute("aria-label").endswith("green")
    swatches = browser.driver.find_elements(By.CSS_SELECTOR, "#pad .swatch")
    colours = [
        browser.run("return getComputedStyle(arguments[0]).backgroundColor", each) for each in swatches
    ]
    assert len(set(colours)) == 6
    ground = "return getComputedStyle(document.querySelector('.selected .ground')).fill"
    assert browser.run(ground) == colours[1]
    browser.driver.refresh()
    assert "paint-2" in browser.classes(6)
    browser.keys("u")
    assert "paint-2" not in browser.classes(6)
    # While the page shows where a number can go, its marks are coloured.
    browser.cell(6).click()
    browser.keys("x", "1", "3")
    browser.hold(Keys.ALT, "3")
    browser.keys("z", "2")
    assert "paint-2" not in browser.classes(6)
    assert len(browser.driver.find_elements(By.CSS_SELECTOR, "#board .dot-2")) == 1
    label = browser.cell(6).get_attribute("aria-label")
    assert "marks 1 3 green" in label, label
    browser.driver.refresh()
    assert len(browser.driver.find_elements(By.CSS_SELECTOR, "#board .dot-2")) == 1
    browser.click("restart")
    browser.keys("v")


def files(browser):
    """Save the board as a picture and as a drawing: a PNG and an SVG that stands alone."""
    for number in (0, 4, 13, 14):
        browser.choose(number)
        browser.click("fill")
        width, height = map(float, browser.find("board").get_dom_attribute("viewBox").split()[2:])
        png = saved(browser, "picture")
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", png[16:24]) == (round(4 * width), round(4 * height))
        assert len(set(zlib.decompress(b"".join(chunks(png)))[:100_000])) > 20
        svg = ElementTree.fromstring(saved(browser, "drawing"))
        assert (float(svg.get("width")), float(svg.get("height"))) == (4 * width, 4 * height)
        texts = [each.text for each in svg.iter("{http://www.w3.org/2000/svg}text") if each.text]
        shown = browser.run("return [...document.querySelectorAll('#board text')].map((e) => e.textContent)")
        assert texts == [text for text in shown if text]
        assert not {"class", "style", "role", "id"} & {name for each in svg.iter() for name in each.attrib}
        browser.click("restart")


def saved(browser, button):
    """Return the contents of the file that a button saves."""
    browser.run(
        "const make = URL.createObjectURL.bind(URL); HTMLAnchorElement.prototype.click = () => {};"
        "URL.createObjectURL = (blob) => { window.saved = [...(window.saved ?? []), blob]; return make(blob); }"
    )
    browser.run("window.saved = []")
    browser.click(button)
    kind = {"picture": "image/png", "drawing": "image/svg+xml"}[button]
    browser.until(lambda: browser.run("return window.saved.at(-1)?.type", kind) == kind)
    script = (
        "const done = arguments[0]; const reader = new FileReader();"
        "reader.onload = () => done(reader.result); reader.readAsDataURL(window.saved.at(-1));"
    )
    return base64.b64decode(browser.driver.execute_async_script(script).partition(",")[2])


def chunks(png):
    """Yield the data of the pixels of a PNG."""
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IDAT":
            yield png[at + 8 : at + 8 + length]
        at += 12 + length


def undo_after_a_reload(browser):
    browser.choose(0)
    browser.click("restart")
    browser.cell(6).click()
    browser.keys("1", ARROWS["r"], "x", "2", "3", "v")
    browser.driver.refresh()
    for marks, entry in (("2", 1), ("", 1), ("", 0)):
        browser.click("undo")
        assert (browser.marks(7), browser.entries()[6]) == (marks, entry)
    browser.driver.refresh()
    browser.click("redo", "redo")
    assert (browser.marks(7), browser.entries()[6]) == ("2", 1)


def pausing(browser):
    browser.choose(0)
    browser.click("pause")
    assert not browser.find("board").is_displayed()
    before = browser.text("clock")
    browser.keys("3")
    time.sleep(1.2)
    assert browser.text("clock") == before
    browser.click("resume")
    assert browser.find("board").is_displayed()
    browser.until(lambda: browser.text("clock") != before)


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


def two_tabs(browser):
    """Play in a newer tab, and close the older one: the newer game stays."""
    browser.forget()
    browser.choose(1)
    first = browser.driver.current_window_handle
    blanks = [k for k, value in enumerate(browser.entries()) if not value][:2]
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(browser.address)
    second = browser.driver.current_window_handle
    browser.cell(blanks[0]).click()
    browser.keys("3")
    browser.driver.switch_to.window(first)
    browser.until(lambda: browser.entries()[blanks[0]] == 3)
    browser.cell(blanks[1]).click()
    browser.keys("2")
    browser.driver.switch_to.window(second)
    browser.until(lambda: browser.entries()[blanks[1]] == 2)
    browser.keys("u")
    browser.driver.switch_to.window(first)
    browser.until(lambda: browser.entries()[blanks[1]] == 0)
    browser.driver.close()
    browser.driver.switch_to.window(second)
    browser.driver.refresh()
    assert [browser.entries()[k] for k in blanks] == [3, 0]
    # A puzzle that is solved in one tab is solved in the other one, and counted once.
    browser.choose(0)
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(browser.address)
    enter_solution(browser, 0)
    third = browser.driver.current_window_handle
    browser.driver.switch_to.window(second)
    browser.until(lambda: browser.find("end-box").is_displayed())
    browser.keys("u", "r")
    browser.open_box("puzzles")
    assert browser.text("streak") == "Solved: 1. Days in a row: 1."
    browser.driver.close()
    browser.driver.switch_to.window(third)


def enter_solution(browser, number):
    for cell, value in enumerate(solution_of(number)):
        if not browser.entries()[cell]:
            browser.cell(cell).click()
            browser.keys(str(value))


def closing(browser):
    """Close the tab in the middle of a game: entries, marks, hints and the time are there the next time."""
    browser.forget()
    browser.choose(1)
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(browser.address)
    blank = browser.entries().index(0)
    browser.cell(blank).click()
    browser.keys("3", ARROWS["r"], "x", "1", "2", "v")
    browser.hint(0)
    browser.until(lambda: browser.text("clock") >= "00:02")
    before = browser.text("clock"), browser.entries(), browser.marks(blank + 1)
    browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.driver.refresh()
    assert (browser.entries(), browser.marks(blank + 1)) == before[1:]
    assert browser.text("clock") >= before[0]
    kept = browser.run(f"return JSON.parse(localStorage.getItem('fastfuto game {browser.data['id']}'))")
    assert kept["hints"] == 1


def large_numbers_and_filters(browser):
    """Enter numbers of two digits, select equal numbers, and look where a number can go."""
    browser.choose(5)
    browser.click("restart")
    blank = browser.entries().index(0)
    browser.cell(blank).click()
    browser.keys("1", "2")
    assert browser.entries()[blank] == 12
    browser.keys("u", "1", "0")
    assert browser.entries()[blank] == 10
    browser.keys("u", "1")
    time.sleep(0.9)
    browser.keys("2")
    assert browser.entries()[blank] == 2
    ActionChains(browser.driver).double_click(browser.cell(blank)).perform()
    assert set(browser.selected()) == {k for k, value in enumerate(browser.entries()) if value == 2}
    browser.hold(Keys.ALT, "2")
    expected = {
        k for k, value in enumerate(browser.entries()) if value != 2 and sees(browser.entries(), k, 2)
    }
    assert {k for k in range(144) if "out" in browser.classes(k)} == expected
    browser.hold(Keys.ALT, "2")
    assert not browser.driver.find_elements(By.CSS_SELECTOR, "#board .out")


def sees(entries, cell, value, n=12):
    """Return whether a cell has an entry, or sees this value in its row or column."""
    row = entries[cell // n * n : (cell // n + 1) * n]
    return entries[cell] > 0 or value in row or value in entries[cell % n :: n]


def hints_line_by_line(browser):
    """Read a hint line by line, and apply it: the position is the one that the step describes."""
    browser.choose(2)
    browser.click("restart")
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
        texts = [item.text for item in browser.driver.find_elements(By.CSS_SELECTOR, "#hint-lines li")]
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


def the_next_game(browser):
    """Go on after a solved puzzle, with the puzzle of the day and with the file of solved puzzles."""
    browser.click("daily")
    browser.until(lambda: not browser.find("new-box").get_attribute("open"))
    day = time.strftime("%Y%m%d")
    assert f"Made with the seed {day}." in browser.find("seed").get_attribute("textContent")
    made = make_one(browser, "futoshiki", 3, "easy", "1")
    solved = fastfuto.solve(made).grid.ravel().tolist()
    for k, value in enumerate(solved):
        if not browser.entries()[k]:
            browser.cell(k).click()
            browser.keys(str(value))
    browser.until(lambda: browser.find("end-box").is_displayed())
    assert any(re.search(r"Futoshiki 3 × 3, easy\n✓ \d\d:\d\d$", text) for text in browser.listed())
    # The next puzzle is one of the same kind, whose rules are known now; those of other kinds are shown.
    seed = browser.find("seed").get_attribute("textContent")
    browser.click("next")
    browser.until(lambda: browser.find("seed").get_attribute("textContent") != seed)
    assert browser.text("name") == "Futoshiki 3 × 3"
    assert not browser.find("rule").is_displayed()
    make_one(browser, "latin", 3, "trivial", "1")
    assert browser.find("rule").is_displayed()
    browser.choose(0)
    browser.click("solution", "sure-yes")
    browser.until(lambda: browser.find("end-box").is_displayed())
    assert not browser.find("result").is_displayed()
    written = browser.run("return localStorage.getItem('fastfuto history')")
    [game] = json.loads(written)["games"]
    assert (game["name"], game["level"], game["hints"]) == ("Futoshiki 3 x 3", "easy", 0)
    before = browser.text("name"), browser.find("seed").get_attribute("textContent")
    browser.click("next")
    browser.until(lambda: (browser.text("name"), browser.find("seed").get_attribute("textContent")) != before)
    assert browser.text("name") == before[0]
    with tempfile.TemporaryDirectory() as folder:
        for text, said in (
            (written.replace('"hints":0', '"hints":1'), "New puzzles: 0."),
            ("{", "does not contain"),
        ):
            Path(folder, "games.json").write_text(text, encoding="utf-8")
            browser.open_box("puzzles")
            browser.find("games-in").send_keys(str(Path(folder, "games.json")))
            browser.until(lambda said=said: said in browser.text("puzzles-status"))
            browser.close_boxes()


def drawing_a_puzzle(browser):
    """Draw a puzzle with numbers and signs, and play it."""
    browser.open_box("new")
    browser.driver.find_element(By.CSS_SELECTOR, "[for='new-size-3']").click()
    browser.click("draft-new")
    browser.until(lambda: browser.text("status") == "At least two solutions from here.")
    for pair, presses in (((0, 1), 1), ((1, 2), 1), ((5, 8), 3), ((3, 6), 2)):
        for _ in range(presses):
            before = browser.run("return document.getElementById('board').innerHTML")
            slots = browser.driver.find_elements(By.CSS_SELECTOR, f"[data-slot='{pair[0]},{pair[1]}']")
            signs = browser.driver.find_elements(By.CSS_SELECTOR, ".sign")
            (slots or signs[-1:])[0].click()
            browser.until(
                lambda b=before: browser.run("return document.getElementById('board').innerHTML") != b
            )
    browser.until(lambda: browser.text("status") == "Exactly one solution from here.")
    # By keys: a sign that is put, reversed and removed.
    browser.cell(4).click()
    for count in (4, 4, 3):
        browser.keys("t", ARROWS["r"])
        browser.until(lambda c=count: len(browser.driver.find_elements(By.CSS_SELECTOR, ".sign")) == c)
        browser.until(lambda: browser.text("status") != "")
    browser.cell(8).click()
    browser.keys("2")
    browser.until(lambda: browser.text("status") in SAID)
    browser.keys("u")
    browser.until(lambda: browser.text("status") == "Exactly one solution from here.")
    browser.click("draft-play")
    browser.until(lambda: not browser.find("draft-box").is_displayed())
    drawn = fastfuto.parse(browser.run(LAST_LINE))
    assert drawn == fastfuto.Futoshiki(
        np.zeros((3, 3), int), [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((2, 0), (1, 0))]
    )


SAID = ("No solution from here.", "Exactly one solution from here.")


def rules_with_pictures(browser):
    for number, words in (
        (0, "points to the smaller number"),
        (3, "outlined region"),
        (4, "add up"),
        (9, "A bar"),
    ):
        browser.choose(number)
        assert words in browser.find("rule").get_attribute("textContent")
        browser.open_box("rules")
        assert words in browser.text("rules")
        for name in ("example", "example-solved"):
            assert browser.find(name).size["width"] > 100
            assert not browser.find(name).find_elements(By.CSS_SELECTOR, "[tabindex], [role]")
        browser.close_boxes()


# What the engines answer ----------------------------------------------------------------------------------


def make_one(browser, family, n, level, seed="", rule="sudoku"):
    browser.open_box("new")
    choices = [("family", family), ("rule", rule), ("size", str(n)), ("level", level)]
    for name, value in choices if family == "sudoku" else [choices[0], *choices[2:]]:
        browser.driver.find_element(By.CSS_SELECTOR, f"[for='new-{name}-{value}']").click()
    assert browser.find("new-seed").get_attribute("value") == ""
    browser.find("new-seed").send_keys(seed)
    browser.click("make")
    browser.until(lambda: not browser.find("new-box").get_attribute("open"))
    return fastfuto.parse(browser.run(LAST_LINE))


LAST_LINE = "return JSON.parse(localStorage.getItem('fastfuto made')).at(-1).puzzle.line"


def new_puzzles(browser):
    for family, options in (
        ("futoshiki", {}),
        ("latin", {"family": "latin"}),
        ("sudoku", {"family": "sudoku"}),
        ("adjacent", {"variant": "adjacent"}),
    ):
        level = "extreme" if family == "latin" else "tricky"
        puzzle = make_one(browser, family, 6, level, "46")
        assert puzzle == fastfuto.generate(6, level=level, seed=46, **options).puzzle
        assert level in browser.text("about")
        assert "Made with the seed 46." in browser.find("seed").get_attribute("textContent")
    for rule in ("jigsaw", "killer"):
        puzzle = make_one(browser, "sudoku", 9, "tricky", "7", rule)
        assert puzzle.words == browser.text("name").replace("×", "x")
        assert fastfuto.grade(puzzle).level == "tricky"
    practise(browser)
    make_one(browser, "sudoku", 6, "moderate", "7", "jigsaw")
    seed = browser.find("seed").get_attribute("textContent")
    browser.click("solution", "sure-yes", "next")
    browser.until(lambda: browser.find("seed").get_attribute("textContent") != seed)
    assert browser.text("name") == "Jigsaw 6 × 6"
    kakuro = make_one(browser, "kakuro", 6, "extreme", "7")
    assert isinstance(kakuro, fastfuto.Kakuro)
    assert fastfuto.grade(kakuro).level == "extreme"
    fresh = {str(make_one(browser, "futoshiki", 5, "easy")) for _ in range(2)}
    assert len(fresh) == 2
    assert browser.run("return document.activeElement.matches('[data-cell]')")
    # They are there the next time, too, each with its game.
    entries = browser.entries()
    browser.keys("1")
    browser.driver.refresh()
    assert browser.entries() != entries
    assert len(browser.listed()) == 13
    browser.click("forget", "sure-yes")
    assert len(browser.listed()) == 12


def practise(browser):
    """Practise a technique: the explanation of the puzzle has it."""
    browser.open_box("new")
    browser.driver.find_element(By.CSS_SELECTOR, "[for='new-family-latin']").click()
    Select(browser.find("new-technique")).select_by_visible_text("An x-wing")
    browser.click("practise")
    browser.until(lambda: not browser.find("new-box").get_attribute("open"))
    puzzle = fastfuto.parse(browser.run(LAST_LINE))
    assert "x-wing" in {step.technique for step in fastfuto.explain(puzzle).steps}


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
            browser.cell(7 * r + c).click()
            browser.keys(str(value))
    assert browser.text("status").startswith("Solved")
    assert len(techniques) > 6, techniques


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
        browser.cell(cell).click()
        browser.keys(str(value))
    browser.click("unique")
    assert browser.status() == "Exactly one solution from here."
    browser.click("check")
    browser.until(lambda: browser.text("status") == "There is still a solution.")
    browser.cell(8).click()
    browser.keys("2")
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


def hostile_texts(browser):
    texts = (
        "<img src=x onerror=broken=1>",
        "</script><script>window.broken=1</script>",
        '{"__proto__": {"broken": 1}}',
        "[" * 5000,
        "5:" + "9" * 3000,
        "\0\ufffe",
        "javascript:broken=1",
        "{{script}}",
    )
    before = browser.listed()
    for text in texts:
        browser.open_box("new")
        browser.run("arguments[0].value = arguments[1]", browser.find("typed"), text)
        browser.click("read")
        browser.until(lambda: browser.text("read-status") != "")
        assert browser.listed() == before
        assert browser.run("return window.broken === undefined && ({}).broken === undefined"), text
    browser.open_box("new")
    # A megabyte is refused at once, pasted or put in.
    paste = (
        "const data = new DataTransfer(); data.setData('text', '1'.repeat(1e6));"
        "const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });"
        "const begin = performance.now(); const went = arguments[0].dispatchEvent(event);"
        "return [went, performance.now() - begin]"
    )
    went, seconds = browser.run(paste, browser.find("typed"))
    assert not went
    assert browser.text("read-status") == "This text is too long for a puzzle."
    print(f"  a pasted megabyte is refused in {seconds:.1f} ms")
    browser.run("arguments[0].value = '1'.repeat(1e6)", browser.find("typed"))
    browser.click("read")
    assert browser.text("read-status") == "This text is too long for a puzzle."
    browser.run("arguments[0].value = ''", browser.find("typed"))
    # What was stored may be anything.
    for made in (5, [None], [{"puzzle": {"id": "<b>"}}], "x", {"length": 3}):
        browser.leave({"fastfuto made": made, "fastfuto making": made, "fastfuto last": "00000000"})
        browser.driver.refresh()
        browser.keys("1")
        assert browser.entries()[1] == 1


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


# How it looks ---------------------------------------------------------------------------------------------

OVERLAPS = """
    const scope = document.querySelector("dialog[open]") ?? document.body;
    // What a hint cannot show at once, and what the button to start a game covers, is hidden until it is scrolled.
    const start = scope.querySelector("#making > .turns");
    const shown = (each) => {
        const own = each.getBoundingClientRect();
        if (start && each.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) {
            own.height = Math.min(own.height, Math.max(start.getBoundingClientRect().top - own.top, 0));
        }
        const box = (each.closest("#hint-told") ?? each).getBoundingClientRect();
        const [left, right] = [Math.max(own.left, box.left), Math.min(own.right, box.right)];
        const [top, bottom] = [Math.max(own.top, box.top), Math.min(own.bottom, box.bottom)];
        return { left, right, top, bottom, width: right - left, height: bottom - top };
    };
    const seen = [...scope.querySelectorAll(
        "h1, h2, p, li, dt, dd, legend, label, button, select, input, textarea, #board, .pictures svg, #clock")]
        .filter((each) => each.checkVisibility({ opacityProperty: true }) && each.textContent + each.localName !== "p")
        .filter((each) => !each.closest("legend"))
        .map((each) => [each, shown(each)])
        .filter(([, { width, height }]) => width > 1 && height > 1);
    const found = [];
    const name = (each) => each.id || each.outerHTML.slice(0, 60);
    for (const [one, a] of seen) for (const [other, b] of seen) {
        if (one === other || one.contains(other) || other.contains(one)) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1.5 && height > 1.5) found.push(`${name(one)} and ${name(other)}`);
    }
    for (const each of scope.querySelectorAll("button, select, textarea, input:not([type=radio], [type=file])")) {
        if (!each.checkVisibility() || each.disabled) continue;
        each.scrollIntoView({ block: "center" });
        const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
        const top_one = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!each.contains(top_one)) found.push(`${name(each)} lies under ${top_one && name(top_one)}`);
        const isNarrow = each.localName === "button" && each.scrollWidth > each.clientWidth + 1;
        if (isNarrow) found.push(`${name(each)} is narrow`);
        if (Math.min(width, height) < 20 || (each.localName === "button" && height < 31)) {
            found.push(`${name(each)} is ${width} x ${height}`);
        }
    }
    if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page is too wide");
    return found;
"""


def nothing_lies_over_anything(browser):
    """Look for elements that overlap, or cannot be hit, with every box open and with a hint, at six sizes."""
    made = 0
    for width, height in SIZES:
        browser.size(width, height)
        browser.forget()
        for number in (0, 1, 2, 3, 4, 5, 9, 10, 12, 13, 14):
            browser.choose(number)
            boxes = ("rules", "settings", "new", "menu", "puzzles") if number in (1, 4) else ("rules",)
            for box in ("", *boxes):
                if box:
                    browser.open_box(box)
                found = browser.run(OVERLAPS)
                assert not found, (width, height, number, box, found)
                made += 1
            browser.click("fill", "save")
            browser.hint()
            found = browser.run(OVERLAPS)
            assert not found, (width, height, number, "hint", found)
            if width < height:
                assert browser.find("hint-box").size["height"] <= 0.38 * height + 1, (width, height, number)
            made += 1
        browser.choose(1)
        tops = {key.location["y"] for key in browser.driver.find_elements(By.CSS_SELECTOR, "#pad button")}
        if width < 500:
            assert len(tops) == 1
        # A first move needs no scrolling, and the board is as large as the window allows.
        browser.run("window.scrollTo(0, 0)")
        bottom = browser.run("return document.querySelector('#pad').getBoundingClientRect().bottom")
        assert bottom <= height, (width, height, bottom)
        share = browser.find("board").size["height"] / min(width, height)
        assert share > 0.5, (width, height, share)
    browser.command("Emulation.clearDeviceMetricsOverride")
    browser.forget()
    print(f"  {made} views")


AXE = "const done = arguments[arguments.length - 1]; axe.run().then((result) => done(result.violations))"


def look(browser, axe):
    """Let axe-core look at the page."""
    browser.run(axe)
    found = browser.driver.execute_async_script(AXE)
    assert not found, json.dumps(found, indent=1)[:3000]


def accessible(browser, axe, numbers):
    """Let axe-core look at the page in several states and sizes."""
    if CHOSEN:
        return
    for width in (1200, 390):
        browser.size(width, 844)
        for theme in ("light", "dark"):
            browser.open_box("settings")
            Select(browser.find("set-theme")).select_by_value(theme)
            for number in numbers:
                browser.choose(number)
                browser.click("fill", "save", "check")
                look(browser, axe)
                browser.hint(3)
                look(browser, axe)
                for mode in ("z", "v"):
                    browser.cell(browser.entries().index(0)).click()
                    browser.keys(mode, "3", "u")
                    look(browser, axe)
                for box in ("rules", "new", "puzzles", "menu", "settings"):
                    browser.open_box(box)
                    look(browser, axe)
                browser.click("share")
                look(browser, axe)
                browser.click("solution")
                look(browser, axe)
                browser.click("sure-no")
    browser.command("Emulation.clearDeviceMetricsOverride")
    browser.open_box("settings")
    Select(browser.find("set-theme")).select_by_value("auto")


def screenshots(browser, folder):
    for width, height in ((1200, 950), (390, 844)):
        browser.forget()
        browser.size(width, height)
        for number in range(len(puzzles())):
            browser.choose(number)
            browser.click("fill")
            browser.hint()
            browser.run("window.scrollTo(0, 0)")
            browser.driver.save_screenshot(str(folder / f"page-{number}-{width}.png"))
    browser.command("Emulation.clearDeviceMetricsOverride")


def check_all(browser, checks):
    for check in checks:
        if CHOSEN and check.__name__ not in CHOSEN:
            continue
        check(browser)
        print(f"{check.__name__.replace('_', ' ')}: as it should be", flush=True)


def check_end(browser):
    assert browser.run("return window.broken === undefined")
    asked = browser.run("return performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [name for name in asked if not name.startswith("blob:")], asked
    complaints = [entry for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert not complaints, complaints


def check_file(axe, folder):
    """Play the page that is a file."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "page.html")
        fastfuto.page(puzzles(), path, title=MARKUP)
        browser = Browser(path.as_uri())
        try:
            assert browser.driver.find_element(By.TAG_NAME, "h1").text == " ".join(MARKUP.split())
            check_all(browser, CHECKS_OF_FILE)
            accessible(browser, axe, (1, 3, 4, 7, 9, 13, 14))
            print("axe-core finds nothing in the file")
            if folder and not CHOSEN:
                screenshots(browser, folder)
            check_end(browser)
        finally:
            browser.driver.quit()


def check_engines(axe):
    """Play the page that is a file, with the engines that it brings along."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "page.html")
        fastfuto.page(puzzles()[0], path, title=MARKUP)
        browser = Browser(path.as_uri())
        try:
            check_all(browser, CHECKS_OF_ENGINES)
            browser.forget()
            accessible(browser, axe, (0,))
            print("axe-core finds nothing in the file with its engines")
            check_end(browser)
        finally:
            browser.driver.quit()


def check_alone(axe):
    """Play the page in a browser without WebAssembly."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "page.html")
        fastfuto.page(puzzles(), path, title=MARKUP)
        browser = Browser(path.as_uri(), has_engines=False)
        try:
            check_all(browser, CHECKS_WITHOUT_ENGINES)
            browser.choose(0)
            look(browser, axe)
            check_end(browser)
        finally:
            browser.driver.quit()


def check_languages(axe):
    """Look at the page in the other languages, at the sizes that have the least room."""
    for language in ("de", "pl"):
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch, "page.html")
            fastfuto.page(puzzles(), path, language=language)
            browser = Browser(path.as_uri())
            try:
                check_all(browser, (words_have_room,))
                look(browser, axe)
                check_end(browser)
            finally:
                browser.driver.quit()


def words_have_room(browser):
    for width, height in ((360, 640), (844, 390), (683, 650)):
        browser.size(width, height)
        for number in (0, 4, 5, 12):
            browser.choose(number)
            for box in ("", *(name.removesuffix("-box") for name in OPENERS)):
                if box:
                    browser.open_box(box)
                found = browser.run(OVERLAPS)
                assert not found, (width, height, number, box, found)
            browser.hint()
            found = browser.run(OVERLAPS)
            assert not found, (width, height, number, "hint", found)


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
        browser.cell(blank).click()
        browser.keys("1")
        browser.click("check")
        assert browser.text("status") in CHECKED
        browser.click("restart")


NO_SOLUTION_LEFT = "Something is wrong: there is no solution any more."
CHECKED = ("Everything is right so far.", "No rule is broken so far.", "One entry is wrong.")


def check_served(axe):
    """Play the page that is served."""
    with Server(0, page_text(puzzles()[0], title=MARKUP)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = Browser(server.address)
        try:
            check_all(browser, ANSWERS)
            browser.forget()
            accessible(browser, axe, (0,))
            print("axe-core finds nothing in the page that is served")
            check_end(browser)
        finally:
            browser.driver.quit()
            server.shutdown()


CHECKS_OF_FILE = (
    *(keys_from_the_first_moment, solve_by_keyboard, solve_by_clicks, solve_by_touch, mark_and_select),
    *(
        undo_and_redo,
        undo_after_a_reload,
        savepoints,
        conflicts_and_check,
        highlights,
        painting,
        files,
        pausing,
    ),
    *(
        solution_on_request,
        rules_with_pictures,
        hints,
        hints_on_the_way,
        hints_line_by_line,
        two_tabs,
        closing,
    ),
    *(large_numbers_and_filters, links, state_is_kept, storage_fails),
    *(
        variants,
        improper_puzzles,
        colours,
        printing,
        reach_by_keyboard,
        focus_stays,
        nothing_lies_over_anything,
    ),
)
CHECKS_WITHOUT_ENGINES = (without_engines, solve_by_keyboard, solve_by_clicks, solution_on_request)
ANSWERS = (new_puzzles, drawing_a_puzzle, the_next_game, hints_of_the_engines, questions, hostile_texts)
CHECKS_OF_ENGINES = (*ANSWERS, clock_and_midnight, hints_in_any_position)


def main():
    axe = Path(sys.argv[1]).read_text(encoding="utf-8")
    check_file(axe, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    check_engines(axe)
    check_alone(axe)
    check_languages(axe)
    check_served(axe)


if __name__ == "__main__":
    sys.exit(main())
