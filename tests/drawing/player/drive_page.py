"""Play the page in Chromium: ``python drive_page.py AXE [FOLDER]``.

AXE is the file axe.min.js of axe-core. It needs Chromium, its driver and Selenium. Screenshots go to FOLDER.
"""

import base64
import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import fastfuto
from fastfuto.drawing.page import OWN_STEPS
from fastfuto.drawing.style import DARK, LIGHT

EXAMPLES = Path(__file__).parents[3] / "examples"
MARKUP = "Sunday <b>puzzles</b> </script><script>window.broken = 1</script> {{script}} &amp;"
ARROWS = {"r": Keys.ARROW_RIGHT, "l": Keys.ARROW_LEFT, "d": Keys.ARROW_DOWN, "u": Keys.ARROW_UP}


@functools.cache
def puzzles():
    """Return the puzzles of the page: all families, and some that are not proper puzzles."""
    names = ("five.txt", "two_solutions.txt", "no_solution.txt", "kakuro.txt")
    five, two, none, kakuro = (fastfuto.load(EXAMPLES / name) for name in names)
    seven = fastfuto.generate(7, level="tricky").puzzle
    extreme = fastfuto.generate(7, level="extreme").puzzle
    sudoku = fastfuto.generate(9, family="sudoku", variant="inequalities").puzzle
    twelve = fastfuto.generate(12, level="easy").puzzle
    large = fastfuto.generate(25, level="easy").puzzle
    return [five, seven, extreme, sudoku, kakuro, twelve, two, none, large]


class Browser:
    """A browser and what a player does in it."""

    def __init__(self, path):
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,950"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.address = path.as_uri()
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
            self.run("arguments[0].scrollIntoView({ block: 'center' })", self.find(name))
            self.find(name).click()

    def choose(self, number):
        Select(self.find("choice")).select_by_index(number)
        self.data = json.loads(self.run("return document.getElementById('puzzles').textContent"))[number]

    def cell(self, number):
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
    assert browser.text("status").startswith(("The result is copied.", "Copy the result"))
    line, seconds, hints = browser.find("link").get_attribute("value").split("\t")
    assert fastfuto.parse(line) == puzzles()[1]
    assert re.fullmatch(r"\d+ s", seconds)
    assert hints == "0 hints"
    browser.click("undo")
    assert not browser.find("result").is_displayed()
    browser.click("redo")
    assert browser.find("result").is_displayed()


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
    browser.tap(browser.find("restart"))
    browser.tap(browser.cell(0))
    browser.tap(browser.find("several"))
    for k in (1, 3):
        browser.tap(browser.cell(k))
    assert browser.selected() == [0, 1, 3]
    browser.tap(browser.find("several"))
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
    browser.driver.find_element(By.XPATH, "//summary[.='Settings']").click()
    browser.click("set-conflicts")
    assert "conflict" not in browser.classes(6)
    browser.click("check")
    assert browser.text("status") == "Something is wrong."
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


def hints(browser):
    browser.choose(0)
    browser.click("restart")
    step = fastfuto.hint(puzzles()[0])
    for degree in range(4):
        browser.click("hint")
        assert browser.text("hint-text") == step.text(degree)
        assert browser.text("hint-degree") == f"Hint, degree {degree + 1} of 4"
    assert not browser.find("hint").is_enabled()
    assert browser.driver.find_elements(By.CSS_SELECTOR, ".target")
    browser.click("note-hint")
    cell, values = step.removed[0]
    marks = browser.marks(5 * cell[0] + cell[1]).split()
    assert marks
    assert not set(marks) & set(map(str, values))
    browser.cell(1).click()
    wrong = solution_of(0)[1] % 5 + 1
    browser.keys(str(wrong))
    browser.click(*["hint"] * 4)
    assert browser.text("hint-text") == f"The {wrong} in r1c2 is wrong."


def stored_hints(browser):
    """Come to each step that the page cannot find itself, and ask for it."""
    browser.choose(2)
    puzzle = puzzles()[2]
    explanation = fastfuto.explain(puzzle)
    filled = {k for k, value in enumerate(puzzle.clues.ravel().tolist()) if value}
    given, solution = set(filled), solution_of(2)
    count = 0
    for step, state in zip(explanation.steps, explanation.states(), strict=True):
        masks = [sum(1 << v for v in np.flatnonzero(row).tolist()) for row in state.reshape(-1, 7)]
        if step.technique not in OWN_STEPS:
            entries = [solution[k] if k in filled - given else 0 for k in range(49)]
            kept = {
                "entries": entries,
                "corner": masks,
                "centre": [0] * 49,
                "grey": [0] * len(browser.data["less"]),
            }
            name = browser.data["id"]
            browser.leave({"fastfuto last": name, f"fastfuto game {name}": {"state": kept}})
            browser.driver.refresh()
            time.sleep(0.1)  # for the steps to be unpacked
            for degree in range(4):
                browser.click("hint")
                assert browser.text("hint-text") == step.text(degree), (
                    browser.text("hint-text"),
                    step.text(degree),
                )
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
    address = browser.find("link").get_attribute("value")
    browser.forget()
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(address)
    assert browser.entries() == expected
    assert browser.text("status").startswith("The entries of the link")
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
    assert browser.find("choice").get_attribute("value") == "1"
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
        assert "lost when the page is closed" in browser.text("storage")
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])
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
        assert browser.text("status") in {"No rule is broken so far.", "Something is wrong."}
        browser.click("hint")
        assert browser.text("hint-text").startswith("Look at ")


