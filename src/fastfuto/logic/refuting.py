"""How singles and inequalities of one line refute a candidate, with the deductions that it takes."""

from __future__ import annotations

from typing import NamedTuple


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
    now, placed = dict(left), {cell}
    made = [Deduction("assumption", cell, 1 << value)]
    lost = [_make(made[0], now)]
    while (broken := _broken(left, now)) is None:
        found = _round(left, now, pairs, placed)
        if not found:
            raise ValueError("the line does not refute this candidate")
        made += found
        lost += [_make(deduction, now) for deduction in found]
    return _used(left, made, lost, broken)


def _make(deduction: Deduction, now: Left) -> Left:
    """Drop what a deduction excludes, and return it."""
    kind, cell, values, *_ = deduction
    if kind == "inequality bound":
        lost = {cell: now[cell] & values}
    else:
        lost = {other: hit for other, mask in now.items() if (hit := mask & values)}
        lost[cell] = now[cell] & ~values
    for other, hit in lost.items():
        now[other] &= ~hit
    return lost


def _broken(left: Left, now: Left) -> Deduction | None:
    """Return the contradiction that there is, or None."""
    gone = there = 0
    for cell, mask in now.items():
        if not mask:
            return Deduction("no value", cell, 0, needs=((cell, left[cell]),))
        gone |= left[cell]
        there |= mask
    if gone := gone & ~there:
        bit = gone & -gone
        return Deduction("no place", -1, bit, needs=tuple([(cell, left[cell] & bit) for cell in left]))
    return None


def _round(left: Left, now: Left, pairs: list[tuple[int, int]], placed: set[int]) -> list[Deduction]:
    """Return what follows from what is known, and note which cells are placed."""
    found = []
    once = twice = 0
    for cell, mask in now.items():
        twice |= once & mask
        once |= mask
        if not mask & (mask - 1) and cell not in placed:
            placed.add(cell)
            found.append(Deduction("naked single", cell, mask, needs=((cell, left[cell] & ~mask),)))
    for cell, mask in now.items():
        if (bit := mask & ~twice) and cell not in placed:
            bit &= -bit
            needs = tuple([(other, left[other] & bit) for other in left if other != cell])
            placed.add(cell)
            found.append(Deduction("hidden single", cell, bit, needs=needs))
    for lesser, greater in pairs:
        low, high = now[lesser], now[greater]
        least, greatest = low & -low, 1 << high.bit_length() - 1
        if lost := high & (2 * least - 1):
            needs = ((lesser, left[lesser] & (least - 1)),)
            found.append(Deduction("inequality bound", greater, lost, lesser, needs))
        if lost := low & ~(greatest - 1):
            needs = ((greater, left[greater] & ~(2 * greatest - 1)),)
            found.append(Deduction("inequality bound", lesser, lost, greater, needs))
    return found


def _used(left: Left, made: list[Deduction], lost: list[Left], broken: Deduction) -> list[Deduction]:
    """Return the deductions that a contradiction rests on, up to where they come to one."""
    used, open_ones = {0}, [broken]
    while open_ones:
        for cell, mask in open_ones.pop().needs:
            for number, each in enumerate(lost):
                if not mask:
                    break
                if hit := each.get(cell, 0) & mask:
                    mask ^= hit
                    if number not in used:
                        used.add(number)
                        open_ones.append(made[number])
    now, told = dict(left), list[Deduction]()
    for number in sorted(used):
        deduction = made[number]
        values = deduction.values & now[deduction.cell]
        if deduction.kind == "inequality bound":
            if not values:
                continue
            deduction = deduction._replace(values=values)
        elif not values:
            # Another one of the same round has taken the value or its place.
            break
        _make(deduction, now)
        told.append(deduction)
        if not all(now.values()):
            break
    ending = _broken(left, now)
    assert ending is not None
    return [*told, ending]
