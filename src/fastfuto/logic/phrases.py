"""How techniques are told: one phrase for each, from which the texts of steps and the page take their words."""

from __future__ import annotations

__all__ = ["BELOW", "NUMBERS", "PHRASES", "TIES", "WORDS", "Phrase"]


class Phrase:
    """How a technique is told.

    Names in braces are parts of a step, which `texts.py` reads from it and, for the techniques that the page finds
    itself, `words.js`. Of several phrases, the first one is told of which the step has all parts.

    Attributes
    ----------
    premise : tuple of str
        What a step rests on.
    joint : str
        What stands between the premise and the conclusion.
    conclusion : tuple of str
        What follows; a step that has none of these is told without.
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


_IN_EACH = ". In each case "
_BOUNDS = ("{bounds}",)
_NAKED = Phrase(
    "in {line}, {cells} can only hold {values}", conclusion=("they use these numbers up: {changes}",)
)
_HIDDEN = Phrase(
    "in {line}, only {cells} can hold {values}", conclusion=("they hold nothing else: {changes}",)
)
_FISH = Phrase(
    "in each of {kind}s {base}, the number {value} fits only in {crossing kind}s {cover}",
    joint=". So ",
    conclusion=("the {value}s of these {kind}s take up these {crossing kind}s: {changes}",),
    where=("{kind}s {base}",),
)
_TWO_LEFT = "{linked} have two candidates each"
_ENDS = ("{ends}",)
_CHAIN = Phrase(
    f"{_TWO_LEFT}, and {{signs}}. {{chain}}. So {{end or end}}",
    f"{_TWO_LEFT}. {{chain}}. So {{end or end}}",
    joint=", and ",
    conclusion=("{either way} {changes}", "{changes}"),
    where=_ENDS,
)
_CLIMBED, _CLIMBERS = ("{climbed}",), ("{long climb}", "{few}")
_LINE_BRAID = Phrase("look at {line} alone{outcomes}", joint=". So ")
_INSIDE = "{cells}, {count} different numbers of {line}"

PHRASES: dict[str, Phrase] = {
    "full house": Phrase("only {cells} is empty in {line}, and {placed} is missing", joint=". So "),
    "naked single": Phrase("{cells} has no candidate left but {value}"),
    "hidden single": Phrase("in {line}, only {cells} can be {value}"),
    "inequality bound": Phrase("{climb}", conclusion=_CLIMBED),
    "ascending chain": Phrase(
        "{signs}: {climbing} cells climb", "{climb}", conclusion=_CLIMBED, where=_CLIMBERS
    ),
    "ascending chain from candidates": Phrase("{climb}", conclusion=_CLIMBED, where=_CLIMBERS),
    "relation": Phrase("{cells} is {any} and {tie}"),
    "relation from candidates": Phrase("{cells} can only be {any} and {tie}"),
    "run combinations": Phrase(
        "{lone} is one cell with total {total}",
        "{adding}, which {all} different numbers make only from {values}",
        "{filled}, and only {last} is empty",
        "{filled}, and only {values} can complete it",
        conclusion=("{last} can only be {value}", "{changes}"),
    ),
    "run combinations from candidates": Phrase(
        "{options}. Only {few choices} make the total {total} of {sum}, in this order",
        "{options}. Only some choices of different candidates give {sum} the total {total}",
        "only some choices of different candidates give {sum} the total {total}",
        joint=", so ",
    ),
    "run bounds": Phrase(
        "{adding}, and {one other}",
        "{adding}, {some others}, and these make {others} together",
        "{adding}, and the other cells make {others} together",
        "{adding}",
        conclusion=_BOUNDS,
    ),
    "hill": Phrase(f"{{target}} is larger than {_INSIDE}", conclusion=_BOUNDS),
    "valley": Phrase(f"{{target}} is smaller than {_INSIDE}", conclusion=_BOUNDS),
    "same-line order": Phrase(
        f"{{peak}} is larger than {_INSIDE}. As {{limits}}, the greatest of them is at least {{reached}}",
        f"{{target}} is smaller than {_INSIDE}. As {{limits}}, the least of them is at most {{reached}}",
        f"{{peak}} is larger than {_INSIDE}, the greatest of which is at least {{greatest lost}}",
        f"{{target}} is smaller than {_INSIDE}, the least of which is at most {{least lost}}",
        conclusion=_BOUNDS,
    ),
    "locked candidates": Phrase(
        "in {line}, {value} fits only in {crossing}", where=("{line} and {crossing}",)
    ),
    **{f"naked {size}": _NAKED for size in ("pair", "triple", "quadruple", "set")},
    **{f"hidden {size}": _HIDDEN for size in ("pair", "triple", "quadruple")},
    **dict.fromkeys(("x-wing", "swordfish", "larger fish"), _FISH),
    **dict.fromkeys(("short braid in a line", "braid in a line"), _LINE_BRAID),
    "ordered set": Phrase(
        "in {line}, {cells} can only hold {held}. With {signs}, only the arrangements {arrangements} are left",
        "in {line}, {cells} can only hold {held}. No arrangement of their candidates keeps {signs} if {excluded}",
    ),
    "x-chain": Phrase("{chain}. So {either end} is {value}", joint=", and either way ", where=_ENDS),
    "xy-chain": _CHAIN,
    "chain across inequalities": _CHAIN,
    "braid": Phrase("{braid}", joint=". So "),
    "forcing cell": Phrase("{cells} is {any}{outcomes}", joint=_IN_EACH),
    "forcing line": Phrase("in {line}, {value} fits only in {any cell}{outcomes}", joint=_IN_EACH),
    "contradiction": Phrase(
        "{sum} cannot have total {total}",
        "in {line}, {cells} have too few values between them",
        "{cell} has no value left",
        "{only line} has no place left for {value}",
        "{lines} have too few columns for {value}",
        "no arrangement of {lines} keeps its inequalities",
        "no rule goes further from here, but a search finds no solution",
        where=("{sum}", "{line}", "{few}", "the whole grid"),
    ),
    "search": Phrase(
        "no rule goes further from here, but a search finds only one solution", joint=", where "
    ),
    "mistake": Phrase(
        "the {wrong} in {cells} is wrong", "the marks of {cells} leave out what it must be", conclusion=()
    ),
    "assumption": Phrase("{cells} is assumed", "{changes} is assumed"),
}
"""Phrases by the names of techniques."""

_ADDING = ("{changes} because {adding}",)

BELOW: dict[str, tuple[str, ...]] = {
    "naked single": ("{changes}, the only one left of {left}", "{changes}"),
    "hidden single": ("{changes}, because {value} has no other place in {line}",),
    "inequality bound": ("{changes}, because {signs}",),
    "relation": ("{changes}, because {cells} is {any} and {tie}",),
    "run combinations from candidates": _ADDING,
    "run bounds": _ADDING,
    "contradiction": (
        "{sum} cannot have total {total}",
        "{last} has none of {left} left",
        *PHRASES["contradiction"].premise,
    ),
}
"""How the steps below an assumption are told."""

WORDS = {
    "look": "Look at {where}.",
    "here": "Look at {where}: there is {technique}.",
    "is": "{cell} is {value}",
    "is not": "{cell} is not {value}",
    "are": "{cell} are {value}",
    "are not": "{cell} are not {value}",
    "least": "at least {value}",
    "most": "at most {value}",
    "can be": "{cell} can only be {value}",
    "because": "{said} because {reason}",
    "bounded": "{signs}. Here {said}",
    "has": "{cell} has total {value}",
    "have": "{cell} have total {value}",
    "suppose": "suppose that {cell} is {value}",
    "suppose instead": "suppose instead that {cell} is {value}",
    "then": "then {said}",
    "but then": "but then {said}",
    "now": "{said} and {cell} is now {value}",
    "at once": "then the conclusion follows at once",
    "if": "if {cell} is not {value}, {follows}",
    "it": "it is {value}",
    "either way": "either way",
    "two left": "{cell} is not {other}, because of {reason}, so it is {value}",
    "two places": "{cell} is {value}, which has no other place in {line}",
    "weak": "{cell} is not {value}, because of {reason}, and {follows}",
    "chain": "the chain from {cell} to {other}",
    "run": "the run {span}",
    "no run": "a run without cells",
    "no line": "a line that they share",
}
"""Phrases within parts of a step, and what is told of any step."""

TIES = {
    "differ by 1": "differs by 1 from {other}",
    "do not differ by 1": "does not differ by 1 from {other}",
    "relation": "is related to {other}",
}
"""What a cell has to do with another one, by the kind of their relation."""

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve"
