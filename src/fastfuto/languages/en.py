"""The English texts, the reference for all other languages. The string after each table describes the table."""

from __future__ import annotations

from .phrase import Phrase

NAME = "English"

# Steps -------------------------------------------------------------------------------------------------

_IN_EACH = ". In each case "
_BOUNDS, _REACHED = ("{bounds}",), ("{reach}", "{changes}")
_NAKED = Phrase(
    "in {line}, {cells} can only hold {values}",
    "{cells} see each other and can only hold {values}",
    conclusion=("they use up these numbers: {changes}",),
)
_HIDDEN = Phrase(
    "in {line}, only {cells} can hold {values}", conclusion=("{kept}", "they hold nothing else: {changes}")
)
_FISH = Phrase(
    "in each of {base}, the number {value} fits only in {cover}",
    joint=". So ",
    conclusion=(
        "in these {cover kind}, {value} belongs in these {base kind}: {changes}",
        "in {cover}, {value} belongs in {base}: {changes}",
    ),
    where=("{base}",),
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
_LINE_BRAID = Phrase("look only at {line}{outcomes}", joint=". So ")
_INSIDE = "{cells}, {count} different numbers in {line}"
_PAIR = "{pair}, two different numbers in {line}"

PHRASES = {
    "full house": Phrase("only {cells} is empty in {line}, and {placed} is missing", joint=". So "),
    "naked single": Phrase("{cells} has no candidate left but {value}"),
    "hidden single": Phrase("in {line}, only {cells} can be {value}"),
    "inequality bound": Phrase("{climb}", conclusion=_CLIMBED),
    "ascending chain": Phrase(
        "{signs}: {climbing} cells in ascending order", "{climb}", conclusion=_CLIMBED, where=_CLIMBERS
    ),
    "ascending chain from candidates": Phrase("{climb}", conclusion=_CLIMBED, where=_CLIMBERS),
    "relation": Phrase("{cells} is {any} and {tie}", conclusion=_REACHED),
    "relation from candidates": Phrase("{cells} can only be {any} and {tie}", conclusion=_REACHED),
    "run combinations": Phrase(
        "{lone} is a single cell with the total {total}",
        "{adding}, and the only {exact} different numbers with this total are {values}",
        "{adding}, and no {all} different numbers with this total include {impossible}",
        "{adding}, and any {all} different numbers with this total are among {values}",
        "{all but one}",
        "{adding}. As {filled}, the other cells cannot hold {impossible}",
        "{adding}. As {filled}, the other cells can only hold {values}",
        conclusion=("{last} is {value}", "{kept}", "{changes}"),
    ),
    "run combinations from candidates": Phrase(
        "{options}. In the order of these cells, only {few choices} give {sum} the total {total}",
        "{other options}. No choice of different candidates gives {sum} the total {total} if {excluded}",
        "no choice of different candidates gives {sum} the total {total} if {excluded}",
        joint=", so ",
    ),
    "run bounds": Phrase(
        "{adding}, and {one other}",
        "{adding}, {some others}, and these add up to {others}",
        "{adding}, and the cells other than {target} add up to {others}",
        "{adding}",
        conclusion=_BOUNDS,
    ),
    "hill": Phrase(f"{{target}} is larger than {_INSIDE}", conclusion=_BOUNDS),
    "valley": Phrase(f"{{target}} is smaller than {_INSIDE}", conclusion=_BOUNDS),
    "same-line order": Phrase(
        f"{{peak}} is larger than {_PAIR}. As {{limits}}, the larger of them is at least {{reached}}",
        f"{{peak}} is larger than {_INSIDE}. As {{limits}}, the largest of them is at least {{reached}}",
        f"{{target}} is smaller than {_PAIR}. As {{limits}}, the smaller of them is at most {{reached}}",
        f"{{target}} is smaller than {_INSIDE}. As {{limits}}, the smallest of them is at most {{reached}}",
        f"{{peak}} is larger than {_PAIR}, the larger of which is at least {{greatest lost}}",
        f"{{peak}} is larger than {_INSIDE}, the largest of which is at least {{greatest lost}}",
        f"{{target}} is smaller than {_PAIR}, the smaller of which is at most {{least lost}}",
        f"{{target}} is smaller than {_INSIDE}, the smallest of which is at most {{least lost}}",
        conclusion=_BOUNDS,
    ),
    "locked candidates": Phrase(
        "in {line}, the number {value} fits only in {crossing}", where=("{line} and {crossing}",)
    ),
    "generalized intersection": Phrase(
        "in {line}, the number {value} fits only in {any cell}", joint=". Whichever it is, "
    ),
    **{f"naked {size}": _NAKED for size in ("pair", "triple", "quadruple", "set")},
    **{f"hidden {size}": _HIDDEN for size in ("pair", "triple", "quadruple")},
    **dict.fromkeys(("x-wing", "swordfish", "larger fish"), _FISH),
    **dict.fromkeys(("short braid in a line", "braid in a line"), _LINE_BRAID),
    "ordered set": Phrase(
        "in {line}, {cells} can only hold {held}. With {signs}, only the arrangements {arrangements} are left",
        "in {line}, {cells} can only hold {held}. No arrangement of their candidates satisfies {signs} if {excluded}",
        "in {line}, with {signs}, only the arrangements {arrangements} of {stretch} are left",
        "in {line}, no arrangement of the candidates of {stretch} satisfies {signs} if {excluded}",
    ),
    "x-chain": Phrase("{chain}. So {either end} is {value}", joint=", and either way ", where=_ENDS),
    "xy-chain": _CHAIN,
    "chain across inequalities": _CHAIN,
    "braid": Phrase("{braid}", joint=". So "),
    "forcing cell": Phrase("{cells} is {any}{outcomes}", joint=_IN_EACH),
    "forcing line": Phrase("in {line}, the number {value} fits only in {any cell}{outcomes}", joint=_IN_EACH),
    "contradiction": Phrase(
        "{sum} cannot have the total {total}",
        "in {line}, {cells} have too few values between them",
        "{cell} has no candidate left",
        "{only line} has no place left for {value}",
        "{lines} have too few columns for {value}",
        "no arrangement of {lines} satisfies its inequalities",
        "no further rule applies, but a search finds no solution",
        where=("{sum}", "{line}", "{few}", "the whole grid"),
    ),
    "search": Phrase("no further rule applies, but a search finds only one solution", joint=", in which "),
    "mistake": Phrase(
        "the {wrong} in {cells} is wrong",
        "the pencil marks of {cells} exclude its correct value",
        conclusion=(),
    ),
    "assumption": Phrase("{cells} is assumed", "{changes} is assumed"),
}
"""The phrases of each technique, by its name."""

_ADDING = ("{changes}, because {adding}",)

BELOW: dict[str, tuple[str, ...]] = {
    "naked single": ("{changes}, the only value left of {left}", "{changes}, the only value left"),
    "hidden single": ("{changes}, because {value} has no other place in {line}",),
    "inequality bound": tuple(f"{said}, because {{signs}}" for said in _REACHED),
    "relation": tuple(f"{said}, because {{cells}} is {{any}} and {{tie}}" for said in _REACHED),
    "run combinations from candidates": _ADDING,
    "run bounds": _ADDING,
    "contradiction": (
        "{sum} cannot have the total {total}",
        "{last}, which could only be {choice}, has no candidate left",
        *PHRASES["contradiction"].premise,
    ),
}
"""The phrases of each technique in steps under an assumption, by its name."""

WORDS = {
    "look": "Look at {where}.",
    "here": "Look at {where} for {technique}.",
    "is": "{cell} is {value}",
    "is not": "{cell} is not {value}",
    "but": "{cell} is not {lost} but {value}",
    "are": "{cell} are {value}",
    "are not": "{cell} are not {value}",
    "least": "at least {value}",
    "most": "at most {value}",
    "can be": "{cell} can only be {value}",
    "can all be": "{cell} can only be {value}",
    "because": "{said} because {reason}",
    "bounded": "{signs}. Here {said}",
    "has": "{cell} has the total {value}",
    "have": "{cell} have the total {value}",
    "add up": "the cells add up to {value}",
    "add up differently": "different numbers in these cells add up to {value}",
    "ways": "this total could only be {value}",
    "suppose": "suppose that {cell} is {value}",
    "suppose instead": "suppose instead that {cell} is {value}",
    "then": "then {said}",
    "but then": "but then {said}",
    "now": "{said} and {cell} is now {value}",
    "if": "if {cell} is not {value}, {follows}",
    "it": "it is {value}",
    "either way": "either way",
    "two left": "{cell} is not {other}, because of {reason}, so it is {value}",
    "two places": "the {value} of {line} is in {cell}",
    "weak": "{cell} is not {value}, because of {reason}, so {follows}",
    "chain": "the chain from {cell} to {other}",
    "range": "{least} to {most}",
    "run": "the run {span}",
    "no cells": "a sum without cells",
    "no line": "a line that they share",
}
"""Phrases for parts of a step and for whole steps. {Said} is {said} with a capital letter."""

TIES = {
    "differ": "must differ from {other}",
    "differ by 1": "must differ by 1 from {other}",
    "do not differ by 1": "must not differ by 1 from {other}",
    "relation": "by a rule cannot go with {lost} in {other}",
}
"""Phrases for the relation of one cell to another, by the kind of relation; {lost} are the values that it excludes."""

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve"
"""The numbers from 0 to 12 in words."""

GRAMMAR = (
    ("In (?=diagonal)", "On "),
    ("in (?=diagonal)", "on "),
    (r"( but \d+) and ", r"\1, and "),
    (r"(, only \d+(?: \+ \d+)*) give ", r"\1 gives "),
)
"""Changes to finished sentences, in this order: regular expressions and their replacements."""

JOINTS = {
    "and": " and ",
    "or": " or ",
    "nor": " or ",
    "cases": ", or ",
    "short clauses": " and ",
    "clauses": ", and ",
    "because": " because ",
}
"""Words before the last item of a list: "nor" for excluded values, "cases" for clauses of which one holds,
"short clauses" for two short clauses, and "clauses" for more or longer clauses. A clause is long if it has a comma,
"and" or "because"."""

LINES = {
    "cell": "r{row}c{column}",
    "position": "cell {number}",
    "row": "row {number}",
    "column": "column {number}",
    "box": "box {number}",
    "region": "region {number}",
    "unit": "unit {number}",
    "permutation": "the permutation",
    "diagonal": "diagonal {number}",
    "window": "window {number}",
    "group": "group {number}",
    "cage": "the cage of {cell}",
    "pair": "the pair {cells}",
    "rows": "rows {number}",
    "columns": "columns {number}",
    "units": "units {number}",
    "all rows": "rows",
    "all columns": "columns",
}
"""Names of cells and lines. Both are counted from 1."""


def _with_article(name: str) -> str:
    if name.endswith(("candidates", "combinations", "bounds")) and not name.startswith(("asc", "rel")):
        return f"a case of {name}"
    return f"{'an' if name[0] in 'aeiox' else 'a'} {name}"


TECHNIQUES = {name: _with_article(name) for name in PHRASES}
"""Names of techniques with their articles, for the sentence of a hint."""

ENDINGS = {
    "solved": "The grid is full.",
    "contradiction": "A solution does not exist.",
    "conflict": "A solution does not exist: {clues} cannot hold together.",
    "several": "The puzzle has several solutions: {cell} is {value} in one and {other} in another.",
    "stuck": "No further rule applies.",
    "limit": "The work limit has been reached.",
    "step": "{count} step: {ending}",
    "steps": "{count} steps: {ending}",
    "singles": "{first} to {last} are singles: {places}.",
    "heading": "Steps",
}
"""Reasons why there is no further step, the line that lists several singles, and the heading of a list of steps."""

# Checks and grades -------------------------------------------------------------------------------------

VERDICTS = {
    "kept": "The values satisfy all rules.",
    "dead": "The values break no rule, but the puzzle cannot be completed.",
    "broken": "The values break some rules.",
    "full": "The grid is full, and all rules are kept.",
    "wrong": "The grid is full, but breaks rules.",
    "unknown": "Neither a solution nor clues that contradict each other were found within {seconds} s.",
    "no contradiction": "No contradiction.",
    "clue": "A solution does not exist: {clue} cannot hold.",
    "rules": "A solution does not exist: the rules contradict each other.",
    "ambiguous": "The puzzle has several solutions.",
    "one redundant": "1 clue is redundant: {clues}.",
    "redundant": "{count} clues are redundant, each on its own: {clues}.",
    "needed": "No clue is redundant: if any one of them is removed, there are several solutions.",
    "open": "No clue is redundant, because there are several solutions.",
    "solutions": "Solutions: {number}.",
    "none": "none",
    "one": "one",
    "at least one": "at least one",
    "several": "several",
    "not known": "unknown",
    "seconds": "{seconds} s",
    "less": "less than {seconds} s",
    "read": "Read as {words}.",
}
"""Sentences of the command check."""

VIOLATIONS = {
    "range": "{cells}: {value} is not a possible number.",
    "row": "{line}: {value} occurs in {cells}.",
    "column": "{line}: {value} occurs in {cells}.",
    "region": "{value} occurs twice in a region: {cells}.",
    "repeat": "{value} occurs twice in a run: {cells}.",
    "inequality": "{first} must be smaller than {last}.",
    "cycle": "The inequalities form a cycle: {cells}.",
    "chain": "The inequalities between {cells} leave no number for {last}.",
    "bar": "The numbers in {cells} do not fit the bars.",
    "clue": "{cells}: the total has no white cell.",
    "length": "The run {cells} has too many cells.",
    "total": "The run {cells} cannot have its total.",
}
"""Sentences for broken rules, by the kind of `Violation`, for other languages; English has more detailed messages."""

GRADES = {
    "point": ".",
    "hardest": "hardest step {score} ({technique})",
    "no steps": "no steps",
    "step": "{steps} step beyond easy ones",
    "steps": "{steps} steps beyond easy ones",
    "total": "total score {total}",
    "moment": "less than a minute",
    "minute": "about {time} minute",
    "minutes": "about {time} minutes",
    "hours": "about {time} hours",
    "limit": "; the rules stopped at their limit of work",
}
"""The parts of a grade in words."""

# Booklets ----------------------------------------------------------------------------------------------

FAMILIES = {
    "futoshiki": "Futoshiki",
    "kakuro": "Kakuro",
    "latin_square": "Latin square",
    "sudoku": "Sudoku",
}
"""Names of families in captions and headings."""

VARIANTS = {
    "diagonals": "diagonals",
    "windows": "windows",
    "disjoint-groups": "disjoint groups",
    "anti-knight": "anti-knight",
    "anti-king": "anti-king",
    "non-consecutive": "non-consecutive",
    "killer": "killer",
    "even-odd": "even and odd",
}
"""Names of the further rules of variants, in captions."""

LEVELS = {
    "trivial": "trivial",
    "easy": "easy",
    "moderate": "moderate",
    "tricky": "tricky",
    "hard": "hard",
    "extreme": "extreme",
    "diabolical": "diabolical",
    "search": "search",
}
"""Names of levels in captions."""

BOOKLET = {
    "puzzles": "Puzzles",
    "page": "Page {number}",
    "caption": "{number}. {family} {size}, {level}",
    "none": "no solution",
    "several": "several solutions",
    "answers": "Answers",
    "why none": "there is no solution",
    "why several": "there are several solutions",
    "why unknown": "the number of solutions is unknown",
    "rules": "{family}: the rules",
    "puzzle": "A puzzle",
    "solution": "Its solution",
    "begin": "How to begin",
    "cells": "r2c3 is the cell in row 2 and column 3.",
    "levels": "Levels",
}
"""Texts of a booklet. A caller's own caption may use the same names in braces as the entry "caption"."""

RULES = {
    "fill": "Write a number in each empty cell: 1 to 4 in a grid of 4 x 4, 1 to 9 in a grid of 9 x 9.",
    "rows": "Each row and each column contains every number exactly once.",
    "boxes": "Each area inside thick lines also contains every number exactly once.",
    "signs": "The signs between cells are satisfied: the tip of each sign points to the smaller of the two numbers.",
    "bars": (
        "A bar is printed between two cells whose numbers differ by 1. If there is no bar, the numbers of neighbours "
        "differ by more."
    ),
    "white": "Write a number from 1 to 9 in each white cell.",
    "totals": (
        "A number in a black cell is a total. A total above the diagonal belongs to the white cells on its right, "
        "and a total below the diagonal to the white cells under it, up to the next black cell or the edge."
    ),
    "sums": "The numbers in these cells add up to the total, and none of them occurs twice.",
    "diagonals": "No number occurs twice on either of the two long diagonals, which are tinted.",
    "windows": "No number occurs twice in any of the tinted squares.",
    "disjoint-groups": "Cells in the same place of different boxes contain different numbers.",
    "anti-knight": "Two cells that are a knight's move apart contain different numbers.",
    "anti-king": "Two cells that touch at a corner contain different numbers.",
    "non-consecutive": "The numbers of two neighbours, one beside or below the other, never differ by exactly 1.",
    "killer": (
        "The numbers in an area inside dashed lines add up to the number in its corner, and none of them "
        "occurs twice."
    ),
    "even-odd": "A cell with a small square contains an even number, and a cell with a circle an odd number.",
}
"""Sentences that state the rules of puzzles."""
