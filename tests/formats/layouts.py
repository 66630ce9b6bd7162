"""Futoshiki as people lay them out in mails, chats, tables and files: parts that are put together.

Each function takes a puzzle and returns a text. What differs between people is what stands for a blank cell, which
characters are the signs, what is between the cells and between the rows, and what is put round it all.
"""

import html
import itertools

from fastfuto import generate

SIGNS = {
    "plain": "<>^v",
    "wide": "＜＞＾ｖ",
    "logic": "<>∧∨",
    "modifiers": "<>˄˅",
    "brackets": "‹›⌃⌄",
    "angles": "〈〉^v",
}
BLANKS = ".?_-0*xX□·~☐⬜"


def grids(puzzle, signs, blank):
    """Return the cells, the signs beside and the signs under them, as rows of words."""
    n = puzzle.n
    left, right, up, down = signs
    lesser = {(tuple(a), tuple(b)) for a, b in puzzle.inequalities}
    cells = [[str(value) if value else blank for value in row] for row in puzzle.clues.tolist()]

    def sign(one, other, less, greater):
        return less if (one, other) in lesser else greater if (other, one) in lesser else " "

    beside = [[sign((r, c), (r, c + 1), left, right) for c in range(n - 1)] for r in range(n)]
    under = [[sign((r, c), (r + 1, c), up, down) for c in range(n)] for r in range(n - 1)]
    return cells, beside, under


def joined(words, signs, pad):
    """Return cells with the signs between them, each with so many spaces on both sides."""
    space = " " * pad
    return (
        "".join(f"{cell}{space}{sign}{space}" for cell, sign in zip(words, signs, strict=False)) + words[-1]
    )


def lines(puzzle, signs="<>^v", blank=".", pad=1, before="", after=""):
    """Return a puzzle in lines, its cells between these characters, with lines of signs below their cells."""
    cells, beside, under = grids(puzzle, signs, blank)
    pitch, text = len(before) + 1 + len(after) + 1 + 2 * pad, []
    for r, row in enumerate(cells):
        text.append(joined([f"{before}{cell}{after}" for cell in row], beside[r], pad))
        if r + 1 < len(cells):
            text.append("".join(sign.ljust(pitch) for sign in under[r]).rstrip())
            text[-1] = " " * len(before) + text[-1] if text[-1] else ""
    return "\n".join(text) + "\n"


def close(puzzle, **options):
    """Return lines without those that have no signs."""
    rows = lines(puzzle, **options).splitlines()
    return "\n".join(row for row in rows if row.strip()) + "\n"


def boxed(puzzle, corner="+", across="-", upright="|", signs="<>^v", blank=" "):
    """Return a frame with each cell in it, and the signs in the frame."""
    cells, beside, under = grids(puzzle, signs, blank)
    edge = corner + (across * 3 + corner) * puzzle.n
    text = [edge]
    for r, row in enumerate(cells):
        joints = [sign.strip() or upright for sign in beside[r]]
        text.append(
            upright + "".join(f" {cell} {joint}" for cell, joint in zip(row, [*joints, upright], strict=True))
        )
        rule = [f"{across}{sign.strip() or across}{across}" for sign in under[r]] if r + 1 < puzzle.n else []
        text.append(corner + corner.join(rule) + corner if rule else edge)
    return "\n".join(text) + "\n"


def table(puzzle, blank=" ", rule=True):
    """Return a table of Markdown, with the signs in rows and columns of their own."""
    cells, beside, under = grids(puzzle, "<>^v", blank)
    rows = []
    for r, row in enumerate(cells):
        rows.append([word for pair in zip(row, [*beside[r], ""], strict=True) for word in pair][:-1])
        if r + 1 < puzzle.n:
            rows.append([word for sign in under[r] for word in (sign, " ")][:-1])
    text = ["| " + " | ".join(row) + " |" for row in rows]
    if rule:
        text.insert(1, "|" + "---|" * (2 * puzzle.n - 1))
    return "\n".join(text) + "\n"


