// How singles and inequalities of one line refute a candidate, with the deductions that it takes; as logic/refuting.py.
// Masks have bit v for the value v + 1. `left` has the values that each open cell of a line has left.

export function refutation(left, pairs, cell, value) {
  const now = new Map(left);
  const placed = new Set([cell]);
  const made = [{ kind: "assumption", cell, values: 1 << value, source: -1, needs: [] }];
  const lost = [makeIn(made[0], now)];
  let broken;
  while (!(broken = brokenIn(left, now))) {
    const found = roundIn(left, now, pairs, placed);
    if (!found.length) throw new Error("the line does not refute this candidate");
    made.push(...found);
    lost.push(...found.map((deduction) => makeIn(deduction, now)));
  }
  return usedOf(left, made, lost, broken);
}

// Drop what a deduction excludes, and return it.
function makeIn({ kind, cell, values }, now) {
  const lost = new Map();
  if (kind === "inequality bound") lost.set(cell, now.get(cell) & values);
  else {
    for (const [other, mask] of now) if (mask & values) lost.set(other, mask & values);
    lost.set(cell, now.get(cell) & ~values);
  }
  for (const [other, hit] of lost) now.set(other, now.get(other) & ~hit);
  return lost;
}

// The contradiction that there is, or null.
function brokenIn(left, now) {
  let gone = 0;
  let there = 0;
  for (const [cell, mask] of now) {
    if (!mask) return { kind: "no value", cell, values: 0, source: -1, needs: [[cell, left.get(cell)]] };
    gone |= left.get(cell);
    there |= mask;
  }
  gone &= ~there;
  if (!gone) return null;
  const bit = gone & -gone;
  return { kind: "no place", cell: -1, values: bit, source: -1, needs: [...left].map(([cell, mask]) => [cell, mask & bit]) };
}

// What follows from what is known; which cells are placed is noted.
function roundIn(left, now, pairs, placed) {
  const found = [];
  let once = 0;
  let twice = 0;
  for (const [cell, mask] of now) {
    twice |= once & mask;
    once |= mask;
    if (mask & (mask - 1) || placed.has(cell)) continue;
    placed.add(cell);
    found.push({ kind: "naked single", cell, values: mask, source: -1, needs: [[cell, left.get(cell) & ~mask]] });
  }
  for (const [cell, mask] of now) {
    const only = mask & ~twice;
    if (!only || placed.has(cell)) continue;
    const bit = only & -only;
    const needs = [...left].filter(([other]) => other !== cell).map(([other, open]) => [other, open & bit]);
    placed.add(cell);
    found.push({ kind: "hidden single", cell, values: bit, source: -1, needs });
  }
  for (const [lesser, greater] of pairs) {
    const low = now.get(lesser);
    const high = now.get(greater);
    const least = low & -low;
    const greatest = 1 << (31 - Math.clz32(high));
    const below = high & (2 * least - 1);
    const above = low & ~(greatest - 1);
    const bound = (cell, values, source, need) =>
      found.push({ kind: "inequality bound", cell, values, source, needs: [[source, need]] });
    if (below) bound(greater, below, lesser, left.get(lesser) & (least - 1));
    if (above) bound(lesser, above, greater, left.get(greater) & ~(2 * greatest - 1));
  }
  return found;
}

// The deductions that a contradiction rests on, up to where they come to one.
function usedOf(left, made, lost, broken) {
  const used = new Set([0]);
  const open = [broken];
  while (open.length) {
    for (const [cell, needed] of open.pop().needs) {
      let mask = needed;
      for (let number = 0; number < lost.length && mask; number++) {
        const hit = (lost[number].get(cell) ?? 0) & mask;
        mask ^= hit;
        if (!hit || used.has(number)) continue;
        used.add(number);
        open.push(made[number]);
      }
    }
  }
  const now = new Map(left);
  const told = [];
  for (const number of [...used].sort((a, b) => a - b)) {
    const deduction = made[number];
    const values = deduction.values & now.get(deduction.cell);
    const isBound = deduction.kind === "inequality bound";
    if (!values && isBound) continue;
    // Another one of the same round has taken the value or its place.
    if (!values) break;
    const each = isBound ? { ...deduction, values } : deduction;
    makeIn(each, now);
    told.push(each);
    if (![...now.values()].every(Boolean)) break;
  }
  return [...told, brokenIn(left, now)];
}
