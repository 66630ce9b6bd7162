"""Texts in which people have puzzles: each row of the table is a layout, and makes its text from a random puzzle.

A row has the kind, a name, the family and a function from a puzzle to its text.
"""

import csv
import io
import json
import random

import numpy as np

from fastfuto import ExactCover, Futoshiki, LatinSquare, Sudoku, format_puzzle, generate

from .layouts import grids, lines, tabbed, table


def square(n, rng):
    """Return a random Latin square whose boxes are also full if n is 4 or 9."""
    width = {4: 2, 9: 3}.get(n, 1)
    rows, columns, values = ([*range(n)] for _ in range(3))
    for order in (rows, columns):
        blocks = [order[k : k + width] for k in range(0, n, width)]
        rng.shuffle(blocks)
        order[:] = [k for block in blocks for k in rng.sample(block, width)]
    rng.shuffle(values)
    return [[values[(width * r + r // width + c) % n] + 1 for c in columns] for r in rows]


def clues(n, rng, share):
    """Return a grid with this share of its values, and its first value."""
    grid = square(n, rng)
    return [
        [value if rng.random() < share or r == c == 0 else 0 for c, value in enumerate(row)]
        for r, row in enumerate(grid)
    ]


def sudoku(rng):
    return Sudoku(clues(9, rng, 0.4))


def latin(rng):
    return LatinSquare(clues(rng.choice((5, 7)), rng, 0.5))


def bare(rng):
    """Return a Futoshiki without signs."""
    return Futoshiki(clues(rng.choice((5, 7)), rng, 0.5))


def futoshiki(rng, sizes=(4, 5, 6)):
    n = rng.choice(sizes)
    solution = square(n, rng)
    pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    pairs += [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
    signs = [
        pair if solution[pair[0][0]][pair[0][1]] < solution[pair[1][0]][pair[1][1]] else pair[::-1]
        for pair in pairs
        if rng.random() < 0.4 or pair in (pairs[0], pairs[-1])
    ]
    return Futoshiki([[v if rng.random() < 0.25 else 0 for v in row] for row in solution], signs)


# Lists ------------------------------------------------------------------------------------------------------------


def values(puzzle):
    return puzzle.clues.tolist()


def listed(
    blank="0", brackets="[]", between=", ", rows=", ", before="", after="", quote="", end="", outer=True
):
    """Return a function that writes a list of lists."""
    left, right = brackets

    def text(puzzle):
        written = [
            left + between.join(f"{quote}{v}{quote}" if v else blank for v in row) + end + right
            for row in values(puzzle)
        ]
        inner = rows.join(written) + end
        return before + (left + inner + right if outer else inner) + after

    return text


def strings(blank=".", quote='"', rows=", ", brackets="[]", before="", after="", between=""):
    """Return a function that writes a list of rows as strings."""

    def text(puzzle):
        written = [
            quote + between.join(str(v) if v else blank for v in row) + quote for row in values(puzzle)
        ]
        return before + brackets[0] + rows.join(written) + brackets[1] + after

    return text


def flat(puzzle):
    return str([v for row in values(puzzle) for v in row])


def numpy_print(puzzle):
    return str(puzzle.clues)


def numpy_repr(puzzle):
    return repr(puzzle.clues)


def sign_table(puzzle, blank, none):
    """Return the (2n - 1) x (2n - 1) fields of a Futoshiki."""
    cells, beside, under = grids(puzzle, "<>^v", blank)
    rows = []
    for r, row in enumerate(cells):
        rows.append([f for pair in zip(row, [*beside[r], ""], strict=True) for f in pair][:-1])
        if r + 1 < puzzle.n:
            rows.append([f for sign in under[r] for f in (sign, " ")][:-1])
    return [
        [f if f.strip() else none if (i % 2 or j % 2) else f for j, f in enumerate(row)]
        for i, row in enumerate(rows)
    ]


def sign_list(blank, none, write=repr, rows=",\n ", before="", after=""):
    def text(puzzle):
        fields = sign_table(puzzle, "0", none)
        written = [
            "["
            + ", ".join(
                (f if f != "0" else blank)
                if i % 2 == j % 2 == 0 and f.isdigit() and (f != "0" or blank in ("0", "None"))
                else write(f if f != "0" else blank)
                for j, f in enumerate(row)
            )
            + "]"
            for i, row in enumerate(fields)
        ]
        return f"{before}[{rows.join(written)}]{after}"

    return text


def short_rows(puzzle):
    """Return a list whose rows of signs have one field for each column."""
    fields = sign_table(puzzle, ".", "")
    return json.dumps([row[::2] if i % 2 else row for i, row in enumerate(fields)])


def plain_strings(quote, rows=", "):
    return lambda puzzle: "[" + rows.join(quote + line + quote for line in plain(puzzle).split("\n")) + "]"


def plain(puzzle, blank="."):
    return "\n".join(
        line.ljust(2 * puzzle.n - 1) for line in lines(puzzle, pad=0, blank=blank).split("\n")[:-1]
    )


def ones(puzzle):
    """Return (2n - 1) lines of 2n - 1 numbers, 1 for a first number that is smaller."""
    fields = sign_table(puzzle, "0", "0")
    signs = {"<": "1", "^": "1", ">": "-1", "v": "-1"}
    return "".join(" ".join(signs.get(f, f) for f in row) + "\n" for row in fields)


ANY = (sudoku, bare)
LISTS = {
    "Python": listed(),
    "Python, closer": listed(between=",", rows=","),
    "a row a line": listed(rows=",\n "),
    "indented": listed(rows=",\n    ", before="[\n    "[1:]),
    "JSON, indented": lambda p: json.dumps(values(p), indent=2),
    "tuples": listed(brackets="()"),
    "C": listed(brackets="{}", rows=",\n "),
    "C, declared": lambda p: listed(
        brackets="{}", rows=",\n ", before=f"int board[{p.n}][{p.n}] = ", after=";\n"
    )(p),
    "Java": listed(brackets="{}", before="int[][] board = ", after=";"),
    "assigned": listed(before="board = ", rows=",\n         "),
    "assigned, annotated": listed(before="grid: list[list[int]] = "),
    "const": listed(before="const board = ", after=";", between=","),
    "let": listed(before="let puzzle = ", after=";"),
    "with a colon": listed(before="puzzle: "),
    "np.array": listed(before="np.array(", after=")"),
    "assigned array": listed(before="grid = numpy.array(", after=", dtype=np.int8)", rows=",\n    "),
    "NumPy print": numpy_print,
    "NumPy repr": numpy_repr,
    "None": listed("None"),
    "null": listed("null"),
    "'.'": listed("'.'"),
    '"."': listed('"."', quote='"'),
    '"0"': listed('"0"', quote='"'),
    "''": listed("''"),
    '""': listed('""', quote='"'),
    "' '": listed("' '", quote="'"),
    "'_'": listed("'_'"),
    "bare dots": listed("."),
    "trailing commas": listed(end=","),
    "rows without a bracket around": listed(rows=",\n", outer=False),
    "rows, nothing between": listed(rows="\n", outer=False),
    "Matlab": lambda p: "A = [" + "; ".join(" ".join(map(str, row)) for row in values(p)) + "];",
    "Haskell": listed(before="grid = [", after="]", outer=False, rows="\n       ,"),
    "Rust": lambda p: "let b = vec![" + ", ".join(f"vec!{row}" for row in values(p)) + "];",
    "strings": strings(),
    "strings, one a line": strings(rows=",\n "),
    "strings, single quotes": strings(quote="'"),
    "strings of zeros": strings("0"),
    "strings with _": strings("_"),
    "strings in braces": strings(brackets="{}", before="String[] rows = ", after=";"),
    "strings, assigned": strings(before="board = ", rows=",\n         "),
    "strings with blanks": strings(between=" "),
    "strings with commas": strings(between=",", blank="0"),
    "strings one after the other": strings(brackets=("", ""), rows="\n"),
    "strings, commas, no brackets": strings(brackets=("", ""), rows=",\n"),
    "triple quotes": lambda p: (
        's = """\n' + "\n".join("".join(str(v or ".") for v in r) for r in values(p)) + '\n"""'
    ),
    "JSON object": lambda p: json.dumps({"board": values(p)}),
    "JSON object, puzzle": lambda p: json.dumps({"puzzle": values(p)}),
    "Windows": lambda p: listed(rows=",\n ")(p).replace("\n", "\r\n"),
    "asked": lambda p: (
        "Can you solve this?\n\n```js\n"
        + listed(before="const b = ", rows=",\n", after=";")(p)
        + "\n```\n\nThank you"
    ),
    "fenced": lambda p: "```python\n" + listed(before="board = ", rows=",\n")(p) + "\n```\n",
    "titled": lambda p: "Here is my puzzle:\n\n" + listed(rows=",\n")(p) + "\n",
    "followed by words": lambda p: listed(rows=",\n")(p) + "\n\nThanks!\n",
}


def program(before, row, after, blank="0", between=", ", rows=",\n"):
    """Return a function that writes a list whose brackets are in lines of their own."""
    return lambda p: (
        before
        + rows.join(row.format(between.join(str(v or blank) for v in each)) for each in values(p))
        + after
    )


PROGRAMS = {
    "Python, comments": program("board = [\n", "    [{}],  # row", "\n]\n", rows="\n"),
    "Java, comments": program("int[][] board = {\n", "  {{{}}} /* row */", "\n};\n"),
    "service": lambda p: json.dumps(
        {"newboard": {"grids": [{"value": values(p), "solution": [], "difficulty": "Hard"}], "results": 1}}
    ),
    "C": program("int grid[N][N] = {\n", "  {{{}}}", "\n};\n"),
    "C, flat": program("static const int grid[] = {\n", "  {}", "\n};\n"),
    "C, comments": program("int a[][9] = {  // the puzzle\n", "  {{{}}}", "\n};\n", rows=",  // row\n"),
    "C++": program("std::vector<std::vector<int>> board{\n", "  {{{}}}", "\n};\n"),
    "C++, arrays": program("std::array<std::array<int, 9>, 9> g = {{\n", "  {{{}}}", "\n}};\n"),
    "C#": program("int[,] grid = new int[9, 9] {\n", "    {{ {} }}", "\n};\n"),
    "Java": program("int[][] board = new int[][] {\n", "  new int[] {{{}}}", "\n};\n"),
    "JavaScript": program("const board = [\n", "  [{}],", "\n];\n", rows="\n"),
    "TypeScript": program("const board: number[][] = [\n", "  [{}]", "\n];\n", blank="null"),
    "Go": program("board := [][]int{\n", "\t[]int{{{}}},", "\n}\n", rows="\n"),
    "Rust": program("let board: [[u8; 9]; 9] = [\n", "    [{}],", "\n];\n", rows="\n"),
    "Rust, vec!": program("let board = vec![\n", "    vec![{}],", "\n];\n", rows="\n"),
    "Kotlin": program("val board = arrayOf(\n", "  intArrayOf({})", "\n)\n"),
    "Scala": program("val board = Array(\n", "  Array({})", "\n)\n"),
    "Swift": program("let board: [[Int]] = [\n", "  [{}]", "\n]\n"),
    "PHP": program("$board = array(\n", "  array({})", "\n);\n"),
    "Perl": program("my @board = (\n", "  [{}]", "\n);\n"),
    "Ruby": program("board = [\n", "  [{}]", "\n]\n", blank="nil"),
    "OCaml": program("let board = [|\n", "  [|{}|]", "\n|]\n", between="; ", rows=";\n"),
    "F#": program("let board = [\n", "  [{}]", "\n]\n", between="; ", rows="\n"),
    "Haskell": program("board :: [[Int]]\nboard =\n  [ ", "[{}]", "\n  ]\n", between=",", rows="\n  , "),
    "Prolog": program("problem(1, [", "[{}]", "]).\n", blank="_", between=","),
    "Prolog, rule": program("problem(1, P) :-\n  P = [", "[{}]", "].\n", blank="_", between=","),
    "Lisp": program("(defparameter *board*\n  '(", "({})", "))\n", between=" ", rows="\n    "),
    "Clojure": program("(def board [", "[{}]", "])\n", between=" ", rows="\n  "),
    "Mathematica": program("board = {\n", "{{{}}}", "};\n"),
    "Julia": program("board = [", "{}", "]\n", between=" ", rows="\n  "),
    "R": program("m <- matrix(c(\n", "  {}", "), nrow = 9, byrow = TRUE)\n"),
    "MiniZinc": program("board = [|\n", "  {}", "|];\n", rows="|\n"),
    "tensor": program("tensor([", "[{}]", "], dtype=torch.uint8)\n", rows=",\n        "),
    "floats": program("[", "[{}.]", "]\n", between=". ", rows="\n "),
    "reshaped": program("np.array([", "{}", "]).reshape(9, 9)\n"),
    "YAML": program("board:\n", "  - [{}]", "\n", rows="\n"),
    "YAML, strings": program("", '- "{}"', "\n", between="", rows="\n", blank="."),
    "YAML, block": program("board: |\n", "  {}", "\n", between=" ", rows="\n", blank="."),
    "TOML": program("board = [\n", "  [{}],", "\n]\n", rows="\n"),
    "escaped": program('"', "{}", '"\n', between="", rows="\\n", blank="."),
    "strings in brackets": program("grid = (\n", '    "{}"', "\n)\n", between="", rows="\n", blank="."),
}
SIGN_LISTS = {
    "C": sign_list(".", "", json.dumps, ",\n ", before="const rows = ", after=";"),
    "mixed": sign_list("0", "."),
    "mixed, None": sign_list("None", ""),
    "strings": sign_list(".", ""),
    "strings, blanks": sign_list(".", " "),
    "strings, dashes": sign_list("0", "-"),
    "JSON": sign_list(".", "", json.dumps, ", "),
    "assigned": sign_list("0", ".", before="board = "),
    "object": sign_list("0", ".", json.dumps, ", ", before='{"grid": ', after="}"),
    "short rows": short_rows,
    "plain strings": plain_strings('"'),
    "plain strings, a line each": plain_strings("'", ",\n"),
}

# Sheets -----------------------------------------------------------------------------------------------------------


def sheet(between, blank="", none="", end="\n", quote="", trailing=""):
    def text(puzzle):
        rows = sign_table(puzzle, blank or " ", none)
        rows = [[f"{quote}{f.strip()}{quote}" for f in row] for row in rows]
        return "".join(between.join(row) + trailing + end for row in rows)

    return text


def bare_sheet(between, blank="", end="\n", quote=""):
    return lambda puzzle: "".join(
        between.join(f"{quote}{v or blank}{quote}" for v in row) + end for row in values(puzzle)
    )


def markdown(header, blank=" ", outer=True):
    def text(puzzle):
        rows = sign_table(puzzle, blank, " ")
        width = len(rows)
        rule = ["---"] * width
        if header == "below":
            rows.insert(1, rule)
        elif header == "blank":
            rows = [[" "] * width, rule, *rows]
        return "".join(("| " + " | ".join(row) + " |" if outer else " | ".join(row)) + "\n" for row in rows)

    return text


def bare_markdown(header, blank=" "):
    def text(puzzle):
        rows = [[str(v or blank) for v in row] for row in values(puzzle)]
        rule = ["---"] * puzzle.n
        if header == "below":
            rows.insert(1, rule)
        elif header == "letters":
            rows = [[chr(97 + c) for c in range(puzzle.n)], rule, *rows]
        elif header == "blank":
            rows = [[" "] * puzzle.n, rule, *rows]
        return "".join("| " + " | ".join(row) + " |\n" for row in rows)

    return text


def latex(command, blank=""):
    def text(puzzle):
        signs = {"<": "$<$", ">": "$>$", "^": "$\\wedge$", "v": "$\\vee$"}
        rows = sign_table(puzzle, blank or " ", "")
        body = "".join(" & ".join(signs.get(f, f) for f in row) + f" \\\\ {command}\n" for row in rows)
        return f"\\begin{{tabular}}{{{'c' * len(rows)}}}\n{body}\\end{{tabular}}\n"

    return text


def html(puzzle, blank="&nbsp;"):
    fields = sign_table(puzzle, blank, "")
    signs = {"<": "&lt;", ">": "&gt;"}
    rows = ("".join(f"<td>{signs.get(f, f)}</td>" for f in row) for row in fields)
    return '<table class="grid">\n' + "".join(f"<tr>{row}</tr>\n" for row in rows) + "</table>\n"


def bare_html(puzzle):
    rows = ("".join(f'  <td class="c">{v or ""}</td>\n' for v in row) for row in values(puzzle))
    return "<table><tbody>\n" + "".join(f"<tr>\n{row}</tr>\n" for row in rows) + "</tbody></table>\n"


def bare_latex(before, after, between=" & ", end=" \\\\\n", left="", blank=" "):
    return lambda p: (
        before + end.join(left + between.join(str(v or blank) for v in row) for row in values(p)) + after
    )


def wiki(puzzle, between=" || "):
    rows = ("| " + between.join(str(v or "") for v in row) + "\n" for row in values(puzzle))
    return '{| class="wikitable"\n' + "".join(f"|-\n{row}" for row in rows) + "|}\n"


def pandas(puzzle):
    head = "   " + "".join(f"{c:>5}" for c in range(puzzle.n)) + "\n"
    rows = ("".join(f"{float(v) if v else 'NaN':>5}" for v in row) for row in values(puzzle))
    return head + "".join(f"{r:<3}{row}\n" for r, row in enumerate(rows))


def grid_table(puzzle):
    rule = "+" + "---+" * puzzle.n + "\n"
    return rule + "".join(f"| {' | '.join(str(v or ' ') for v in row)} |\n{rule}" for row in values(puzzle))


SHEETS = {
    "LaTeX": latex("\\hline", "0"),
    "LaTeX, blanks": latex(""),
    "web page": html,
    "tabs": sheet("\t"),
    "commas": sheet(","),
    "semicolons": sheet(";"),
    "commas, quotes": sheet(",", quote='"'),
    "tabs, zeros": sheet("\t", "0"),
    "commas, dots": sheet(",", "."),
    "commas, blanks": sheet(", "),
    "semicolons, dashes": sheet(";", ".", "-"),
    "tabs, Windows": sheet("\t", end="\r\n"),
    "commas, all filled": sheet(",", "0", "."),
    "trailing commas": sheet(",", trailing=","),
    "bars": sheet("|"),
    "Markdown": markdown("below"),
    "Markdown, blank head": markdown("blank"),
    "Markdown, no head": markdown("none"),
    "Markdown, zeros": markdown("blank", "0"),
    "Markdown, dots": markdown("below", "."),
    "Markdown, without outer bars": markdown("below", ".", outer=False),
}
BARE_SHEETS = {
    "web page": bare_html,
    "array": bare_latex("\\[\\begin{array}{c}\n", "\n\\end{array}\\]\n"),
    "array in a line": bare_latex("$$\\begin{pmatrix} ", " \\end{pmatrix}$$\n", end=" \\\\ ", blank="0"),
    "tabular": bare_latex("\\begin{tabular}{|c|}\n\\hline\n", " \\\\\n\\hline\n\\end{tabular}\n"),
    "reStructuredText": grid_table,
    "MediaWiki": wiki,
    "MediaWiki, a cell a line": lambda p: wiki(p, "\n| "),
    "pandas": pandas,
    "drawn": lambda p: grid_table(p).replace("|", "│").replace("-", "─").replace("+", "┼"),
    "tabs": bare_sheet("\t"),
    "commas": bare_sheet(","),
    "semicolons": bare_sheet(";"),
    "tabs, zeros": bare_sheet("\t", "0"),
    "commas, zeros": bare_sheet(",", "0"),
    "commas, dots": bare_sheet(",", "."),
    "commas and blanks": bare_sheet(", ", "0"),
    "semicolons, underscores": bare_sheet(";", "_"),
    "quotes": bare_sheet(",", quote='"'),
    "names": lambda p: ",".join(f"c{k + 1}" for k in range(p.n)) + "\n" + bare_sheet(",")(p),
    "letters": lambda p: ",".join("ABCDEFGHI"[: p.n]) + "\n" + bare_sheet(",")(p),
    "numbered": lambda p: (
        "".join(f"\t{k}" for k in range(p.n))
        + "\n"
        + "".join(f"{k}\t{row}" for k, row in enumerate(bare_sheet("\t")(p).splitlines(True)))
    ),
    "Windows": bare_sheet(",", "0", "\r\n"),
    "Markdown": bare_markdown("below"),
    "Markdown, letters": bare_markdown("letters"),
    "Markdown, blank head": bare_markdown("blank", "."),
}

# Text around the puzzle in its line ----------------------------------------------------------------------------------


def run(puzzle, blank="."):
    return "".join(str(v or blank) for row in values(puzzle) for v in row)


def full(puzzle):
    from fastfuto import solve

    return run(puzzle.filled(solve(puzzle).grid))


AROUND = {
    "comment": "{} # easy",
    "comment, slashes": "{} // easy",
    "comment, semicolon": "{} ; easy",
    "name after a tab": "{}\tmy first",
    "name before a tab": "my first\t{}",
    "number before": "12 {}",
    "number and dot": "1. {}",
    "number and bracket": "3) {}",
    "number and colon": "17: {}",
    "number in brackets": "[4] {}",
    "label": "puzzle: {}",
    "label, two words": "Puzzle 3: {}",
    "label, equals": "puzzle = {}",
    "rating after": "{} 7.2",
    "rating before": "7.2 {}",
    "rating after a comma": "{},1234",
    "rating, semicolon": "{};ED=7.2/1.2/1.2",
    "name and rating": "Golden Nugget {} 11.9",
    "double quotes": '"{}"',
    "single quotes": "'{}'",
    "quotes and comma": '"{}",',
    "assigned": 'grid = "{}"',
    "bullet": "- {}",
    "backquotes": "`{}`",
    "brackets": "({})",
    "HoDoKu": ":0000:x:{}:::",
}
IN_LINE = {
    f"{what}, {blank}": (form, blank) for what, form in AROUND.items() for blank in ".0"[: 1 + (what < "n")]
}


ONE_LINE = {
    "rows": lambda p: rows_of(p).replace("\n", " ").strip() + "\n",
    "rows, slashes": lambda p: rows_of(p).replace("\n", "/").strip("/") + "\n",
    "rows, commas": lambda p: rows_of(p, "0").replace("\n", ", ").strip(", ") + "\n",
    "cells": lambda p: " ".join(run(p, "0")) + "\n",
    "cells, commas": lambda p: ",".join(run(p)) + "\n",
    "address": lambda p: f"https://example.org/sudoku/{run(p)}\n",
    "address, part": lambda p: f"https://example.org/#{run(p)}\n",
    "tags": lambda p: f"<puzzle>{run(p)}</puzzle>\n",
}

# Text around a grid -----------------------------------------------------------------------------------------------


def rows_of(puzzle, blank=".", between=""):
    return "".join(between.join(str(v or blank) for v in row) + "\n" for row in values(puzzle))


def numbered(puzzle, columns=True, blank=".", label=str, gap=" "):
    """Return rows with a number before each, and perhaps the numbers of the columns above."""
    head = gap + " ".join(str(c + 1) for c in range(puzzle.n)) + "\n"
    head = " " * len(label(1)) + head
    return (head if columns else "") + "".join(
        f"{label(r + 1)}{gap}" + " ".join(str(v or blank) for v in row) + "\n"
        for r, row in enumerate(values(puzzle))
    )


AROUND_GRIDS = {
    "text below": "{}\nGood luck!\n",
    "text right below": "{}Good luck!\n",
    "text above and below": "Sudoku of the day\n\n{}\nHave fun with it.\n",
    "title right above": "Sudoku, hard\n{}",
    "heading": "Puzzle 1\n{}",
    "heading of p096": "Grid 01\n{}",
    "number above": "2.\n\n{}",
    "number above, closer": "2.\n{}",
    "heading in Markdown": "## Sudoku 3\n\n{}",
    "rule below": "{}---\n",
    "rules": "=====\n{}=====\n",
    "source below": "{}\n-- from the newspaper, page 12\n",
}

# Frames -----------------------------------------------------------------------------------------------------------


def framed(corners, bar="|", middle="|", blank=".", gap="", joint=None):
    """Return a frame; `corners` has the left, inner and right character and the dash of the top, middle and end."""
    top, inner, bottom = corners

    def rule(four, width):
        left, cross, right, dash = four
        return left + cross.join([dash * width] * 3) + right + "\n"

    def text(puzzle):
        out, body = [], []
        for row in values(puzzle):
            boxes = [
                gap + " ".join(str(v or blank) for v in row[k : k + 3]) + gap
                if gap
                else "".join(str(v or blank) for v in row[k : k + 3])
                for k in (0, 3, 6)
            ]
            body.append(bar + middle.join(boxes) + bar + "\n")
        width = len(boxes[0])
        if top:
            out.append(rule(top, width))
        for k in (0, 3, 6):
            out += body[k : k + 3]
            if k < 6 and inner:
                out.append(rule(inner, width))
        if bottom:
            out.append(rule(bottom, width))
        return "".join(out)

    return text


FRAMES = {
    "stars": framed(("*-*-", "|+|-", "*-*-")),
    "stars, blanks": framed(("*-*-", "|+|-", "*-*-"), gap=" "),
    "dots": framed(("...-", ":+:-", "'''-"), gap=" "),
    "dots, closer": framed(("...-", ":-:-", "'''-")),
    "plus": framed(("+++-", "+++-", "+++-")),
    "plus, blanks": framed(("+++-", "+++-", "+++-"), gap=" "),
    "equals": framed(("+++=", "+++=", "+++="), gap=" "),
    "drawn": framed(("┌┬┐─", "├┼┤─", "└┴┘─"), "│", "│", gap=" "),
    "doubled": framed(("╔╦╗═", "╠╬╣═", "╚╩╝═"), "║", "║", gap=" "),
    "inner only": framed((None, "-+--", None), "", "|"),
    "inner, blanks": framed((None, "-+--", None), " ", "|", gap=" "),
    "dashes": framed((None, "----", None), "", "|"),
    "blank line between": lambda p: "\n".join(
        "".join(rows_of(p).splitlines(True)[k : k + 3]) for k in (0, 3, 6)
    ),
    "blanks between boxes": lambda p: "".join(
        " ".join("".join(str(v or ".") for v in row[k : k + 3]) for k in (0, 3, 6)) + "\n"
        for row in values(p)
    ),
    "blank lines and blanks": lambda p: "".join(
        "  ".join(" ".join(str(v or ".") for v in row[k : k + 3]) for k in (0, 3, 6))
        + "\n"
        + "\n" * (r in (2, 5))
        for r, row in enumerate(values(p))
    ),
}

# Latin squares and others ----------------------------------------------------------------------------------------


def lettered(puzzle, blank=".", between=" ", lower=False):
    first = ord("a" if lower else "A") - 1
    return "".join(between.join(chr(first + v) if v else blank for v in row) + "\n" for row in values(puzzle))


def relations(puzzle, name, sign="<", gap="", flip=False):
    return [
        f"{name(*a)}{gap}<{gap}{name(*b)}" if not flip else f"{name(*b)}{gap}>{gap}{name(*a)}"
        for a, b in puzzle.inequalities
    ]


def a1(r, c):
    return f"{chr(65 + r)}{c + 1}"


def r1c1(r, c):
    return f"r{r + 1}c{c + 1}"


def R1C1(r, c):
    return f"R{r + 1}C{c + 1}"


def by_name(name, gap="", flip=False, between=""):
    return lambda p: (
        rows_of(p, between=between) + "".join(f"{each}\n" for each in relations(p, name, gap=gap, flip=flip))
    )


def by_name_only(name, gap=""):
    def text(puzzle):
        given = [
            f"{name(r, c)}{gap}={gap}{v}\n"
            for r, row in enumerate(values(puzzle))
            for c, v in enumerate(row)
            if v
        ]
        return (
            f"{puzzle.n}\n"
            + "".join(given)
            + "".join(f"{each}\n" for each in relations(puzzle, name, gap=gap))
        )

    return text


def pairs_of(puzzle, base=0):
    """Return the pairs of cells of a puzzle, smaller cell first, with plain numbers."""
    return [tuple((int(r) + base, int(c) + base) for r, c in pair) for pair in puzzle.inequalities]


def beside(write, lists="board = {}\n{} = {}\n", name="constraints"):
    return lambda p: lists.format(values(p), name, write(p))


def as_json(write, grid="grid", name="constraints"):
    return lambda p: json.dumps({grid: values(p), name: write(p)}) + "\n"


BESIDE = {
    "A1<A2": beside(lambda p: relations(p, a1)),
    "r1c2 > r1c1": beside(lambda p: relations(p, r1c1, gap=" ", flip=True)),
    "pairs": beside(pairs_of, name="less_than"),
    "pairs, greater": beside(lambda p: [pair[::-1] for pair in pairs_of(p)], name="greater"),
    "triples": beside(lambda p: [(a, "<", b) for a, b in pairs_of(p)]),
    "triples, sign last": beside(lambda p: [(b, a, ">") for a, b in pairs_of(p)]),
    "five fields": beside(lambda p: [(*a, "<", *b) for a, b in pairs_of(p)]),
    "four fields": beside(lambda p: [[*a, *b] for a, b in pairs_of(p)], name="lt"),
    "with a size": lambda p: f"n = {p.n}\n" + beside(lambda p: relations(p, a1))(p),
    "JavaScript": beside(lambda p: relations(p, a1), "const grid = {};\n\n// the signs\nconst {} = {};\n"),
    "fenced": lambda p: "```python\n" + beside(lambda p: relations(p, a1))(p) + "```\n",
    "lines": lambda p: (
        beside(lambda p: relations(p, a1))(p).replace("], ", "],\n  ").replace("', '", "',\n  '")
    ),
    "JSON": as_json(lambda p: relations(p, a1)),
    "JSON, triples": as_json(lambda p: [(a, "<", b) for a, b in pairs_of(p)], "board", "inequalities"),
    "JSON, named cells": as_json(lambda p: [{"less": a, "greater": b} for a, b in pairs_of(p)]),
    "JSON, operators": as_json(lambda p: [{"cell1": a, "op": "<", "cell2": b} for a, b in pairs_of(p)]),
    "JSON, indented": lambda p: json.dumps({"grid": values(p), "constraints": relations(p, a1)}, indent=2),
    "JSON, two lists": lambda p: json.dumps(
        {
            "grid": values(p),
            "less_than": pairs_of(p)[::2],
            "greater_than": [pair[::-1] for pair in pairs_of(p)[1::2]],
        }
    ),
    "csv": lambda p: f'grid,constraints\n"{values(p)}","{" ".join(relations(p, a1))}"\n',
}


def kakuro(rng):
    """Return a Kakuro whose last row and column are not all black."""
    return generate(rng.choice([(4, 5), (5, 5), (6, 4)]), family="kakuro", seed=rng.randrange(1000)).puzzle


def sums(black="x", white="_", between=" ", before="", after="\n", none=""):
    """Return a function that writes the rows of a Kakuro."""

    def field(entry):
        if isinstance(entry, tuple):
            return "\\".join(str(total or none) for total in entry)
        return black if entry is None else str(entry or white)

    return lambda p: "".join(before + between.join(map(field, row)) + after for row in p.rows)


def kakuro_list(puzzle, black="x", white="0"):
    rows = [line.split("\t") for line in sums(black, white, "\t")(puzzle).splitlines()]
    return "[" + ",\n ".join(map(json.dumps, rows)) + "]\n"


KAKURO = {
    "rows": sums(),
    "rows, dots": sums("\\", "."),
    "rows, zeros": sums("#", "0"),
    "rows, all numbers": sums("x", "-", none="0"),
    "tabs": sums(between="\t"),
    "tabs, empty": sums("x", "", "\t"),
    "commas": sums("\\", "", ","),
    "commas, zeros": sums("x", "0", ","),
    "commas and blanks": sums("x", "_", ", "),
    "semicolons": sums("x", "", ";"),
    "bars": sums("x", " ", " | ", "| ", " |\n"),
    "web page": lambda p: (
        "<table>" + sums("x", "", "</td><td>", "<tr><td>", "</td></tr>\n")(p) + "</table>\n"
    ),
    "list": kakuro_list,
    "list, null": lambda p: kakuro_list(p, "null").replace('"null"', "null"),
    "titled": lambda p: "Kakuro of the day\n\n" + sums()(p),
    "fenced": lambda p: "```\n" + sums()(p) + "```\n",
    "quoted": lambda p: sums(before="> ")(p),
    "words below": lambda p: sums()(p) + "\nGood luck!\n",
}


def cover(rng):
    """Return the matrix of an exact cover with more options than items, and a solution."""
    n_items = rng.randrange(5, 9)
    rows = [[int(k % 3 == j) for k in range(n_items)] for j in range(3)]
    rows += [[int(rng.random() < 0.4) for _ in range(n_items)] for _ in range(n_items)]
    rows = [row for row in rows if any(row)]
    rng.shuffle(rows)
    return ExactCover(np.array(rows))


def matrix(puzzle):
    return [[*map(int, line.split())] for line in format_puzzle(puzzle, "cover-matrix").splitlines()]


def bits(between=" ", before="", after="\n"):
    return lambda p: "".join(before + between.join(map(str, row)) + after for row in matrix(p))


COVERS = {
    "rows": bits(),
    "rows, closer": bits(""),
    "commas": bits(","),
    "tabs": bits("\t"),
    "semicolons": bits(";"),
    "list": lambda p: json.dumps(matrix(p)) + "\n",
    "assigned": lambda p: f"M = {matrix(p)}\n",
    "NumPy": lambda p: f"{np.array(matrix(p))}\n",
    "Markdown": bits(" | ", "| ", " |\n"),
}


def with_size(puzzle):
    return f"{2 * puzzle.n - 1}\n{plain(puzzle)}\n"


def with_size_zeros(puzzle):
    return f"{2 * puzzle.n - 1}\n{plain(puzzle, '0')}\n"


def outer_bars(puzzle):
    return "".join(f"|{line}|\n" for line in plain(puzzle).split("\n"))


def outer_bars_apart(puzzle):
    return "".join(f"| {line} |\n" for line in plain(puzzle).split("\n"))


def outer_bars_pitch4(puzzle):
    rows = lines(puzzle).split("\n")[:-1]
    return "".join(f"| {row.ljust(4 * puzzle.n - 3)} |\n" for row in rows)


def source_bars(puzzle):
    _, *rows = format_puzzle(puzzle).splitlines()
    return "".join(f"| {row} |\n" for row in rows)


def game_id(puzzle):
    return format_puzzle(puzzle, "tatham")


IDS = {
    "label": "Unequal: {}",
    "number": "1. {}",
    "comment": "{} # easy",
    "name": "{}\tmy first",
    "name, comma": "my first: {}",
    "quotes": '"{}"',
    "bullet": "* {}",
    "backquotes": "Try `{}`!",
    "rating": "{} 3.5",
    "number before": "12 {}",
}

# Files with columns ------------------------------------------------------------------------------------------------


def columns(header, order, blank="0", quote=csv.QUOTE_MINIMAL, between=","):
    def text(puzzles):
        out = io.StringIO()
        writer = csv.writer(out, quoting=quote, delimiter=between, lineterminator="\n")
        writer.writerow(header)
        for k, puzzle in enumerate(puzzles):
            fields = {
                "puzzle": run(puzzle, blank),
                "id": k + 1,
                "solution": full(puzzle),
                "rating": 1.5 * k,
                "list": json.dumps(values(puzzle)),
                "name": f"name {k}",
            }
            writer.writerow([fields[each] for each in order])
        return out.getvalue()

    return text


CSV = {
    "puzzle,solution": columns(["puzzle", "solution"], ["puzzle", "solution"]),
    "quizzes,solutions": columns(["quizzes", "solutions"], ["puzzle", "solution"]),
    "id first": columns(["id", "puzzle", "clues", "difficulty"], ["id", "puzzle", "id", "rating"], "."),
    "initial_board": columns(["initial_board", "solved_board"], ["puzzle", "solution"]),
    "Puzzle": columns(["Puzzle", "Solution"], ["puzzle", "solution"], "."),
    "only puzzle": columns(["puzzle"], ["puzzle"]),
    "quoted": columns(["puzzle", "solution"], ["puzzle", "solution"], quote=csv.QUOTE_ALL),
    "semicolons": columns(["puzzle", "solution"], ["puzzle", "solution"], between=";"),
    "tabs": columns(["puzzle", "name"], ["puzzle", "name"], between="\t"),
    "lists": columns(["puzzle", "solution"], ["list", "solution"]),
    "board": columns(["name", "board"], ["name", "puzzle"]),
    "sudoku": columns(["sudoku", "rating"], ["puzzle", "rating"]),
}


def rows_table():
    """Yield the kind, the name, the maker of the puzzle, the writer of the text and the format to be named."""
    for name, write in LISTS.items():
        for make in ANY:
            yield "list", f"{name}, {make.__name__}", make, write, None
    for name, write in PROGRAMS.items():
        yield "list in a program", name, sudoku, write, None
    for name, write in ONE_LINE.items():
        yield "in one line", name, sudoku, write, None
    package = bare_latex("\\begin{sudoku}\n", "|.\n\\end{sudoku}\n", "|", "|.\n", "|")
    yield "sheet without signs", "package sudoku", sudoku, package, None
    for pitch in ("", " "):
        yield "blanks", f"{pitch!r}", sudoku, lambda p, b=pitch: rows_of(p, " ", b), None
    for name, write in SIGN_LISTS.items():
        yield "list with signs", name, futoshiki, write, None
    yield "list with signs", "flat list of a Sudoku", sudoku, flat, None
    for name, write in SHEETS.items():
        yield "sheet", name, futoshiki, write, None
    for name, write in BARE_SHEETS.items():
        for make in ANY:
            yield "sheet without signs", f"{name}, {make.__name__}", make, write, None
    for name, (form, blank) in IN_LINE.items():
        yield "in a line", name, sudoku, lambda p, f=form, b=blank: f.format(run(p, b)) + "\n", None
    for between in ("\t", " ", ",", ";", " | "):
        yield (
            "in a line",
            f"solution after {between!r}",
            sudoku,
            lambda p, b=between: run(p) + b + full(p) + "\n",
            None,
        )
    for name, form in IDS.items():
        yield "game id", name, futoshiki, lambda p, f=form: f.format(game_id(p)) + "\n", None
    grids_of = {
        sudoku: {"Sudoku": rows_of, "Sudoku with blanks": lambda p: rows_of(p, between=" ")},
        futoshiki: {"plain": lambda p: plain(p) + "\n", "lines": lines, "source": format_puzzle},
    }
    for name, form in AROUND_GRIDS.items():
        for make, writers in grids_of.items():
            for what, write in writers.items():
                title = form if make is sudoku else form.replace("Sudoku", "Futoshiki")
                yield (
                    "around a grid",
                    f"{name}, {what}",
                    make,
                    lambda p, f=title, w=write: f.format(w(p)),
                    None,
                )
    for name, options in {
        "rows and columns": {},
        "rows": {"columns": False},
        "letters": {"label": lambda r: chr(64 + r)},
        "row 1:": {"columns": False, "label": lambda r: f"Row {r}:"},
        "r1": {"columns": False, "label": lambda r: f"r{r}"},
        "1|": {"label": lambda r: f"{r} |"},
        "1:": {"columns": False, "label": lambda r: f"{r}:"},
    }.items():
        for make in ANY:
            yield "row numbers", f"{name}, {make.__name__}", make, lambda p, o=options: numbered(p, **o), None
    for name, write in FRAMES.items():
        yield "frame", name, sudoku, write, None
    for blank in ".0_x":
        yield "Latin, digits", blank, latin, lambda p, b=blank: rows_of(p, b), "latin"
        yield "Futoshiki, digits", blank, bare, lambda p, b=blank: rows_of(p, b), None
    for blank in "._x?-":
        yield "Latin, letters", blank, latin, lambda p, b=blank: lettered(p, b), None
        yield "Latin, letters", f"{blank}, closer", latin, lambda p, b=blank: lettered(p, b, ""), None
    yield "Latin, letters", "lower case", latin, lambda p: lettered(p, lower=True), None
    yield "Latin, letters", "commas", latin, lambda p: lettered(p, between=", "), None
    yield (
        "Latin, letters",
        "list",
        latin,
        lambda p: "[" + ", ".join(str([chr(64 + v) if v else "" for v in row]) for row in values(p)) + "]",
        None,
    )
    for name, write in {
        "size 2n - 1": with_size,
        "size 2n - 1, zeros": with_size_zeros,
        "outer bars": outer_bars,
        "outer bars apart": outer_bars_apart,
        "outer bars, wide": outer_bars_pitch4,
        "outer bars of source": source_bars,
        "1 and -1": ones,
        "1 and -1, commas": lambda p: ones(p).replace(" ", ","),
        "1 and -1, list": lambda p: (
            "[" + ",\n".join(f"[{line.replace(' ', ', ')}]" for line in ones(p).splitlines()) + "]"
        ),
        "A1<A2": by_name(a1),
        "A1 < A2": by_name(a1, " "),
        "A2 > A1": by_name(a1, " ", True, " "),
        "r1c1<r1c2": by_name(r1c1),
        "R1C1 < R1C2": by_name(R1C1, " ", between=" "),
        "A1=3, A1<A2": by_name_only(a1),
        "r1c1 = 3, r1c1 < r1c2": by_name_only(r1c1, " "),
        "A and V": lambda p: lines(p).replace("^", "A").replace("v", "V"),
        "tabbed": lambda p: tabbed(p, "."),
        "table": table,
    }.items():
        yield "others", name, futoshiki, write, None
    for kind, make, layouts in (
        ("relations in a list", futoshiki, BESIDE),
        ("Kakuro", kakuro, KAKURO),
        ("exact cover", cover, COVERS),
    ):
        for name, write in layouts.items():
            yield kind, name, make, write, None
    yield "9 x 9", "matrix", sudoku, lambda p: rows_of(p, "0", " "), None
    yield "9 x 9", "digits", sudoku, rows_of, None
    yield (
        "9 x 9",
        "blank lines between",
        sudoku,
        lambda p: rows_of(p, ".", " ").replace("\n", "\n\n"),
        None,
    )


def many_table():
    """Yield the name, the maker of the puzzles and the writer of a text of many puzzles."""
    for name, write in CSV.items():
        yield "csv", name, sudoku, write
    for name, line in {
        "JSON lines": lambda p: json.dumps({"puzzle": run(p)}),
        "JSON lines of lists": lambda p: json.dumps({"puzzle": values(p)}),
        "JSON lines of boards": lambda p: json.dumps({"id": 1, "board": values(p)}),
        "lists": lambda p: json.dumps(values(p)),
        "names": lambda p: "name " + run(p),
        "comments": lambda p: run(p) + " # easy",
        "solutions": lambda p: run(p) + "\t" + full(p),
        "quotes": lambda p: f'"{run(p)}",',
    }.items():
        yield "lines", name, sudoku, lambda ps, w=line: "".join(w(p) + "\n" for p in ps)
    for name, line in IDS.items():
        yield "game ids", name, futoshiki, lambda ps, f=line: "".join(f.format(game_id(p)) + "\n" for p in ps)
    for heading in (
        "Grid {:02}\n",
        "Puzzle {}\n",
        "{}.\n",
        "Sudoku {} (easy)\n\n",
        "## Puzzle {}\n\n",
        "#{}\n",
    ):
        for gap in ("", "\n"):
            yield (
                "headings",
                heading + gap,
                sudoku,
                lambda ps, h=heading, g=gap: "".join(
                    h.format(k + 1) + rows_of(p) + g for k, p in enumerate(ps)
                ),
            )
        for what, write in {
            "plain": lambda p: plain(p) + "\n",
            "source": format_puzzle,
            "lines": lines,
        }.items():
            yield (
                "headings",
                heading + what,
                futoshiki,
                lambda ps, h=heading, w=write: "".join(
                    h.format(k + 1).replace("Sudoku", "Futoshiki") + w(p) + "\n" for k, p in enumerate(ps)
                ),
            )
    for name, write in {**SHEETS}.items():
        yield "sheets", name, futoshiki, lambda ps, w=write: "\n".join(w(p) for p in ps)
    for name, write in FRAMES.items():
        if "blank line" not in name:
            yield "frames", name, sudoku, lambda ps, w=write: "\n".join(w(p) for p in ps)
    for name, write in {**PROGRAMS, **ONE_LINE, "web page": bare_html}.items():
        if name == "cells":  # Lines of 81 numbers may be the rows of a Latin square.
            continue
        yield "programs", name, sudoku, lambda ps, w=write: "\n".join(w(p) for p in ps)
    for name in ("Python", "a row a line", "C, declared", "assigned", "NumPy print", "strings, one a line"):
        for make in ANY:
            yield (
                "lists",
                name + make.__name__,
                make,
                lambda ps, w=LISTS[name]: "\n".join(w(p) for p in ps) + "\n",
            )
            yield (
                "lists",
                name + make.__name__ + " apart",
                make,
                lambda ps, w=LISTS[name]: "\n\n".join(w(p) for p in ps) + "\n",
            )
    for name, write in {
        "Essence": lambda p: f"language ESSENCE' 1.0\nletting N = {p.n}\n\nletting start = {values(p)}\n",
        "Essence, closer": lambda p: f"letting N be {p.n}\nletting start be {values(p)}\n",
        "MiniZinc": lambda p: (
            f"N={p.n};\n\nstart=[|\n" + rows_of(p, "0", ",").replace("\n", "|\n")[:-1] + "];\n"
        ),
    }.items():
        for gap in ("", "\n"):
            yield "suites", f"{name}{gap}", latin, lambda ps, w=write, g=gap: g.join(map(w, ps))
    yield (
        "opensudoku",
        "many",
        sudoku,
        lambda ps: (
            "<opensudoku>" + "\n".join(f'<game data="{run(p, "0")}"/>' for p in ps) + "\n</opensudoku>\n"
        ),
    )


def puzzles_of(make, name, count):
    rng = random.Random(name)
    return [make(rng) for _ in range(count)]
