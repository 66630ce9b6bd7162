"""Futoshiki of janko.at: ``size``, ``problem`` with (2n - 1)^2 tokens, ``solution``."""

from __future__ import annotations

import re

from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

NAME = "janko"
MAX_KEYS = 100
"""Most lines before the problem."""

_KEY = re.compile(r"([A-Za-z]+)\b")
_SOLUTION = re.compile(r"(solution)\b")
_END = re.compile(r"(end)\b")
_TOKEN = re.compile(r"[^\s,;]++")
_VALUE = re.compile(r"[0-9]{1,9}|[-._·]")
_WHAT = {
    (0, 0): (_VALUE, "a number or '-'"),
    (0, 1): (re.compile(r"[-._·«»]"), "'«', '»' or '-'"),
    (1, 0): (re.compile(r"[-._·Av]"), "'A', 'V' or '-'"),
    (1, 1): (re.compile(r"[-._·]"), "'-'"),
}
"""The allowed tokens and their name, by row and column modulo 2."""

_PLAIN = {"«": "<", "»": ">", "A": "^"}
"""``A`` opens downwards, so the lower cell is greater."""

_FORMAL = {sign: token for token, sign in _PLAIN.items()} | {"v": "V"}


def _parse(text: str) -> Futoshiki:
    scan = Reader(text, "#")
    n, n_keys = 0, 0
    while (key := scan.need(_KEY, "'size', 'problem' or another key")) != "problem":
        if key == "size":
            if n:
                raise scan.error("the key 'size' appears twice")
            n = scan.size()
        elif key in ("areas", "clues"):
            raise scan.error(f"expected a Futoshiki, which has no {key}")
        else:
            end = scan.signs.find("\n", scan.at)
            end = end if end >= 0 else len(scan.signs)
            kind = scan.signs[scan.at : end].strip()
            if key == "puzzle" and kind != "futoshiki":
                raise scan.error(f"expected a puzzle futoshiki, found {kind[:20]!r}")
            scan.at = end
        n_keys += 1
        if n_keys > MAX_KEYS:
            raise scan.error(f"expected 'problem' after at most {MAX_KEYS} lines")
    if not n:
        raise scan.error("expected 'size' before 'problem'")
    lines = [_line(scan, k, n) for k in range(2 * n - 1)]
    if scan.take(_SOLUTION):
        scan.matrix("row of the solution", n, n, 1, n)
    scan.take(_END)
    scan.finish()
    clues = [[int(token) if token.isdecimal() else 0 for token in line[::2]] for line in lines[::2]]
    beside = [line[1::2] for line in lines[::2]]
    return assemble(clues, beside, [line[::2] for line in lines[1::2]])


def _line(scan: Reader, k: int, n: int) -> list[str]:
    """Return the tokens in line `k` of the problem, with signs as `assemble` expects them."""
    what, tokens = f"line {k + 1} of the problem", []
    for j, match in enumerate(scan.row(what, 2 * n - 1, _TOKEN, "a token")):
        allowed, expected = _WHAT[k % 2, j % 2]
        if not allowed.fullmatch(match[0]):
            raise scan.error(f"expected {expected} in {what}, found {match[0][:20]!r}", match.start())
        tokens.append(_PLAIN.get(match[0], match[0]))
    return tokens


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, most=10**9 - 1)
    beside, under = signs_of(puzzle, "-")
    lines = ["puzzle futoshiki", f"size {puzzle.n}", "problem"]
    for r, clues in enumerate(puzzle.clues.tolist()):
        signs = [*(f" {_FORMAL.get(sign, sign)} " for sign in beside[r]), ""]
        lines.append("".join(f"{clue or '-'}{sign}" for clue, sign in zip(clues, signs, strict=True)))
        if r < puzzle.n - 1:
            lines.append(" - ".join(_FORMAL.get(sign, sign) for sign in under[r]))
    return "\n".join(lines) + "\n"


BOTH = Both(_parse, _format)
