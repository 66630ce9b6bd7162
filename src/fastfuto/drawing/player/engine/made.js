// A puzzle that was made or read, as the page stores it; as drawing/fields.py, which a test compares.
import { besideOf, columnsOf, neighboursOf, range, rowsOf } from "./model.js";
import { withRules } from "./variants.js";

const NAMES = { futoshiki: "Futoshiki", latin: "Latin square", sudoku: "Sudoku", adjacent: "Adjacent", kakuro: "Kakuro" };
const FAMILIES = { ...Object.fromEntries(Object.keys(NAMES).map((name) => [name, name])), latin: "latin_square" };
const [LEAST_ID, LARGEST_ID] = [3, 32];
const LARGEST_RUN = 9;
const FLAGS = "URDL";

// The rows and columns of a box of a Sudoku, null if there are none.
export function boxOf(n) {
  let rows = Math.floor(Math.sqrt(n));
  while (n % rows) rows -= 1;
  return rows === 1 && n > 3 ? null : [rows, n / rows];
}

export function regionsOf(n) {
  const [rows, columns] = boxOf(n);
  return range(n * n).map((cell) => Math.floor(cell / n / rows) * rows + Math.floor((cell % n) / columns));
}

// Whether the regions of a Sudoku are the usual boxes.
const hasBoxes = ({ n, regions }) => boxOf(n) !== null && regions.join() === regionsOf(n).join();

// The regions of a Sudoku as units, named as the page does; those that are rows or columns are named like them.
function regionUnits({ n, regions }) {
  const units = range(n).map(() => []);
  regions.forEach((region, cell) => units[region].push(cell));
  const areBoxes = units.every((unit) => isBox(unit, n) && !isLine(unit, [...rowsOf(n), ...columnsOf(n)]));
  let number = 0;
  return units.map((unit) => {
    if (isLine(unit, rowsOf(n))) return ["row", lineNumber(unit, n), unit];
    if (isLine(unit, columnsOf(n))) return ["column", lineNumber(unit, n), unit];
    return [areBoxes ? "box" : "region", ++number, unit];
  });
}

// Whether cells are all those of some rows next to each other in some columns next to each other.
function isBox(unit, n) {
  const last = unit[n - 1];
  const [width, height] = [(last % n) - (unit[0] % n) + 1, Math.floor(last / n) - Math.floor(unit[0] / n) + 1];
  return width > 0 && width * height === n && unit.every((cell, k) => cell === unit[0] + Math.floor(k / width) * n + (k % width));
}

const isLine = (box, lines) => lines.some((line) => line.join() === box.join());
const lineNumber = (box, n) => (isLine(box, rowsOf(n)) ? Math.floor(box[0] / n) : box[0] % n) + 1;

// What the engines are told of a puzzle, and the page shows. It has a family, n, clues, less and, where the family has
// them, bars, regions, further rules, or the rows of a Kakuro.
export function boardOf(puzzle) {
  const { family, n, clues, less, bars, regions, rows, rules } = puzzle;
  const units = regions ? regionUnits(puzzle) : [];
  const shape = rows ? runsOf(rows) : { rows: n, columns: n, square: true, units, sums: [] };
  return {
    ...{ ...shape, n, given: valuesText(clues), less },
    ...(["futoshiki", "adjacent"].includes(family) ? { gaps: true } : {}),
    ...(bars ? { bars, ...relationsOf(n, bars) } : {}),
    ...(regions ? { regions } : {}),
    ...(rules ? withRules(puzzle, units) : {}),
  };
}

// A puzzle without clues, of a kind that is made: "signs" are Sudokus with inequalities.
export const blankOf = (kind, n) => ({
  ...{ family: kind === "signs" ? "sudoku" : kind, n, clues: range(n * n).map(() => 0), less: [] },
  ...(["sudoku", "signs"].includes(kind) ? { regions: regionsOf(n) } : {}),
  ...(kind === "adjacent" ? { bars: [] } : {}),
});

// Bars are between the neighbours whose values differ by 1. For each value of a cell the first table has those of a
// neighbour with a bar, and the second one those of a neighbour without.
function relationsOf(n, bars) {
  const full = 2 ** n - 1;
  const barred = new Set(bars.map((pair) => pair.join()));
  const beside = besideOf(n);
  const relations = neighboursOf(n).map((pair) => [...pair, barred.has(pair.join()) ? 0 : 1]);
  return relations.length ? { relations, tables: [beside, beside.map((mask) => full & ~mask)] } : {};
}

// The white cells of a Kakuro and its runs: those to the right, then those down.
function runsOf(rows) {
  const [height, width] = [rows.length, rows[0].length];
  const entries = rows.flat();
  const places = range(height * width).filter((place) => typeof entries[place] === "number");
  const numberOf = new Map(places.map((place, cell) => [place, cell]));
  const units = [];
  const sums = [];
  const across = range(height).map((r) => range(width).map((c) => r * width + c));
  const down = range(width).map((c) => range(height).map((r) => r * width + c));
  for (const [lines, side] of [[across, 1], [down, 0]]) {
    for (const line of lines) {
      let run = null;
      for (const [k, place] of line.entries()) {
        if (!numberOf.has(place)) run = null;
        else if (run) run.push(numberOf.get(place));
        else {
          run = [numberOf.get(place)];
          units.push(["run", Math.floor(place / width) + 1, run]);
          const total = entries[line[k - 1]]?.[side];
          if (total) sums.push({ cells: run, total });
        }
      }
    }
  }
  const totals = entries.flatMap((entry, place) => (Array.isArray(entry) ? [[place, ...entry]] : []));
  return { rows: height, columns: width, places, units, sums, totals };
}

