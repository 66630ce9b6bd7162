"""Use the page "Try it" of the documentation in Chromium: ``python drive_try.py AXE [FOLDER]``, as drive_page.py."""

import sys
import tempfile
from pathlib import Path

from browser import Browser, puzzles
from looking import OVERLAPS, SIZES

import fastfuto

sys.path.insert(0, str(Path(__file__).parents[3] / "docs/_extensions"))
import trying

THEMES = ("light", "dark")


def enter(browser, text):
    """Put a text into the page and ask; return what the page says of it, nothing if it was read."""
    browser.run("arguments[0].value = arguments[1]", browser.find("typed"), text)
    browser.until(lambda: browser.find("explain").is_enabled())
    browser.click("explain")
    browser.until(lambda: browser.text("new-status") != "Just a moment …")
    return browser.text("new-status")


def steps_shown(browser):
    return [each.text for each in browser.all("#steps button")]


def explains_as_the_library_does(browser):
    """Ask for puzzles of all families that are read, and compare the steps; go through them."""
    asked = [puzzles()[k] for k in (0, 1, 2, 9)]
    asked.append(fastfuto.generate(9, level="extreme", seed=1).puzzle)
    asked.append(fastfuto.generate(9, family="sudoku", level="tricky", seed=1).puzzle)
    texts = [(puzzle, "json") for puzzle in asked] + [(puzzles()[0], name) for name in ("source", "picture")]
    for puzzle, name in texts:
        assert enter(browser, fastfuto.format_puzzle(puzzle, name)) == ""
        explanation = fastfuto.explain(puzzle)
        assert steps_shown(browser) == [step.text() for step in explanation.steps]
        assert fastfuto.grade(puzzle).level in browser.text("about")
        assert browser.text("solutions") == "It has exactly one solution."
        browser.all("#steps button")[-1].click()
        browser.click("after")
        assert browser.text("number") == "The end"
        shown = browser.run(
            "return [...document.querySelectorAll('#board .value')].map((each) => Number(each.textContent))"
        )
        assert shown == fastfuto.solve(puzzle).grid.ravel().tolist()


def says_what_is_wrong(browser):
    """Give it puzzles with several solutions or none, and texts that are no puzzles."""
    for number, said in ((6, "It has several solutions."), (7, "It has no solution.")):
        assert enter(browser, fastfuto.format_puzzle(puzzles()[number], "json")) == ""
        assert browser.text("solutions") == said
    hostile = ("", "<img src=x onerror=broken=1>", "</textarea><script>window.broken=1</script>", "x" * 70000)
    for text in (
        *hostile,
        "[" * 5000,
        '{"__proto__": {"broken": 1}}',
        "5:" + "9" * 3000,
        "\0\ufffe",
        "1" * 10**6,
    ):
        assert enter(browser, text), text[:50]
        assert not browser.find("answer").is_displayed()
        assert browser.run("return window.broken === undefined && ({}).broken === undefined"), text[:50]


def nothing_lies_over_anything(browser):
    enter(browser, fastfuto.format_puzzle(puzzles()[2], "json"))
    for width, height in SIZES:
        browser.size(width, height)
        found = browser.run(OVERLAPS)
        assert not found, (width, height, found)
    browser.command("Emulation.clearDeviceMetricsOverride")


def accessible(browser, axe):
    for width in (1200, 390):
        browser.size(width, 844)
        for theme in THEMES:
            browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
            browser.run(axe)
            found = browser.driver.execute_async_script(
                "const done = arguments[arguments.length - 1]; axe.run().then((result) => done(result.violations))"
            )
            assert not found, str(found)[:3000]
    browser.command("Emulation.clearDeviceMetricsOverride")


def screenshots(browser, folder):
    browser.all("#steps button")[-8].click()
    for width, height in ((1200, 950), (390, 844)):
        browser.size(width, height)
        for theme in THEMES:
            browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
            browser.run("window.scrollTo(0, 0)")
            browser.command("Emulation.setScrollbarsHidden", hidden=True)
            browser.driver.save_screenshot(str(folder / f"try-{width}-{theme}.png"))


def check(address, axe, folder):
    with Browser(address) as browser:
        for part in (explains_as_the_library_does, says_what_is_wrong, nothing_lies_over_anything):
            part(browser)
            print(f"{part.__name__.replace('_', ' ')}: as it should be", flush=True)
        accessible(browser, axe)
        print("axe-core finds nothing")
        if folder:
            screenshots(browser, folder)
        assert not browser.run("return performance.getEntriesByType('resource').map((each) => each.name)")
        complaints = [each for each in browser.driver.get_log("browser") if each["level"] == "SEVERE"]
        assert not complaints, complaints


def check_without_engines(address):
    with Browser(address, has_engines=False) as browser:
        browser.until(lambda: browser.text("new-status").startswith("This page needs WebAssembly"))
        assert not browser.find("explain").is_enabled()
        print("without WebAssembly it says so")


def main():
    axe = Path(sys.argv[1]).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "trying.html")
        path.write_text(trying.text(), encoding="utf-8")
        print(f"  {path.stat().st_size} bytes")
        check(path.as_uri(), axe, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
        check_without_engines(path.as_uri())


if __name__ == "__main__":
    sys.exit(main())
