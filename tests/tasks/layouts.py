"""Texts as models write them: grids in many layouts, with reasoning around them, and what is no answer."""

import json
import random

import numpy as np

import fastfuto
from fastfuto.puzzles import Adjacent

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def lines(rows, between=" ", before="", behind="", end="\n"):
    return end.join(before + between.join(map(str, row)) + behind for row in rows)


def signs(puzzle, no_sign=" "):
    """Return what is between the cells of a puzzle: beside each, and below each."""
    n = puzzle.n
    beside, under = [[no_sign] * n for _ in range(n)], [[no_sign] * n for _ in range(n)]
    for a, b in puzzle.inequalities:
        (r, c), is_less = min(a, b), a < b
        if a[0] == b[0]:
            beside[r][c] = "<" if is_less else ">"
        else:
            under[r][c] = "^" if is_less else "v"
    return beside, under


def with_signs(puzzle, rows, no_sign=" ", has_under=True):
    beside, under = signs(puzzle, no_sign)
    width = len(str(puzzle.n))
    told = []
    for r, row in enumerate(rows):
        pairs = zip(row, beside[r], strict=True)
        told.append(" ".join(f"{value:>{width}} {sign}" for value, sign in pairs)[:-1])
        if r < puzzle.n - 1 and has_under:
            told.append("   ".join(sign.rjust(width) for sign in under[r]))
    return "\n".join(told)


def letters(rows):
    return [[LETTERS[value] for value in row] for row in rows]


def frame(rows):
    width = max(len(str(value)) for row in rows for value in row)
    rule = "+" + "+".join(["-" * (width + 2)] * len(rows[0])) + "+"
    body = [f"| {' | '.join(f'{value:>{width}}' for value in row)} |" for row in rows]
    return "\n".join([rule, *(line for row in body for line in (row, rule))])


def markdown(rows, head=None, labels=None):
    width = len(rows[0]) + (labels is not None)
    head = head or [" "] * width
    body = [[*([] if labels is None else [labels[r]]), *row] for r, row in enumerate(rows)]
    return "\n".join(
        [f"| {' | '.join(map(str, head))} |", "|---" * width + "|", lines(body, " | ", "| ", " |")]
    )


def array(rows, kind="array"):
    columns = "{|" + "c|" * len(rows[0]) + "}" if kind == "array" else ""
    body = " \\\\ \\hline\n".join(" & ".join(map(str, row)) for row in rows)
    return f"\\begin{{{kind}}}{columns}\n{body}\n\\end{{{kind}}}"


def html(rows):
    body = "".join(f"<tr>{''.join(f'<td>{value}</td>' for value in row)}</tr>" for row in rows)
    return f"<table>{body}</table>"


