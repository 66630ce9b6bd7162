"""Changes of a line of compiled code: another comparison, another constant, or no statement at all."""

import re

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

_COMPARISON = re.compile(r"(?<= )[<>=!]=?(?= )")
_CONSTANT = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")
_STATEMENT = re.compile(
    r"(?:    )+(?!(?:cdef|return|raise|pass|yield|break|continue)\b)[\w.\[\]]+(?: [-+*/%&|^<>]*= |\()"
)
_DECLARED = re.compile(r"\s*(?:cdef|ctypedef|cimport|from|def|@)\b|\s*[A-Z][A-Z0-9_]* = ")
"""A line that only declares, or names a number, which was chosen by measuring."""


def lines_of_code(text):
    """Return the numbers of the lines that are in no docstring."""
    inside, found = False, []
    for number, line in enumerate(text.split("\n")):
        if not inside and '"""' not in line:
            found.append(number)
        inside ^= line.count('"""') % 2 == 1
    return found


def changed_line(rng, line, following):
    """Return a line with one change, or None if nothing in it can be changed; `following` is the next line."""
    code = line.partition("#")[0].rstrip()
    if _DECLARED.match(code):
        return None
    changes = []
    for match in _COMPARISON.finditer(code):
        if match[0] in COMPARISONS:
            other = rng.choice([each for each in COMPARISONS if each != match[0]])
            changes.append(code[: match.start()] + other + code[match.end() :])
    for match in _CONSTANT.finditer(code):
        other = int(match[0]) + (rng.choice((1, -1)) if int(match[0]) else 1)
        changes.append(f"{code[: match.start()]}{other}{code[match.end() :]}")
    if _STATEMENT.match(code) and _is_whole(code, following):
        changes.append(" " * _indent(code) + "pass")
    return rng.choice(changes) if changes else None


def _is_whole(code, following):
    """Return whether a statement ends with its line."""
    is_closed = all(code.count(left) == code.count(right) for left, right in ("()", "[]"))
    return is_closed and not code.endswith((":", ",", "\\")) and _indent(following) <= _indent(code)


def _indent(line):
    return len(line) - len(line.lstrip())
