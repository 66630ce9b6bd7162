"""Checks of the looks: sizes, colours, print, the keyboard's way through the page, and axe-core."""

import base64
import json
import re
import subprocess

from browser import OPENERS, enter_solution, puzzles, rgb
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from fastfuto.drawing.page import PALETTES

SIZES = (
    *((360, 640), (390, 844), (844, 390), (640, 400), (683, 650)),
    *((768, 1024), (1280, 800), (1920, 1080)),
)
"""Sizes of windows at which no element may lie over another one."""
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
        tops = {key.location["y"] for key in browser.all("#pad button")}
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


def forced_colours(browser):
    """See which mode, swatch, level and line are chosen in forced colours, and the cells of a hint."""

    def grounds(selector):
        script = "return [...document.querySelectorAll(arguments[0])].map((e) => getComputedStyle(e).backgroundColor)"
        return browser.run(script, selector)

    def expect_one(chosen, others):
        assert len(grounds(chosen)) == 1
        assert not set(grounds(chosen)) & set(grounds(others)), chosen

    browser.command("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    browser.choose(2)
    expect_one("#modes input:checked + label", "#modes input:not(:checked) + label")
    browser.one("[for='mode-colour']").click()
    assert len(set(grounds("#pad .swatch"))) == 6
    browser.keys("v")
    browser.open_box("new")
    expect_one("#new-level input:checked + label", "#new-level input:not(:checked) + label")
    browser.hint()
    fill = "return new Set([...document.querySelectorAll('#board .ground')].map((e) => getComputedStyle(e).fill)).size"
    assert browser.run(fill) > 1
    browser.click("hint-close")
    browser.command("Emulation.setEmulatedMedia", features=[])


def reduced_motion(browser):
    """Play to the end: cells move if the player allows it, and nothing moves if the player wants no motion."""
    running = (
        "return document.getAnimations().map((each) => each.animationName ?? each.transitionProperty).sort()"
    )
    browser.choose(0)
    for wanted, expected in (("no-preference", {"done", "pop"}), ("reduce", set())):
        browser.command(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wanted}]
        )
        browser.click("restart")
        enter_solution(browser, 0)
        assert set(browser.run(running)) == expected, wanted
        assert browser.find("end-box").is_displayed()
        for box in ("new", "menu", "puzzles"):
            browser.open_box(box)
            assert browser.run("return document.querySelector('dialog[open]').getAnimations().length") == 0
        browser.click("restart")
        browser.hint()
        assert browser.run(running) == []
        browser.click("hint-close")
    browser.command("Emulation.setEmulatedMedia", features=[])


def printing(browser):
    """Print in dark mode: the title and the board, and no controls, on one page each; also in a pause."""
    for number in (0, 4, 8):
        browser.choose(number)
        browser.click("pause")
        data = browser.command("Page.printToPDF", printBackground=False)["data"]
        run = subprocess.run(
            ["pdftotext", "-layout", "-", "-"], input=base64.b64decode(data), capture_output=True
        )
        text = run.stdout.decode()
        assert text.startswith("Sunday <b>puzzles</b>"), text[:200]
        assert text.count("\f") == 1, (number, text)
        assert not {"Undo", "Continue"} & set(text.split())
        assert re.search(r"\b[1-9]\b", text.partition(browser.data["id"])[2])
        browser.click("resume")
        assert browser.data["id"] in text


def reach_by_keyboard(browser):
    """Reach every control by the tab key."""
    browser.forget()
    browser.choose(1)
    browser.enter(8, "1", "s", "u", "1", "u")
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

    browser.restart(2)
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
        count = len(browser.all("#hint-lines li"))
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


AXE = "const done = arguments[arguments.length - 1]; axe.run().then((result) => done(result.violations))"


def look(browser, axe):
    """Let axe-core look at the page."""
    browser.run(axe)
    found = browser.driver.execute_async_script(AXE)
    assert not found, json.dumps(found, indent=1)[:3000]


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
