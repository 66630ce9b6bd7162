"""Styles: colours, names, and the contrast that WCAG AA asks for."""

import pytest

from fastfuto import Style
from fastfuto.drawing.style import DARK, LIGHT, PRINT, STYLES, look_of, style_named

FILLS = ("cell", "band", "premise", "placed", "conflict")
TEXTS = [(text, fill) for text in ("number", "solved", "candidate", "removed", "link") for fill in FILLS]
TEXTS += [("number", "paper"), ("total", "black"), ("cell", "link")]
LINES = [(line, fill) for line in ("line", "wall", "sign", "link") for fill in ("paper", "cell")]
LINES += [("removed", fill) for fill in FILLS] + [("link", fill) for fill in FILLS] + [("line", "black")]


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    shares = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    darker, lighter = sorted([luminance(first), luminance(second)])
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_is_that_of_wcag():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("style", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXTS, 4.5), (LINES, 3.0)], ids=["texts", "lines"])
def test_contrast_meets_wcag_aa(style, pairs, least):
    found = {pair: contrast(getattr(style, pair[0]), getattr(style, pair[1])) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}


def test_styles_have_names():
    assert set(STYLES) == {"auto", "light", "dark", "print"}
    assert style_named(None) is style_named("auto")
    assert style_named("auto").dark == DARK
    own = Style(paper="#abc")
    assert style_named(own) is own


@pytest.mark.parametrize("colour", ["red", "#12", "#12345g", "", 7, None, "#fff;}</style>", "url(#a)"])
def test_what_is_not_a_colour_is_refused(colour):
    with pytest.raises(ValueError, match="sign must be a colour such as #1d4ed8"):
        Style(sign=colour)


def test_a_dark_style_is_a_style():
    with pytest.raises(ValueError, match="dark must be a Style"):
        Style(dark="dark")


def test_unknown_styles_are_refused():
    with pytest.raises(ValueError, match="there is no style 'blue'; the styles are auto, light, dark, print"):
        style_named("blue")
    with pytest.raises(TypeError, match="style must be a Style or the name of a style, got int"):
        style_named(7)


def test_a_style_sheet_touches_only_the_pictures_of_its_style():
    look = look_of(Style(paper="#123456", dark=DARK))
    assert "#123456" in look.rules
    light, dark = look.rules.split("@media(prefers-color-scheme:dark)")
    for rules in (light, dark.strip("{}") + "}"):
        selectors = [rule.partition("{")[0] for rule in rules.split("}") if rule]
        assert len(selectors) > 20
        assert all(selector.startswith(f".{look.name} ") for selector in selectors)
    assert look_of(LIGHT).name != look_of(DARK).name
