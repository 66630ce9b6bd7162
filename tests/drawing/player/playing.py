"""Checks of moves: numbers, marks, colours and signs, by keys, clicks and touch."""

import base64
import re
import struct
import time
import zlib
from xml.etree import ElementTree

import numpy as np
from browser import ARROWS, VARIANTS, puzzles, rgb, solution_of
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import fastfuto
from fastfuto.drawing.page import PALETTES


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
    browser.enter(next(k for k, v in enumerate(browser.data["given"]) if v == "0"), "c")
    assert 12 in browser.entries()
    # Some layouts have other signs where digits are; Caps Lock makes letters capital; arrows lie on the number pad.
    browser.restart(0)
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
        browser.all("#pad button")[value - 1].click()
    assert browser.entries() == solution_of(1)
    assert browser.text("status").startswith("Solved in")
    copy_result(browser)


def solve_by_touch(browser):
    browser.command("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.choose(4)
    for k, value in enumerate(solution_of(4)):
        browser.tap(browser.cell(k))
        browser.tap(browser.all("#pad button")[value - 1])
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
    browser.restart(0)
    browser.enter(6, "x", "1", "3", "y", "2", "4", "v")
    assert (browser.marks(6), browser.marks(6, ".centre")) == ("1 3", "2 4")
    browser.keys("x", "3", "v")
    browser.hold(Keys.SHIFT, ARROWS["r"], ARROWS["d"])
    assert browser.selected() == [6, 7, 12]
    browser.one("[for='mode-corner']").click()
    browser.keys("5")
    assert [browser.marks(k) for k in (6, 7, 12)] == ["1 5", "5", "5"]
    browser.one("[for='mode-entries']").click()
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
    browser.enter(11, "5")
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
    browser.restart(0)
    browser.enter(6, "1", ARROWS["r"], "2")
    browser.click("undo")
    assert browser.entries()[6:8] == [1, 0]
    browser.enter(6, "u")
    assert browser.entries()[6:8] == [0, 0]
    browser.hold(Keys.CONTROL, "y")
    browser.click("redo")
    assert browser.entries()[6:8] == [1, 2]
    browser.hold(Keys.CONTROL, "z")
    assert browser.entries()[6:8] == [1, 0]


def undo_after_a_reload(browser):
    browser.restart(0)
    browser.enter(6, "1", ARROWS["r"], "x", "2", "3", "v")
    browser.driver.refresh()
    for marks, entry in (("2", 1), ("", 1), ("", 0)):
        browser.click("undo")
        assert (browser.marks(7), browser.entries()[6]) == (marks, entry)
    browser.driver.refresh()
    browser.click("redo", "redo")
    assert (browser.marks(7), browser.entries()[6]) == ("2", 1)


def savepoints(browser):
    browser.restart(0)
    browser.enter(6, "1")
    browser.click("save")
    browser.enter(7, "2", "s")
    browser.one("[aria-label^='Back to 1,']").click()
    assert browser.entries()[6:8] == [1, 0]
    browser.click("undo")
    assert browser.entries()[6:8] == [1, 2]
    browser.one("[aria-label='Delete savepoint 1']").click()
    assert len(browser.all("#saved li")) == 1


def conflicts_and_check(browser):
    browser.restart(0)
    browser.click("check")
    assert browser.text("status") == "There are no entries yet."
    browser.enter(6, "1", ARROWS["r"], "1")
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
    browser.enter(1, str(solution_of(0)[1]))
    browser.click("check")
    assert browser.text("status") == "Everything is right so far."
    # A sign between cells is greyed by a click, and by keys.
    sign = browser.one(".sign")
    sign.click()
    assert "grey" in sign.get_attribute("class")
    browser.enter(1, "t", ARROWS["r"])
    assert "grey" not in sign.get_attribute("class")


def highlights(browser):
    browser.restart(0)
    solution = solution_of(0)
    browser.cell(0).click()
    peers = {k for k in range(25) if "peer" in browser.classes(k)}
    assert peers == {k for k in range(25) if k // 5 == 0 or k % 5 == 0}
    assert [k for k in range(25) if "equal" in browser.classes(k)] == [0]
    browser.open_box("settings")
    browser.click("set-lines", "set-equals")
    assert not browser.all("#board .peer, #board .equal")
    browser.click("set-lines", "set-equals")
    for k, value in enumerate(solution):
        if value == 5:
            browser.cell(k).click()
            if browser.entries()[k] != 5:
                browser.keys("5")
    labels = [button.get_attribute("aria-label") for button in browser.all("#pad button")]
    assert labels[4] == "5, finished"
    assert labels[1] == "2, 5 left"
    assert sum("equal" in browser.classes(k) for k in range(25)) == 5


def painting(browser):
    browser.restart(0)
    browser.enter(6, "z", "2")
    assert "paint-2" in browser.classes(6)
    assert browser.cell(6).get_attribute("aria-label").endswith("green")
    swatches = browser.all("#pad .swatch")
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
    browser.enter(6, "x", "1", "3")
    browser.hold(Keys.ALT, "3")
    browser.keys("z", "2")
    assert "paint-2" not in browser.classes(6)
    assert len(browser.all("#board .dot-2")) == 1
    label = browser.cell(6).get_attribute("aria-label")
    assert "marks 1 3 green" in label, label
    browser.driver.refresh()
    assert len(browser.all("#board .dot-2")) == 1
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
    # The menu may change the board, which is shown then.
    browser.click("restart", "pause", "solution", "sure-yes")
    browser.until(lambda: browser.find("board").is_displayed())
    assert not browser.find("paused").is_displayed()
    browser.click("restart")


def large_numbers_and_filters(browser):
    """Enter numbers of two digits, select equal numbers, and look where a number can go."""
    browser.restart(5)
    blank = browser.entries().index(0)
    browser.enter(blank, "1", "2")
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
    assert not browser.all("#board .out")


def sees(entries, cell, value, n=12):
    """Return whether a cell has an entry, or sees this value in its row or column."""
    row = entries[cell // n * n : (cell // n + 1) * n]
    return entries[cell] > 0 or value in row or value in entries[cell % n :: n]


def variants(browser):
    """Ask for a hint, break a rule of each variant but none of its grid, open a link to it, and solve it."""
    browser.forget()
    first = len(puzzles()) - len(VARIANTS)
    for number, puzzle in enumerate(puzzles()[first:], first):
        browser.restart(number)
        assert browser.find("rule").get_attribute("textContent")
        assert browser.hint() == fastfuto.hint(puzzle).text()
        browser.click("hint-close")
        cell, value = next(breaches(puzzle))
        browser.enter(cell, str(value))
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
                browser.enter(cell, str(value))
        assert browser.entries() == solution_of(number)
        browser.until(lambda: browser.find("status").get_attribute("textContent").startswith("Solved in"))
        browser.open_box("puzzles")
        assert VARIANTS[number - first].replace("-odd", " and odd") in browser.text("stats").replace(
            "\n", " "
        )
        browser.close_boxes()


def breaches(puzzle):
    """Yield entries that break a rule of a variant, but none of its grid."""
    for cell in np.flatnonzero(puzzle.clues == 0).tolist():
        for value in range(1, puzzle.n + 1):
            clues = puzzle.clues.copy()
            clues.flat[cell] = value
            if puzzle.base.with_clues(clues).is_valid and not puzzle.with_clues(clues).is_valid:
                yield cell, value


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
