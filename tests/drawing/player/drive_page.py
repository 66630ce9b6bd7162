"""Play the page in Chromium: ``python drive_page.py AXE [FOLDER [CHECK ...]]``.

AXE is the file axe.min.js of axe-core. It needs Chromium, its driver and Selenium. Screenshots go to FOLDER. CHECK are
names of functions that are run alone, without axe-core and screenshots.
"""

import sys
import threading
from pathlib import Path

import asking
import keeping
import looking
import making
import playing
from browser import Browser, check_end, opened, puzzles
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from fastfuto.drawing.page import page_text
from fastfuto.serving.server import Server

MARKUP = "Sunday <b>puzzles</b> </script><script>window.broken = 1</script> {{script}} &amp;"
CHOSEN = frozenset(sys.argv[3:])
"""The checks that are run alone."""


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
                looking.look(browser, axe)
                browser.hint(3)
                looking.look(browser, axe)
                for mode in ("z", "v"):
                    browser.enter(browser.entries().index(0), mode, "3", "u")
                    looking.look(browser, axe)
                for box in ("rules", "new", "puzzles", "menu", "settings"):
                    browser.open_box(box)
                    looking.look(browser, axe)
                browser.click("share")
                looking.look(browser, axe)
                browser.click("solution")
                looking.look(browser, axe)
                browser.click("sure-no")
    browser.command("Emulation.clearDeviceMetricsOverride")
    browser.open_box("settings")
    Select(browser.find("set-theme")).select_by_value("auto")


def check_all(browser, checks):
    for check in checks:
        if CHOSEN and check.__name__ not in CHOSEN:
            continue
        check(browser)
        print(f"{check.__name__.replace('_', ' ')}: as it should be", flush=True)


def check_file(axe, folder):
    """Play the page that is a file."""
    with opened(puzzles(), title=MARKUP) as browser:
        assert browser.driver.find_element(By.TAG_NAME, "h1").text == " ".join(MARKUP.split())
        check_all(browser, CHECKS_OF_FILE)
        accessible(browser, axe, (1, 3, 4, 7, 9, 13, 14))
        print("axe-core finds nothing in the file")
        if folder and not CHOSEN:
            looking.screenshots(browser, folder)


def check_engines(axe):
    """Play the page that is a file, with the engines that it brings along."""
    with opened(puzzles()[0], title=MARKUP) as browser:
        check_all(browser, CHECKS_OF_ENGINES)
        browser.forget()
        accessible(browser, axe, (0,))
        print("axe-core finds nothing in the file with its engines")


def check_alone(axe):
    """Play the page in a browser without WebAssembly."""
    with opened(puzzles(), has_engines=False, title=MARKUP) as browser:
        check_all(browser, CHECKS_WITHOUT_ENGINES)
        browser.choose(0)
        looking.look(browser, axe)


def check_languages(axe):
    """Look at the page in the other languages, at the sizes that have the least room."""
    for language in ("de", "pl"):
        with opened(puzzles(), language=language) as browser:
            check_all(browser, (looking.words_have_room,))
            looking.look(browser, axe)


def check_served(axe):
    """Play the page that is served."""
    with Server(0, page_text(puzzles()[0], title=MARKUP)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with Browser(server.address) as browser:
                check_all(browser, ANSWERS)
                browser.forget()
                accessible(browser, axe, (0,))
                print("axe-core finds nothing in the page that is served")
                check_end(browser)
        finally:
            server.shutdown()


CHECKS_OF_FILE = (
    playing.keys_from_the_first_moment,
    playing.solve_by_keyboard,
    playing.solve_by_clicks,
    playing.solve_by_touch,
    playing.mark_and_select,
    playing.undo_and_redo,
    playing.undo_after_a_reload,
    playing.savepoints,
    playing.conflicts_and_check,
    playing.highlights,
    playing.painting,
    playing.files,
    playing.pausing,
    asking.solution_on_request,
    playing.rules_with_pictures,
    asking.hints,
    asking.hints_on_the_way,
    asking.hints_again_and_again,
    asking.hints_line_by_line,
    keeping.two_tabs,
    keeping.closing,
    playing.large_numbers_and_filters,
    keeping.links,
    keeping.state_is_kept,
    keeping.storage_fails,
    playing.variants,
    asking.improper_puzzles,
    looking.colours,
    looking.forced_colours,
    looking.reduced_motion,
    looking.printing,
    looking.reach_by_keyboard,
    looking.focus_stays,
    looking.nothing_lies_over_anything,
)
CHECKS_WITHOUT_ENGINES = (
    asking.without_engines,
    playing.solve_by_keyboard,
    playing.solve_by_clicks,
    asking.solution_on_request,
)
ANSWERS = (
    making.new_puzzles,
    making.drawing_a_puzzle,
    making.the_next_game,
    asking.hints_of_the_engines,
    asking.questions,
    making.shared_texts,
    making.hostile_texts,
)
CHECKS_OF_ENGINES = (*ANSWERS, keeping.clock_and_midnight, asking.hints_in_any_position)


def main():
    axe = Path(sys.argv[1]).read_text(encoding="utf-8")
    check_file(axe, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    check_engines(axe)
    check_alone(axe)
    check_languages(axe)
    check_served(axe)


if __name__ == "__main__":
    sys.exit(main())
