"""Checks of new puzzles: made, drawn, typed in, and the next one after a solved puzzle."""

import json
import re
import tempfile
import time
from pathlib import Path

import numpy as np
from browser import ARROWS, LAST_LINE, make_one
from selenium.webdriver.support.ui import Select

import fastfuto


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
    browser.one("[for='new-family-latin']").click()
    Select(browser.find("new-technique")).select_by_visible_text("An x-wing")
    browser.click("practise")
    browser.until(lambda: not browser.find("new-box").get_attribute("open"))
    puzzle = fastfuto.parse(browser.run(LAST_LINE))
    assert "x-wing" in {step.technique for step in fastfuto.explain(puzzle).steps}


def drawing_a_puzzle(browser):
    """Draw a puzzle with numbers and signs, and play it."""
    browser.open_box("new")
    browser.one("[for='new-size-3']").click()
    browser.click("draft-new")
    browser.until(lambda: browser.text("status") == "At least two solutions from here.")
    for pair, presses in (((0, 1), 1), ((1, 2), 1), ((5, 8), 3), ((3, 6), 2)):
        for _ in range(presses):
            before = browser.run("return document.getElementById('board').innerHTML")
            slots = browser.all(f"[data-slot='{pair[0]},{pair[1]}']")
            signs = browser.all(".sign")
            (slots or signs[-1:])[0].click()
            browser.until(
                lambda b=before: browser.run("return document.getElementById('board').innerHTML") != b
            )
    browser.until(lambda: browser.text("status") == "Exactly one solution from here.")
    # By keys: a sign that is put, reversed and removed.
    browser.cell(4).click()
    for count in (4, 4, 3):
        browser.keys("t", ARROWS["r"])
        browser.until(lambda c=count: len(browser.all(".sign")) == c)
        browser.until(lambda: browser.text("status") != "")
    undo_a_draft(browser)
    browser.click("draft-play")
    browser.until(lambda: not browser.find("draft-box").is_displayed())
    drawn = fastfuto.parse(browser.run(LAST_LINE))
    assert drawn == fastfuto.Futoshiki(
        np.zeros((3, 3), int), [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((2, 0), (1, 0))]
    )


def undo_a_draft(browser):
    """Undo and redo numbers and signs of a draft in their order, and leave it only after a question."""

    def shown():
        signs = browser.run(
            "return [...document.querySelectorAll('.sign path')].map((e) => e.getAttribute('d'))"
        )
        return browser.entries(), sorted(signs)

    def press(*keys):
        before = shown()
        browser.keys(*keys)
        browser.until(lambda: shown() != before and browser.text("status") in SAID)
        return shown()

    browser.cell(8).click()
    states = [shown(), press("2"), press("t", ARROWS["u"])]
    states += [press("1"), press("t", ARROWS["u"]), press("t", ARROWS["u"])]
    browser.keys("r")
    for state in states[-2::-1]:
        assert press("u") == state
    for state in states[1:4]:
        assert press("r") == state
    for state in states[2::-1]:
        browser.click("undo")
        browser.until(lambda state=state: shown() == state)
    assert press("1") != states[1]
    browser.keys("r")
    assert press("u") == states[0]
    browser.open_box("menu")
    assert browser.find("unique").is_displayed()
    assert not [name for name in ("check", "solution", "save", "share") if browser.find(name).is_displayed()]
    browser.click("draft-end", "sure-no")
    browser.until(lambda: browser.text("status") == "Exactly one solution from here.")
    assert browser.find("draft-box").is_displayed()


SAID = ("No solution from here.", "Exactly one solution from here.", "At least two solutions from here.")


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
            browser.enter(k, str(value))
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


def shared_texts(browser):
    """Paste what the page shares: a link with its puzzle, the link alone, and a result."""

    def paste(text):
        browser.choose(0)
        browser.open_box("new")
        browser.run("arguments[0].value = arguments[1]", browser.find("typed"), text)
        browser.click("read")
        browser.until(lambda: not browser.find("new-box").get_attribute("open"))
        browser.until(lambda: browser.text("name") == "Futoshiki 3 × 3")

    make_one(browser, "futoshiki", 3, "easy", "1")
    browser.click("restart")
    blank = browser.entries().index(0)
    browser.enter(blank, "1")
    entries = browser.entries()
    browser.click("share")
    shared = browser.find("link").get_attribute("value")
    browser.click("restart")
    count = len(browser.listed())
    paste(shared)
    assert browser.entries()[blank] == 0
    paste(shared.split("\n")[0])
    browser.until(lambda: browser.entries() == entries)
    paste("Futoshiki 3 × 3, easy: solved in 00:10, without a hint.\n" + shared.split("\n")[1])
    assert len(browser.listed()) == count
    browser.click("forget", "sure-yes")


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
