"""How singles and inequalities of one line refute a candidate, with the deductions that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Deduction", "refutation"]


class Deduction(NamedTuple):
    """One deduction in a line below an assumption. Masks have bit v for the value v + 1.

    Attributes
    ----------
    kind : str
        "assumption", "naked single", "hidden single", "inequality bound", "no value" or "no place".
    cell : int
        The cell that takes a value or loses values, -1 for "no place".
    values : int
        A mask of the value that the cell takes, of the values that it loses, or of the value without a place.
    source : int
        For "inequality bound", the other cell.
    needs : tuple of (int, int)
        Cells, and the values that they must have lost before.
    """

    kind: str
    cell: int
    values: int
    source: int = -1
    needs: tuple[tuple[int, int], ...] = ()


Left = dict[int, int]
"""The values that each open cell of a line has left."""


def refutation(left: Left, pairs: list[tuple[int, int]], cell: int, value: int) -> list[Deduction]:
    """Return the deductions that lead from a candidate to a contradiction, which is the last one; the first assumes it.

    They are made in rounds, each of which acts on what was known when it began. Only those are returned that the
    contradiction rests on.
    """
    made = [Deduction("assumption", cell, 1 << value)]
    reasons: dict[tuple[int, int], int] = {}
    now = dict(left)
    _make(made[0], now, reasons, 0)
    while (broken := _broken(left, now)) is None:
        found = [
            each for each in _round(left, now, pairs, made) if each.kind != "inequality bound" or each.values
        ]
        if not found:
            raise ValueError("the line does not refute this candidate")
        for deduction in found:
            made.append(deduction)
            _make(deduction, now, reasons, len(made) - 1)
    return _used(left, made, reasons, broken)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _make(deduction: Deduction, now: Left, reasons: dict[tuple[int, int], int], number: int) -> None:
    """Drop what a deduction excludes, and note which one it was."""
    for other in now:
        lost = now[other] & deduction.values
        if other == deduction.cell and deduction.kind != "inequality bound":
            lost = now[other] & ~deduction.values
        elif other != deduction.cell and deduction.kind == "inequality bound":
            lost = 0
        for bit in _bits(lost):
            reasons[other, bit] = number
        now[other] &= ~lost


def _broken(left: Left, now: Left) -> Deduction | None:
    """Return the contradiction that there is, or None."""
    for cell, mask in now.items():
        if not mask:
            return Deduction("no value", cell, 0, needs=((cell, left[cell]),))
    every = there = 0
    for cell, mask in now.items():
        every |= left[cell]
        there |= mask
    for bit in _bits(every & ~there):
        return Deduction("no place", -1, bit, needs=tuple((cell, left[cell] & bit) for cell in left))
    return None


def _round(left: Left, now: Left, pairs: list[tuple[int, int]], made: list[Deduction]) -> list[Deduction]:
    """Return what follows from what is known."""
    placed = {each.cell for each in made if each.kind in ("assumption", "naked single", "hidden single")}
    found = []
    for cell, mask in now.items():
        if cell not in placed and not mask & (mask - 1):
            placed.add(cell)
            found.append(Deduction("naked single", cell, mask, needs=((cell, left[cell] & ~mask),)))
    once = twice = 0
    for mask in now.values():
        twice |= once & mask
        once |= mask
    for cell, mask in now.items():
        for bit in _bits(mask & ~twice if cell not in placed else 0):
            needs = tuple((other, left[other] & bit) for other in left if other != cell)
            placed.add(cell)
            found.append(Deduction("hidden single", cell, bit, needs=needs))
            break
    for lesser, greater in pairs:
        least, greatest = now[lesser] & -now[lesser], 1 << now[greater].bit_length() - 1
        lost = now[greater] & (2 * least - 1)
        found.append(
            Deduction("inequality bound", greater, lost, lesser, ((lesser, left[lesser] & (least - 1)),))
        )
        lost = now[lesser] & ~(greatest - 1)
        above = left[greater] & ~(2 * greatest - 1)
        found.append(Deduction("inequality bound", lesser, lost, greater, ((greater, above),)))
    return found


def _used(
    left: Left, made: list[Deduction], reasons: dict[tuple[int, int], int], broken: Deduction
) -> list[Deduction]:
    """Return the deductions that a contradiction rests on, up to where they come to one."""
    used, open_ones = {0}, [broken]
    while open_ones:
        for cell, mask in open_ones.pop().needs:
            for bit in _bits(mask):
                number = reasons[cell, bit]
                if number not in used:
                    used.add(number)
                    open_ones.append(made[number])
    now, told = dict(left), list[Deduction]()
    for number in sorted(used):
        deduction = made[number]
        if deduction.kind == "inequality bound":
            deduction = deduction._replace(values=deduction.values & now[deduction.cell])
            if not deduction.values:
                continue
        elif not deduction.values & now[deduction.cell]:
            # Another one of the same round has taken the value or its place.
            break
        _make(deduction, now, {}, 0)
        told.append(deduction)
        if not all(now.values()):
            break
    ending = _broken(left, now)
    assert ending is not None
    return [*told, ending]
