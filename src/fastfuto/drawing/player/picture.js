// What is to be seen of a step on the board: the same as in the pictures of the package.
import { spotsOf, cornerOf } from "./geometry.js";

export const NO_PICTURE = { roles: new Map(), special: new Map(), used: [], links: [], badges: [], conflicts: new Set() };

// Roles of cells (band, premise, placed), what candidates are ("cell value": used, removed, set), inequalities and other
// pairs that are used, links between candidates, numbers along an assumption, and cells that contradict the rules.
export function pictureOf(puzzle, step, degree, named) {
  if (degree < 2) return placeOf(puzzle, named);
  const isWhole = degree === 3;
  const number = (cell) => puzzle.numberOf.get(cell.join());
  const roles = new Map();
  const special = new Map();
  const pairs = ({ inequalities, relations }) => [...inequalities, ...relations].map(([a, b]) => [number(a), number(b)]);
  const picture = { roles, special, used: pairs(step), links: [], badges: [], conflicts: new Set() };
  const add = (map, key, value) => map.has(key) || map.set(key, value);
  const mark = ([cell, value], kind) => special.set(`${number(cell)} ${value}`, kind);
  const membersOf = (line) => puzzle.units[puzzle.lines.findIndex((each) => each.join() === line.join())] ?? [];

  // Lines of a fish cross each other: the latter half of them is where the candidates go. Of the lines of a chain only
  // those are shown that have two places for a value.
  const ofPlaces = step.links.filter(([[a], [b], kind]) => kind === "strong" && a.join() !== b.join());
  const lines = step.links.length ? step.lines.slice(0, ofPlaces.length) : step.lines;
  for (const line of lines) for (const cell of membersOf(line)) roles.set(cell, "band");
  for (const cell of step.cells) roles.set(number(cell), "premise");
  for (const pair of picture.used) for (const cell of pair) roles.set(cell, "premise");
  for (const [cells] of step.sums) for (const cell of cells) roles.set(number(cell), "premise");
  for (const [cell] of step.candidates) roles.set(number(cell), "premise");
  if (step.technique === "mistake" || step.technique === "contradiction") {
    for (const cell of step.cells) picture.conflicts.add(number(cell));
  }
  if (step.technique === "mistake") return picture;
  for (const cell of step.cells) for (const value of step.values) mark([cell, value], "used");
  for (const [from, to, kind] of step.links) {
    for (const end of [from, to]) {
      add(roles, number(end[0]), "premise");
      mark(end, "used");
    }
    picture.links.push([[number(from[0]), from[1]], [number(to[0]), to[1]], kind]);
  }
  const { cases, technique } = step;
  if (technique === "braid") showCases(cases);
  else if (technique.endsWith("in a line") && cases.length === 1) showCases([cases[0], ...cases[0].cases]);
  else if (technique.startsWith("forcing")) {
    for (const { placed } of cases) {
      mark(placed[0], "used");
      // The cases of one cell are its candidates, without numbers.
      if (technique === "forcing line") picture.badges.push([number(placed[0][0]), placed[0][1]]);
    }
  }
  if (!isWhole) return picture;
  for (const [cell, values] of step.removed) for (const value of values) mark([cell, value], "removed");
  for (const each of step.placed) {
    mark(each, "set");
    roles.set(number(each[0]), "placed");
  }
  return picture;

  // Put numbers on what an assumption leads to, and mark the contradiction at its end.
  function showCases(all) {
    for (const each of all) {
      for (const [cell, value] of each.placed) {
        add(special, `${number(cell)} ${value}`, "used");
        add(roles, number(cell), "premise");
        picture.badges.push([number(cell), value]);
      }
      for (const [cell] of each.removed) {
        add(roles, number(cell), "premise");
        picture.badges.push([number(cell), 0]);
      }
      picture.used.push(...pairs(each));
      if (each.technique === "contradiction") for (const cell of each.cells) picture.conflicts.add(number(cell));
    }
    // Lines that leave a value one place or none; what has a number in them stays as it is.
    for (const line of all.flatMap((each) => each.lines)) for (const cell of membersOf(line)) add(roles, cell, "band");
  }
}

