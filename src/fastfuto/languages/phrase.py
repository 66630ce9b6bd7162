"""Phrases that describe techniques."""

from __future__ import annotations


class Phrase:
    """The phrases that describe a technique.

    Names in braces are parts of a step. These parts are filled in by `texts.py` and, for techniques that the page finds
    itself, by `words.js`. If there are several phrases, the first phrase whose parts the step has is used.

    Attributes
    ----------
    premise : tuple of str
        The premise of a step.
    joint : str
        The words between the premise and the conclusion.
    conclusion : tuple of str
        The conclusion. A step without its parts is described without a conclusion.
    where : tuple of str
        Where to look.
    """

    premise: tuple[str, ...]
    joint: str
    conclusion: tuple[str, ...]
    where: tuple[str, ...]

    def __init__(
        self,
        *premise: str,
        joint: str = ", so ",
        conclusion: tuple[str, ...] = ("{changes}",),
        where: tuple[str, ...] = ("{sum}", "{related}", "{line}", "{few}"),
    ) -> None:
        self.premise, self.joint, self.conclusion, self.where = premise, joint, conclusion, where
