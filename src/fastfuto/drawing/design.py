"""The options of a booklet's appearance as one value."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from ..languages import ENGLISH, Language
from ..puzzles.variants import Variant
from .paper import CAPTION, LARGE, PAPERS, TITLE, Paper
from .scene import Label, Scene
from .sheet import Sheet
from .view import View

Answers: TypeAlias = Literal["end", "foot", "none"]
"""Place of the answers: on pages at the end, upside down at the foot of each page, or nowhere."""
MOST_A_PAGE = 12
LARGER = 1.28
"""Enlargement of digits in large print."""
DIGITS = ("number", "total")
"""The roles of the labels that large print enlarges."""
CAPTION_PARTS = ("number", "family", "size", "level", "id")
"""Names that a caption may have in braces."""
_WIDTH = re.compile(r"[<>^]?[0-9]{0,2}")


@dataclass(frozen=True)
class Design:
    """The options of `booklet` for the appearance of its pages; `check` refuses values outside their range."""

    per_page: int = 4
    answers: Answers = "end"
    paper: Paper = "A4"
    title: str | None = None
    caption: str | None = None
    stars: bool = False
    instructions: bool = False
    large_print: bool = False
    strips: bool = False
    language: Language = ENGLISH

    def check(self) -> None:
        """Raise a ValueError or TypeError for an option outside its range."""
        if self.per_page > MOST_A_PAGE:
            raise ValueError(f"per_page must be 1 to {MOST_A_PAGE}, got {self.per_page}")
        for name, value, allowed in (
            ("answers", self.answers, get_args(Answers)),
            ("paper", self.paper, tuple(PAPERS)),
        ):
            if value not in allowed:
                raise ValueError(f"{name} must be {', '.join(allowed[:-1])} or {allowed[-1]}, got {value!r}")
        for name, text in (("title", self.title), ("caption", self.caption)):
            if text is not None and not isinstance(text, str):
                raise TypeError(f"{name} must be a string, got {type(text).__name__}")
        if self.caption is not None:
            _check_caption(self.caption)

    def texts(self, headings: Iterable[str]) -> dict[str, str]:
        """Return the texts to be printed, or only their letters; the keys are their names in messages."""
        return {
            "title": self.title or "",
            "caption": self.caption or "",
            "heading": "".join(headings),
            f"language {self.language.code!r}": f"{string.digits}<+{self.language.characters()}",
        }

    @property
    def caption_size(self) -> float:
        """The font size of captions."""
        return LARGE if self.large_print else CAPTION

    @property
    def title_size(self) -> float:
        """The font size of titles."""
        return LARGE if self.large_print else TITLE

    def caption_of(self, number: int, sheet: Sheet) -> str:
        """Return the line under a puzzle; if the puzzle has no level, the punctuation of the level is also removed."""
        words = self.language.booklet
        said = self.caption if self.caption is not None else words["caption"]
        level = self.language.levels.get(sheet.level, sheet.level) or words.get(sheet.solutions, "")
        parts = (number, self.family_of(sheet), sheet.size, level, sheet.id)
        return said.format(**dict(zip(CAPTION_PARTS, parts, strict=True))).strip(" ,")

    @property
    def has_id(self) -> bool:
        """Whether the caption contains the id; if so, the id is not printed beside the caption."""
        return self.caption is not None and "id" in _names_in(self.caption)

    def enlarged(self, scene: Scene) -> Scene:
        """Return a scene; in large print, its digits are enlarged."""
        if not self.large_print:
            return scene
        shapes = [
            shape._replace(size=shape.size * LARGER)
            if isinstance(shape, Label) and shape.role in DIGITS
            else shape
            for shape in scene.shapes
        ]
        return scene._replace(shapes=shapes)

    def family_of(self, sheet: Sheet) -> str:
        """Return the name of a puzzle's family in the language."""
        return self.with_rules(sheet, sheet.puzzle.names if isinstance(sheet.puzzle, Variant) else ())

    def with_rules(self, sheet: Sheet, names: Iterable[str]) -> str:
        """Return the name of a puzzle's family and of some rules."""
        family = self.language.families.get(sheet.puzzle.family, sheet.family)
        rules = ", ".join(self.language.variants[name] for name in names)
        return f"{family} ({rules})" if rules else family

    def scene(self, view: View) -> Scene:
        """Return a picture with words in the language of the booklet."""
        view.language = self.language
        return view.appearance.scene(view)


def _check_caption(caption: str) -> None:
    *others, last = CAPTION_PARTS
    rule = (
        f"names in braces are {', '.join(others)} and {last}, with a width of up to two digits after a colon"
    )
    try:
        for _, name, width, conversion in string.Formatter().parse(caption):
            if name is not None and (
                name not in CAPTION_PARTS or conversion or not _WIDTH.fullmatch(width or "")
            ):
                raise ValueError(rule)
    except ValueError as error:
        raise ValueError(f"caption {caption!r}: {error}") from None


def _names_in(caption: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(caption) if name is not None]