LAYOUTS = {
    "blanks": lambda p, g: lines(g),
    "two blanks": lambda p, g: lines(g, "  ", "   "),
    "tabs": lambda p, g: lines(g, "\t"),
    "commas": lambda p, g: lines(g, ","),
    "commas and blanks": lambda p, g: lines(g, ", "),
    "semicolons between rows": lambda p, g: lines(g, " ", end="; "),
    "slashes between rows": lambda p, g: lines(g, " ", end=" / "),
    "bars": lambda p, g: lines(g, " | "),
    "bars around": lambda p, g: lines(g, " | ", "| ", " |"),
    "empty lines between": lambda p, g: lines(g, " ", end="\n\n"),
    "carriage returns": lambda p, g: lines(g, " ", end="\r\n"),
    "brackets around rows": lambda p, g: lines(g, ", ", "[", "]"),
    "commas behind all": lambda p, g: lines(g, ", ", "", ","),
    "list of lists": lambda p, g: str(g),
    "tuple of tuples": lambda p, g: str(tuple(map(tuple, g))),
    "list on lines": lambda p, g: "[\n" + ",\n".join(f"  {row}" for row in g) + "\n]",
    "compact JSON": lambda p, g: json.dumps(g, separators=(",", ":")),
    "indented JSON": lambda p, g: json.dumps({"solution": g}, indent=2),
    "JSON with fields": lambda p, g: json.dumps({"answer": {"grid": g}}),
    "JSON by rows": lambda p, g: json.dumps({f"row{r + 1}": row for r, row in enumerate(g)}),
    "JSON of strings": lambda p, g: json.dumps([" ".join(map(str, row)) for row in g]),
    "NumPy": lambda p, g: str(np.array(g)),
    "NumPy of floats": lambda p, g: str(np.array(g, float)),
    "braces": lambda p, g: "{" + ", ".join("{" + lines([row], ", ") + "}" for row in g) + "}",
    "Matlab": lambda p, g: "[" + lines(g, " ", end="; ") + "]",
    "fence": lambda p, g: f"```\n{lines(g)}\n```",
    "fence with JSON": lambda p, g: f"```json\n{json.dumps(g)}\n```",
    "one list": lambda p, g: ", ".join(str(value) for row in g for value in row),
    "a value a line": lambda p, g: "\n".join(str(value) for row in g for value in row),
    "labelled rows": lambda p, g: "\n".join(f"Row {r}: {lines([row])}" for r, row in enumerate(g, 1)),
    "short labels": lambda p, g: "\n".join(f"R{r}: {lines([row], ', ')}" for r, row in enumerate(g, 1)),
    "bullets": lambda p, g: "\n".join(f"- Row {r}: {row}" for r, row in enumerate(g, 1)),
    "numbered rows": lambda p, g: "\n".join(f"{r}. {lines([row])}" for r, row in enumerate(g, 1)),
    "numbers at both edges": lambda p, g: (
        "   "
        + lines([range(1, len(g[0]) + 1)])
        + "\n"
        + "\n".join(f"{r} | {lines([row])}" for r, row in enumerate(g, 1))
    ),
    "frame": lambda p, g: frame(g),
    "Markdown": lambda p, g: markdown(g),
    "Markdown with columns": lambda p, g: markdown(g, [f"C{c}" for c in range(1, len(g[0]) + 1)]),
    "Markdown with numbers": lambda p, g: markdown(g, list(range(1, len(g[0]) + 1))),
    "Markdown with labels": lambda p, g: markdown(
        g, ["", *(f"C{c}" for c in range(1, len(g[0]) + 1))], [f"**R{r}**" for r in range(1, len(g) + 1)]
    ),
    "bold": lambda p, g: lines(g, "** **", "**", "**"),
    "TeX array": lambda p, g: f"$${array(g)}$$",
    "TeX matrix": lambda p, g: f"\\[ {array(g, 'bmatrix')} \\]",
    "TeX box": lambda p, g: f"$\\boxed{{{array(g)}}}$",
    "HTML": lambda p, g: html(g),
    "answer tag": lambda p, g: f"<answer>\n{lines(g)}\n</answer>",
    "answer tag with a list": lambda p, g: f"<answer>{g}</answer>",
    "escaped line endings": lambda p, g: json.dumps({"answer": lines(g)}),
    "full-width digits": lambda p, g: lines(g).translate({48 + d: 0xFF10 + d for d in range(10)}),
}
FINAL = {"answer tag", "answer tag with a list", "TeX box"}
"""Layouts that say that this is the answer, which is not said of an attempt."""
ONE_DIGIT = {
    "digits": lambda p, g: lines(g, ""),
    "digits in a line": lambda p, g: lines(g, "", end=""),
    "digits with slashes": lambda p, g: lines(g, "", end="/"),
    "digits with commas": lambda p, g: lines(g, "", end=","),
    "digits in quotes": lambda p, g: json.dumps(["".join(map(str, row)) for row in g]),
}
MANY_VALUES = {
    "letters": lambda p, g: lines(letters(g)),
    "small letters": lambda p, g: lines(letters(g)).lower(),
    "letters in rows": lambda p, g: lines(letters(g), ""),
    "letters in a list": lambda p, g: json.dumps(letters(g)),
}
WITH_SIGNS = {
    "signs": lambda p, g: with_signs(p, g),
    "signs in rows alone": lambda p, g: with_signs(p, g, has_under=False),
    "signs and dashes": lambda p, g: with_signs(p, g, "-"),
    "signs without blanks": lambda p, g: with_signs(p, g).replace(" ", "") if p.n < 10 else with_signs(p, g),
    "source": lambda p, g: str(p.with_clues(g)),
    "picture": lambda p, g: fastfuto.draw(p.with_clues(g)).text,
    "entities": lambda p, g: with_signs(p, g).replace("<", "&lt;").replace(">", "&gt;"),
    "game id": lambda p, g: fastfuto.format_puzzle(p.with_clues(g), "tatham"),
    "TeX signs": lambda p, g: with_signs(p, g, "&").replace("<", "\\lt").replace("\n", " \\\\\n"),
}


def layouts_for(puzzle):
    """Return the layouts in which a puzzle's solution may be told."""
    found = dict(LAYOUTS)
    if isinstance(puzzle, fastfuto.Kakuro):
        for name in ("NumPy of floats",):
            found.pop(name)
        return found
    found |= ONE_DIGIT if puzzle.n < 10 else MANY_VALUES if puzzle.n < 30 else {}
    if isinstance(puzzle, fastfuto.Futoshiki):
        found |= WITH_SIGNS
    if isinstance(puzzle, Adjacent):
        found |= {"bars of Adjacent": lambda p, g: str(p.with_clues(g))}
    return found