def tabbed(puzzle, blank, between="\t"):
    """Return what a spreadsheet copies: cells and signs in columns of their own."""
    cells, beside, under = grids(puzzle, "<>^v", blank)
    text = []
    for r, row in enumerate(cells):
        pairs = zip(row, [*beside[r], ""], strict=True)
        text.append(between.join([word.strip() for pair in pairs for word in pair][:-1]))
        if r + 1 < puzzle.n:
            text.append(between.join([word.strip() for sign in under[r] for word in (sign, "")][:-1]))
    return "\n".join(text) + "\n"


def quoted(text, mark):
    return "".join(mark + line + "\n" for line in text.splitlines())


WRAPS = {
    "nothing": lambda text: text,
    "mail": lambda text: quoted(text, "> "),
    "mail twice": lambda text: quoted(quoted(text, "> "), "> "),
    "chat": lambda text: f"```\n{text}```\n",
    "chat, named": lambda text: f"~~~text\n{text}~~~",
    "page": lambda text: f"<pre>{html.escape(text)}</pre>",
    "entities": html.escape,
    "title": lambda text: f"Futoshiki of the day, 5 x 5\n\n{text}",
    "question": lambda text: f"Hi all,\ncan anybody solve this futoshiki?\n\n{text}",
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "byte-order mark": lambda text: "\ufeff" + text,
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "blank lines": lambda text: f"\n\n{text}\n\n",
}


def layouts(size=0):
    """Yield a name, a puzzle and a text for each layout; without a size, no two of them have the same puzzle."""
    seeds = itertools.count(450)

    def puzzle(n=0):
        seed = next(seeds)
        return generate(size or n or 4 + seed % 3, level=("easy", "tricky"), numbers=(1, 6), seed=seed).puzzle

    for blank in BLANKS:
        for pad in (0, 1, 2):
            made = puzzle()
            yield f"lines with {blank}, {pad} apart", made, lines(made, blank=blank, pad=pad)
    for name, signs in SIGNS.items():
        for before, after in ("[]", "()", ("", "")):
            made = puzzle()
            yield f"{name} signs in {before}{after}", made, lines(made, signs, before=before, after=after)
    for pair in ("[]", "()"):
        for blank in " ._?-x0":
            made = puzzle()
            yield f"{pair} with {blank}", made, lines(made, blank=blank, before=pair[0], after=pair[1])
    for corner, across, upright in ("+-|", "+=|", "┼─│", "╬═║", "+-│"):
        for blank in " .?":
            made = puzzle()
            yield (
                f"frame {corner}{across}{upright} with {blank}",
                made,
                boxed(made, corner, across, upright, blank=blank),
            )
    for blank in " ._?x":
        for rule in (True, False):
            made = puzzle()
            yield f"table with {blank}, {rule}", made, table(made, blank, rule)
    for blank in ("0", ".", "?", "x", "_"):
        for n in (4, 5, 6):
            made = puzzle(n)
            yield f"spreadsheet with {blank}, {n}", made, tabbed(made, blank)
    for blank in BLANKS:
        made = puzzle()
        yield f"only needed lines with {blank}", made, close(made, blank=blank)
    for name in ("title", "mail", "chat"):
        made = puzzle()
        yield f"only needed lines in {name}", made, WRAPS[name](close(made))
    for name in ("up", "capital"):
        made = puzzle()
        text = lines(made, signs="<>^V") if name == "capital" else lines(made).upper()
        yield f"{name} signs", made, text
    shapes = {
        "lines": lines,
        "brackets": lambda made: lines(made, before="[", after="]", blank=" "),
        "frame": boxed,
        "table": table,
        "wide": lambda made: lines(made, "＜＞＾ｖ", blank="？"),
        "questions": lambda made: lines(made, blank="?"),
        "dashes": lambda made: lines(made, blank="-", pad=2),
        "boxes": lambda made: lines(made, blank="□"),
    }
    for (wrap, put), (shape, laid) in itertools.product(WRAPS.items(), shapes.items()):
        made = puzzle()
        yield f"{shape} in {wrap}", made, put(laid(made))