// Where to look: lines and cells that are named.
function placeOf(puzzle, { lines, cells }) {
  const roles = new Map(lines.flatMap((line) => puzzle.units[line]).map((cell) => [cell, "band"]));
  for (const cell of cells) roles.set(cell, "premise");
  return { ...NO_PICTURE, roles };
}

// The lines of a puzzle, by number, and the cells that a text names.
export function namedIn(speech, puzzle, text) {
  // Few lines are named, and expressions are slower than names.
  const isNamed = (line) => text.includes(speech.line(line)) && new RegExp(`${speech.line(line)}(?!\\d)`).test(text);
  const lines = puzzle.lines.flatMap((line, number) => (!["run", "pair"].includes(line[0]) && isNamed(line) ? [number] : []));
  const between = ([row, column, lastRow = row, lastColumn = column]) =>
    puzzle.cells.flatMap(([r, c], cell) => (r >= row && r <= lastRow && c >= column && c <= lastColumn ? [cell] : []));
  return { lines, cells: new Set(speech.cellsIn(text).flatMap(between)) };
}

// The shapes that lie over the board: arrows between candidates and numbers, as [name, attributes, text].
export function overlayOf(puzzle, { links, badges }) {
  const spots = spotsOf(puzzle);
  const radius = radiusOf(spots[0]);
  const spot = ([cell, value]) => {
    const { x, y } = cornerOf(puzzle, puzzle.places[cell]);
    return [x + spots[value - 1].x, y + spots[value - 1].y];
  };
  const shapes = links.flatMap(([from, to, kind], k) => arrow(spot(from), spot(to), radius, kind, k + 1));
  badges.forEach(([cell, value], k) => {
    const [x, y] = value ? spot([cell, value]) : [0, 0];
    const corner = cornerOf(puzzle, puzzle.places[cell]);
    // Between the marks around it.
    shapes.push(...(value ? badge(x + 1.06 * radius, y - 1.06 * radius, k + 1) : badge(corner.x + 37, corner.y + 3, k + 1)));
  });
  return shapes;
}

export const radiusOf = ({ size }) => 0.62 * size;

// An arrow between two marks, bent so that those of a line lie apart.
function arrow([x, y], [endX, endY], radius, kind, number) {
  const [dx, dy] = [endX - x, endY - y];
  const length = Math.hypot(dx, dy) || 1;
  // A short one, between two marks of a cell, goes around them.
  const bend = length > 28 ? Math.min(0.22 * length, 20) : 18;
  const [cx, cy] = [(x + endX) / 2 + (bend * dy) / length, (y + endY) / 2 - (bend * dx) / length];
  const [ax, ay] = towards([x, y], [cx, cy], radius);
  const [bx, by] = towards([endX, endY], [cx, cy], radius);
  const way = Math.hypot(bx - cx, by - cy) || 1;
  const [ux, uy] = [(bx - cx) / way, (by - cy) / way];
  const at = (...numbers) => numbers.map((each) => each.toFixed(1)).join(" ");
  const [hx, hy] = [bx - 5 * ux, by - 5 * uy];
  return [
    ["path", { class: `link ${kind}`, d: `M${at(ax, ay)}Q${at(cx, cy, hx, hy)}` }],
    ["path", { class: "head", d: `M${at(bx, by)}L${at(hx - 2.8 * uy, hy + 2.8 * ux)}L${at(hx + 2.8 * uy, hy - 2.8 * ux)}z` }],
    ...badge((ax + bx + 2 * cx) / 4, (ay + by + 2 * cy) / 4, number),
  ];
}

function towards([x, y], [otherX, otherY], way) {
  const length = Math.hypot(otherX - x, otherY - y);
  const share = length ? Math.min(way / length, 0.45) : 0;
  return [x + share * (otherX - x), y + share * (otherY - y)];
}

const badge = (x, y, number) => [
  ["circle", { class: "badge", cx: x.toFixed(1), cy: y.toFixed(1), r: 4.1 }],
  ["text", { class: "order", x: x.toFixed(1), y: y.toFixed(1), "font-size": number < 10 ? 6.3 : 5 }, number],
];