const valuesText = (values) => values.map((value) => value.toString(36)).join("");

// The data of the page. What is known of a puzzle is its solutions ("one" ...), one of them, and its level and minutes.
export function fieldsOf(puzzle, known) {
  const { family } = puzzle;
  const board = boardOf(puzzle);
  return {
    id: crc32(jsonOf(puzzle)),
    family: FAMILIES[family],
    name: `${family === "sudoku" && !hasBoxes(puzzle) ? "Jigsaw" : NAMES[family]} ${board.rows} x ${board.columns}${rulesIn(board)}`,
    level: known.level ?? "",
    time: known.minutes === null || known.minutes === undefined ? "" : told(known.minutes),
    line: lineOf(puzzle),
    ...board,
    solutions: known.solutions,
    solution: known.solutions === "one" ? valuesText(known.solution) : null,
  };
}

const rulesIn = ({ rules: names }) => (Array.isArray(names) ? ` (${names.join(", ")})` : "");

// Minutes in words.
function told(minutes) {
  const whole = Math.floor(minutes + 0.5);
  if (whole === 0) return "less than a minute";
  if (whole >= 120) return `about ${Math.floor(whole / 60 + 0.5)} hours`;
  return `about ${whole} minute${whole === 1 ? "" : "s"}`;
}

// One line that the commands of the package read.
function lineOf(puzzle) {
  const { family, n, rules } = puzzle;
  if (family === "futoshiki" && n >= LEAST_ID && n <= LARGEST_ID) return idOf(puzzle);
  if (family === "sudoku" && hasBoxes(puzzle) && !puzzle.less.length && !rules) return sudokuOf(puzzle);
  return JSON.stringify({ schema: 1, family: FAMILIES[family], ...jsonFields(puzzle) });
}

// The game id of Tatham's "Unequal".
function idOf({ n, clues, less }) {
  const flags = clues.map(() => "");
  const steps = { U: -n, R: 1, D: n, L: -1 };
  for (const flag of FLAGS) for (const [a, b] of less) if (a - b === steps[flag]) flags[b] += flag;
  return `${n}:${clues.map((value, cell) => `${value}${flags[cell]},`).join("")}`;
}

function sudokuOf({ n, clues }) {
  if (n <= LARGEST_RUN) return clues.map((value) => value || ".").join("");
  const width = String(Math.max(...clues)).length;
  const [rows, columns] = boxOf(n);
  const lines = [];
  for (const r of range(n)) {
    const words = range(n).map((c) => String(clues[r * n + c] || ".").padStart(width));
    const boxes = range(n / columns).map((k) => words.slice(k * columns, (k + 1) * columns).join(" "));
    if (r && r % rows === 0) lines.push(boxes.map((cells) => "-".repeat(cells.length)).join("-+-"));
    lines.push(boxes.join(" | "));
  }
  return lines.join("\n").trim();
}

const gridOf = (values, n) => range(n).map((r) => values.slice(r * n, (r + 1) * n));

function jsonFields(puzzle) {
  const { family, n, clues, less, bars, regions, rows } = puzzle;
  if (rows) return { rows };
  const at = (cell) => [Math.floor(cell / n), cell % n];
  const pairs = (list) => list.map((pair) => pair.map(at));
  const fields = { n, clues: gridOf(clues, n) };
  if (puzzle.rules) {
    const { rules, even, odd } = puzzle;
    const cages = puzzle.cages.map(({ cells, total }) => ({ cells: cells.map(at), total }));
    const listed = Object.entries({ rules, cages, even: even.map(at), odd: odd.map(at) });
    return { ...jsonFields({ ...puzzle, rules: null }), ...Object.fromEntries(listed.filter(([, list]) => list.length)) };
  }
  if (family === "sudoku") return { ...fields, regions: gridOf(regions, n), inequalities: pairs(less) };
  if (family === "adjacent") return { ...fields, bars: pairs(bars) };
  return family === "latin" ? fields : { ...fields, inequalities: pairs(less) };
}

// The text by which puzzles have their ids: JSON as the package writes it.
function jsonOf(puzzle) {
  const spaced = (value) => JSON.stringify(value).replace(/[,:]/g, "$& ");
  const listed = (value) => `[\n    ${value.map(spaced).join(",\n    ")}\n  ]`;
  const text = (value) => (Array.isArray(value) && typeof value[0] === "object" && value[0] ? listed(value) : spaced(value));
  const fields = Object.entries({ schema: 1, family: FAMILIES[puzzle.family], ...jsonFields(puzzle) });
  return `{\n${fields.map(([key, value]) => `  "${key}": ${text(value)}`).join(",\n")}\n}\n`;
}

// The checksum of an ASCII text, in eight hexadecimal digits.
function crc32(text) {
  let sum = 0xffffffff;
  for (const character of text) {
    sum ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}