def wrong_grid(puzzle, grid, rng):
    """Return the grid with two different values of a row exchanged, or without its first value."""
    grid = np.array(grid)
    cells = np.argwhere(grid > 0).tolist()
    pairs = [(a, b) for a in cells for b in cells if a[0] == b[0] and grid[*a] < grid[*b]]
    if not pairs:
        return blanked(grid, rng)
    a, b = rng.choice(pairs)
    grid[*a], grid[*b] = grid[*b], grid[*a]
    return grid.tolist()


def blanked(grid, rng):
    """Return the grid with some blanks."""
    grid = np.array(grid)
    cells = np.argwhere(grid > 0).tolist()
    for r, c in rng.sample(cells, rng.randint(1, max(1, len(cells) - 1))):
        grid[r, c] = 0
    return grid.tolist()


NOT_TORN = {"NumPy", "NumPy of floats", *WITH_SIGNS, *MANY_VALUES, *FINAL, "bars of Adjacent"}
"""Layouts that cannot tell a torn grid or a cell without a value, or that say of it that it is the answer."""


def torn(grid, rng):
    """Return grids in which cells, a row or a value are missing, or in which there are too many."""
    r, c = rng.randrange(len(grid)), rng.randrange(len(grid[0]))
    before, row, after = grid[:r], grid[r], grid[r + 1 :]
    return {
        "a cell missing": [*before, [*row[:c], *row[c + 1 :]], *after],
        "a cell too many": [*before, [*row[: c + 1], *row[c:]], *after],
        "a row missing": [*before, *after],
        "a row too many": [*before, row, row, *after],
        "the end missing": [*grid[:-1], grid[-1][:-1]],
        "a blank": [*before, [*row[:c], "?", *row[c + 1 :]], *after],
        "no value": [*before, [*row[:c], f"-{row[c]}", *row[c + 1 :]], *after],
    }


THOUGHTS = (
    "Let me look at row 1 first. The cell in row 1, column 2 must be less than 3, so it can be 1 or 2.",
    "I count the candidates of each cell: {1, 2, 4}, {3, 4}, {1}.",
    "In 2024 I solved 12 of 25 puzzles like this one; 3.5 minutes each.",
    "Since 4 > 3 > 2 and 1 < 2, there are 2 * 3 = 6 ways, (1, 2), (2, 3) and so on.",
    "Column 3 has 1, 2 and 4 already; 3 is left. If r1c1 = 2 then r2c1 is 1.",
    "```python\nfor i in range(4):\n    print([i + 1, 2, 3])\n```",
    "That breaks the rule for column 2, so this cannot be the whole story of the grid.",
    "- first, the corner\n- then the middle\n- then the rest",
    "So A is 1. I think that a better way is to begin with the longest chain.",
)


def reasoning(puzzle, grid, rng):
    """Return thoughts with the puzzle and some attempts in them."""
    told = [rng.choice(THOUGHTS) for _ in range(rng.randint(1, 6))]
    blanks = np.asarray(puzzle).tolist()
    names = [name for name in layouts_for(puzzle) if name not in FINAL]
    for _ in range(rng.randint(0, 3)):
        attempt = rng.choice([blanks, blanked(grid, rng), wrong_grid(puzzle, grid, rng)])
        layout = layouts_for(puzzle)[rng.choice(names)]
        told.append(f"I could fill it in like this:\n{layout(puzzle, attempt)}\n{rng.choice(THOUGHTS)}")
    rng.shuffle(told)
    return "\n\n".join(told)


OPENINGS = (
    "So the answer is:\n",
    "Final answer:\n",
    "**Answer**\n\n",
    "Here is the completed grid, which keeps all the rules of the puzzle:\n\n",
    "### Solution\n",
    "The solution is ",
)
CLOSINGS = ("", "\n", "\n\nAll rows and columns are right.", "\nThat is all.\n", "\n\nDone!")


def right_text(puzzle, grid, name, rng):
    """Return a text whose answer is a grid."""
    told = layouts_for(puzzle)[name](puzzle, grid)
    way = rng.randrange(4)
    if way == 0:
        return told
    opening = rng.choice(OPENINGS[:-1])
    closing = rng.choice(CLOSINGS)
    if way == 1:
        return f"{opening}{told}{closing}"
    thoughts = reasoning(puzzle, grid, rng)
    if way == 2:
        return f"<think>{thoughts}</think>{opening}{told}{closing}"
    return f"{thoughts}\n\n{opening}{told}{closing}"


