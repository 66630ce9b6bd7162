"""The browser that the drivers play in, what a player does in it, and the puzzles of the page."""

import contextlib
import functools
import json
import shutil
import tempfile
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import fastfuto

EXAMPLES = Path(__file__).parents[3] / "examples"
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

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
        lines = self.all("#hint-lines li")
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
        self.one(f"#list [data-number='{number}']").click()
        self.data = json.loads(self.run("return document.getElementById('puzzles').textContent"))[number]

    def restart(self, number):
        """Choose a puzzle and begin it anew."""
        self.choose(number)
        self.click("restart")

    def listed(self):
        """Return the texts of the list of puzzles."""
        self.open_box("puzzles")
        texts = [each.text for each in self.all("#list button")]
        self.close_boxes()
        return texts

    def cell(self, number):
        self.close_boxes()
        return self.one(f"[data-cell='{number}']")

    def classes(self, number):
        return set(self.cell(number).get_attribute("class").split())

    def keys(self, *pressed):
        ActionChains(self.driver).send_keys(*pressed).perform()

    def enter(self, number, *pressed):
        """Click a cell and press keys."""
        self.cell(number).click()
        self.keys(*pressed)

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


@contextlib.contextmanager
def opened(puzzles, *, has_engines=True, **options):
    """Open a page of puzzles, which is a file, and check at the end that nothing is wrong with it."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "page.html")
        fastfuto.page(puzzles, path, **options)
        with Browser(path.as_uri(), has_engines=has_engines) as browser:
            yield browser
            check_end(browser)


def solution_of(number):
    puzzle = puzzles()[number]
    return [value for value in fastfuto.solve(puzzle).grid.ravel().tolist() if value]


def enter_solution(browser, number):
    for cell, value in enumerate(solution_of(number)):
        if not browser.entries()[cell]:
            browser.enter(cell, str(value))


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})"


def make_one(browser, family, n, level, seed="", rule="sudoku"):
    browser.open_box("new")
    choices = [("family", family), ("rule", rule), ("size", str(n)), ("level", level)]
    for name, value in choices if family == "sudoku" else [choices[0], *choices[2:]]:
        browser.one(f"[for='new-{name}-{value}']").click()
    assert browser.find("new-seed").get_attribute("value") == ""
    browser.find("new-seed").send_keys(seed)
    browser.click("make")
    browser.until(lambda: not browser.find("new-box").get_attribute("open"))
    return fastfuto.parse(browser.run(LAST_LINE))


LAST_LINE = "return JSON.parse(localStorage.getItem('fastfuto made')).at(-1).puzzle.line"


def check_end(browser):
    assert browser.run("return window.broken === undefined")
    asked = browser.run("return performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [name for name in asked if not name.startswith("blob:")], asked
    complaints = [entry for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert not complaints, complaints
