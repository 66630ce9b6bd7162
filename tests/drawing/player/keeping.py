"""Checks of what stays: links, storage, tabs, and the clock."""

import json

from browser import ARROWS, LAST_LINE, enter_solution

import fastfuto


def links(browser):
    browser.restart(0)
    browser.enter(1, "3", ARROWS["r"], "5")
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
    browser.enter(7, "2")
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
    browser.enter(9, "3", ARROWS["r"], "x", "1", "2")
    browser.click("save")
    before = browser.entries()
    browser.driver.refresh()
    assert browser.find("mode-corner").is_selected()
    browser.keys("v")
    assert "Futoshiki 7" in browser.text("name")
    assert browser.entries() == before
    assert browser.marks(10) == "1 2"
    assert len(browser.all("#saved li")) == 1


def storage_fails(browser):
    """Play where storage is forbidden, full, or holds something else."""
    forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })"
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    for script in (forbidden, full):
        made = browser.command("Page.addScriptToEvaluateOnNewDocument", source=script)
        browser.driver.get("about:blank")
        browser.driver.get(browser.address)
        browser.enter(6, "1")
        assert browser.entries()[6] == 1
        assert "lost when you close the page" in browser.text("storage")
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])
    # Storage that becomes full keeps what it had.
    browser.forget()
    browser.enter(6, "1")
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
        browser.enter(6, "1")
        assert browser.entries()[6] == 1
    browser.forget()


def ids(browser):
    data = json.loads(browser.run("return document.getElementById('puzzles').textContent"))
    return ["fastfuto settings", "fastfuto last", *(f"fastfuto game {puzzle['id']}" for puzzle in data)]


def two_tabs(browser):
    """Play in a newer tab, and close the older one: the newer game stays."""
    browser.forget()
    browser.choose(1)
    first = browser.driver.current_window_handle
    blanks = [k for k, value in enumerate(browser.entries()) if not value][:2]
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(browser.address)
    second = browser.driver.current_window_handle
    browser.enter(blanks[0], "3")
    browser.driver.switch_to.window(first)
    browser.until(lambda: browser.entries()[blanks[0]] == 3)
    browser.enter(blanks[1], "2")
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


def closing(browser):
    """Close the tab in the middle of a game: entries, marks, hints and the time are there the next time."""
    browser.forget()
    browser.choose(1)
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(browser.address)
    blank = browser.entries().index(0)
    browser.enter(blank, "3", ARROWS["r"], "x", "1", "2", "v")
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


def clock_and_midnight(browser):
    """Play the puzzle of the day over midnight, and set the clock back: each puzzle is counted once, on its day."""

    def solve_it():
        puzzle = fastfuto.parse(browser.run(LAST_LINE))
        for k, value in enumerate(fastfuto.solve(puzzle).grid.ravel().tolist()):
            if not browser.entries()[k]:
                browser.enter(k, str(value))
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
    browser.enter(blank, "1")
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
