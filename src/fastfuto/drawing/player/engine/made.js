// A puzzle that was made or read, as the page stores it; as drawing/fields.py, which a test compares.
import { columnsOf, range, rowsOf } from "./model.js";

const NAMES = { futoshiki: "Futoshiki", latin: "Latin square", sudoku: "Sudoku", adjacent: "Adjacent" };
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

function regionsOf(n) {
  const [rows, columns] = boxOf(n);
  return range(n * n).map((cell) => Math.floor(cell / n / rows) * rows + Math.floor((cell % n) / columns));
}

// The units of a family's squares beyond rows and columns, as the page names them.
function unitsOf(family, n) {
  if (family !== "sudoku") return [];
  const boxes = range(n).map(() => []);
  regionsOf(n).forEach((region, cell) => boxes[region].push(cell));
  // A box that is a row or a column is named like it.
  const kind = (box) => (isLine(box, rowsOf(n)) ? "row" : isLine(box, columnsOf(n)) ? "column" : "box");
  let number = 0;
  return boxes.map((box) => [kind(box), kind(box) === "box" ? ++number : lineNumber(box, n), box]);
}

const isLine = (box, lines) => lines.some((line) => line.join() === box.join());
const lineNumber = (box, n) => (isLine(box, rowsOf(n)) ? Math.floor(box[0] / n) : box[0] % n) + 1;

// What is the same for all puzzles of a family and size.
export function blankOf(family, n) {
  const own = { sudoku: () => ({ regions: regionsOf(n) }), latin: () => ({}) }[family] ?? (() => ({ gaps: true }));
  return {
    ...{ rows: n, columns: n, n, given: "0".repeat(n * n), less: [], units: unitsOf(family, n), sums: [] },
    ...{ square: true, ...own(), ...(family === "adjacent" ? { bars: [] } : {}) },
  };
}

const valuesText = (values) => values.map((value) => value.toString(36)).join("");

// `puzzle` has a family, n, clues, less, bars; what is known of it is its solutions ("one" ...), one of them, and its
// level and minutes.
export function fieldsOf(puzzle, known) {
  const { family, n, clues, less, bars } = puzzle;
  return {
    id: crc32(jsonOf(puzzle)),
    family: FAMILIES[family],
    name: `${NAMES[family]} ${n} x ${n}`,
    level: known.level ?? "",
    time: known.minutes === null || known.minutes === undefined ? "" : told(known.minutes),
    line: lineOf(puzzle),
    ...blankOf(family, n),
    given: valuesText(clues),
    less,
    solutions: known.solutions,
    solution: known.solutions === "one" ? valuesText(known.solution) : null,
    ...(bars ? { bars } : {}),
  };
}

// Minutes in words.
function told(minutes) {
  const whole = Math.floor(minutes + 0.5);
  if (whole === 0) return "less than a minute";
  return `about ${whole} minute${whole === 1 ? "" : "s"}`;
}

// One line that the commands of the package read.
function lineOf(puzzle) {
  const { family, n } = puzzle;
  if (family === "futoshiki" && n >= LEAST_ID && n <= LARGEST_ID) return idOf(puzzle);
  if (family === "sudoku") return sudokuOf(puzzle);
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

function jsonFields({ family, n, clues, less, bars }) {
  const at = (cell) => [Math.floor(cell / n), cell % n];
  const pairs = (list) => list.map((pair) => pair.map(at));
  const fields = { n, clues: gridOf(clues, n) };
  if (family === "sudoku") return { ...fields, regions: gridOf(regionsOf(n), n), inequalities: pairs(less) };
  if (family === "adjacent") return { ...fields, bars: pairs(bars) };
  return family === "latin" ? fields : { ...fields, inequalities: pairs(less) };
}

// The text by which puzzles have their ids: JSON as the package writes it.
function jsonOf(puzzle) {
  const spaced = (value) => JSON.stringify(value).replaceAll(",", ", ");
  const listed = (value) => `[\n    ${value.map(spaced).join(",\n    ")}\n  ]`;
  const text = (value) => (Array.isArray(value) && Array.isArray(value[0]) ? listed(value) : spaced(value));
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