def colours(browser):
    def behind():
        return browser.run("return getComputedStyle(document.body).backgroundColor")

    def rgb(colour):
        return f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})"

    browser.choose(0)
    assert behind() == rgb(LIGHT.paper)
    browser.command(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}]
    )
    assert behind() == rgb(DARK.paper)
    browser.driver.find_element(By.XPATH, "//summary[.='Settings']").click()
    Select(browser.find("set-theme")).select_by_value("light")
    assert behind() == rgb(LIGHT.paper)
    browser.command("Emulation.setEmulatedMedia", features=[])
    Select(browser.find("set-theme")).select_by_value("dark")
    assert behind() == rgb(DARK.paper)
    browser.driver.refresh()
    assert behind() == rgb(DARK.paper)


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
    for summary in browser.driver.find_elements(By.CSS_SELECTOR, "summary"):
        summary.click()
    browser.click(*["hint"] * 4)
    # Arrows lead from one cell to the others, and from one radio button to the others.
    count = browser.run(
        "window.expected = new Set([...document.querySelectorAll('button, select, input, summary, [data-cell]')]"
        ".filter((each) => each.checkVisibility() && !each.disabled)"
        ".filter((each) => !each.dataset.cell || each.tabIndex === 0)"
        ".filter((each) => each.type !== 'radio' || each.checked)); return expected.size"
    )
    assert count > 25
    browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    for _ in range(count + 3):
        browser.keys(Keys.TAB)
        browser.run("expected.delete(document.activeElement)")
    left = browser.run("return [...expected].map((each) => each.outerHTML)")
    assert not left, left


def accessible(browser, axe):
    """Let axe-core look at the page in several states and sizes."""
    for width in (1200, 390):
        browser.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=844,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        for theme in ("light", "dark"):
            browser.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
            Select(browser.find("set-theme")).select_by_value(theme)
            for number in (1, 3, 4, 7):
                browser.choose(number)
                browser.click("fill", "save", "check", "hint", "share")
                browser.run(axe)
                found = browser.driver.execute_async_script(
                    "const done = arguments[arguments.length - 1]; axe.run().then((result) => done(result.violations))"
                )
                assert not found, json.dumps(found, indent=1)[:3000]
    browser.command("Emulation.clearDeviceMetricsOverride")
    Select(browser.find("set-theme")).select_by_value("auto")


def screenshots(browser, folder):
    for width, height in ((1200, 950), (390, 844)):
        browser.forget()
        browser.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        for number in range(len(puzzles())):
            browser.choose(number)
            browser.click("fill", *["hint"] * 4)
            browser.run("window.scrollTo(0, 0)")
            browser.driver.save_screenshot(str(folder / f"page-{number}-{width}.png"))
    browser.command("Emulation.clearDeviceMetricsOverride")


def main():
    axe = Path(sys.argv[1]).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "page.html")
        fastfuto.page(puzzles(), path, title=MARKUP)
        browser = Browser(path)
        try:
            assert browser.driver.find_element(By.TAG_NAME, "h1").text == " ".join(MARKUP.split())
            for check in (
                *(
                    solve_by_keyboard,
                    solve_by_clicks,
                    solve_by_touch,
                    mark_and_select,
                    undo_and_redo,
                    savepoints,
                ),
                *(
                    conflicts_and_check,
                    hints,
                    stored_hints,
                    links,
                    state_is_kept,
                    storage_fails,
                    improper_puzzles,
                ),
                *(colours, printing, reach_by_keyboard),
            ):
                check(browser)
                print(f"{check.__name__.replace('_', ' ')}: as it should be", flush=True)
            accessible(browser, axe)
            print("axe-core finds nothing")
            if len(sys.argv) > 2:
                screenshots(browser, Path(sys.argv[2]))
            assert browser.run("return window.broken === undefined")
            assert browser.run("return performance.getEntriesByType('resource').length") == 0
            complaints = [entry for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"]
            assert not complaints, complaints
        finally:
            browser.driver.quit()


if __name__ == "__main__":
    sys.exit(main())