KINDS = (
    *("wrong", "partial", "foreign", "repeated", "several", "hidden", "longer", "shorter", "listed", "code"),
    *("none", "noise", "clue"),
)


def wrong_text(puzzle, grid, rng):
    """Return a text that does not give the solution, and what kind of text it is."""
    shown = layouts_for(puzzle)
    names = [*shown]
    kind = rng.choice(KINDS)

    def tell(some):
        return shown[rng.choice(names)](puzzle, some)

    wrong = wrong_grid(puzzle, grid, rng)
    columns = len(grid[0])
    if kind == "wrong":
        return kind, right_text(puzzle, wrong, rng.choice(names), rng)
    if kind == "partial":
        return kind, rng.choice(OPENINGS) + tell(blanked(grid, rng))
    if kind == "foreign":
        other = np.roll(np.array(grid), 1, axis=0).tolist()
        return kind, tell(other)
    if kind == "repeated":
        return kind, "\n\n".join([lines(grid)] * rng.randint(2, 5))
    if kind == "several":
        plain = [name for name in names if name not in FINAL]
        both = [shown[rng.choice(plain)](puzzle, each) for each in (grid, wrong)]
        rng.shuffle(both)
        return kind, rng.choice(OPENINGS) + rng.choice(["\n\n", " or\n", "\n\nor else:\n"]).join(both)
    if kind == "hidden":
        gap = f"\n\n{rng.choice(THOUGHTS[-3:])}\n\n"
        return kind, f"{reasoning(puzzle, grid, rng)}\n{tell(grid)}{gap}{rng.choice(OPENINGS)}{tell(wrong)}"
    if kind == "longer":
        more = rng.choice(
            [[*grid, grid[0]], [*grid, *grid[:2]], [[*row, row[0]] for row in grid], [*grid, grid[0][:2]]]
        )
        return kind, lines(more, rng.choice([" ", ",", " | "]))
    if kind == "shorter":
        fewer = rng.choice([grid[:-1], [row[:-1] for row in grid], grid[1:]])
        return kind, lines(fewer, rng.choice([" ", ",", " | "]))
    if kind == "listed":
        several = [wrong_grid(puzzle, grid, rng) for _ in range(rng.randint(2, 30))] + [grid]
        if rng.random() < 0.5:
            rng.shuffle(several)
        label = rng.choice(["", "Option {}:\n", "Candidate {}\n", "{}.\n"])
        return kind, "\n\n".join(label.format(k + 1) + lines(each) for k, each in enumerate(several))
    if kind == "code":
        return kind, (
            "```python\nimport itertools\ngrid = "
            + str(np.asarray(puzzle).tolist())
            + f"\nfor values in itertools.product(range(1, {columns + 1}), repeat={columns}):\n"
            "    if check(grid, values):\n        print(values)\nsolve(grid)\n```"
        )
    if kind == "none":
        return kind, reasoning(puzzle, blanked(grid, rng), rng) + "\nI cannot solve it."
    if kind == "clue":
        changed = np.array(grid)
        at = np.argwhere(np.asarray(puzzle) > 0).tolist()
        if not at:
            return kind, tell(wrong)
        r, c = rng.choice(at)
        changed[r, c] = changed[r, c] % 9 + 1
        return kind, tell(changed.tolist())
    return kind, noise(rng, rng.randint(0, 3000))


def noise(rng, length):
    """Return characters without sense."""
    alphabet = rng.choice(
        [
            "0123456789",
            "01234 \n",
            "[]",
            "{}[]()",
            "abc 123\n",
            "<>|^v-+ 12",
            "\\&{}1 ",
            "é∧∨１２ \n\t",
            "._?1 ",
        ]
    )
    return "".join(rng.choices(alphabet, k=length))


RECIPES = (
    {"n": 3, "level": "easy"},
    {"n": 4},
    {"n": 5, "level": "tricky"},
    {"n": 9},
    {"n": 11, "level": "easy"},
    {"n": 5, "variant": "adjacent"},
    {"n": 6, "family": "latin"},
    {"n": 4, "family": "sudoku"},
    {"n": 9, "family": "sudoku"},
    {"n": 6, "family": "sudoku", "variant": "jigsaw"},
    {"n": 6, "family": "sudoku", "variant": "inequalities"},
    {"n": 16, "family": "sudoku", "level": ("trivial", "easy")},
    {"n": (5, 6), "family": "kakuro"},
    {"n": 9, "family": "kakuro"},
)


def make_puzzles(seed=0):
    """Return puzzles of all families with their solutions."""
    made = [fastfuto.generate(**recipe, seed=seed) for recipe in RECIPES]
    return [(each.puzzle, each.solution.tolist()) for each in made]


def rng_of(number):
    return random.Random(number)
