// Puzzles from text: the game ids of Tatham's "Unequal", Sudokus, and JSON of the package. What comes in may be anything.
import { boxOf } from "./made.js";
import { inOrder, isWhole, LARGEST, range, refuse } from "./model.js";

const LONGEST_TEXT = 65536;
const FAMILY_OF = { futoshiki: "futoshiki", latin_square: "latin", sudoku: "sudoku", adjacent: "adjacent" };
const NOT_READ = "This is not a puzzle that can be read here: a game id such as 4:0,0L,…, a Sudoku, or JSON of fastfuto.";

export function readText(text) {
  if (typeof text !== "string") refuse("text must be a text");
  if (text.length > LONGEST_TEXT) refuse(`text has ${text.length} characters, and may have ${LONGEST_TEXT}`);
  const trimmed = text.trim();
  if (/^[0-9]{1,2}a?(d[tekxr])?:/.test(trimmed)) return readId(trimmed);
  if (trimmed.startsWith("{")) return readJson(trimmed);
  return readSudoku(trimmed);
}

const inOrderOf = (pairs) => pairs.sort(inOrder);

function sideOf(n) {
  const side = Number(n);
  if (!isWhole(side, 1, LARGEST)) refuse(`a puzzle has 1 to ${LARGEST} rows here`);
  return side;
}

function readId(text) {
  const [, size, mode, body] = /^([0-9]+)(a?)(?:d[tekxr])?:(.*)$/s.exec(text.replace(/\s/g, ""));
  const n = sideOf(size);
  const clues = [];
  const flags = new Set();
  for (const [, skip, value, signs] of body.matchAll(/([a-z])|([0-9]{1,2})([URDL]*)(?:,|$)|[^]/g)) {
    if (skip) clues.push(...range(skip.charCodeAt(0) - 96).map(() => 0));
    else if (value === undefined || Number(value) > n) refuse(NOT_READ);
    else {
      for (const sign of signs) flags.add(`${clues.length},${neighbourOf(clues.length, sign, n)}`);
      clues.push(Number(value));
    }
    if (clues.length > n * n) refuse(`The game id has more than ${n * n} cells.`);
  }
  if (clues.length < n * n) refuse(`The game id has ${clues.length} of ${n * n} cells.`);
  const pairs = [...flags].map((flag) => flag.split(",").map(Number));
  const isBoth = ([a, b]) => flags.has(`${b},${a}`);
  if (mode ? !pairs.every(isBoth) : pairs.some(isBoth)) refuse("The signs of the game id contradict each other.");
  if (mode) return { family: "adjacent", n, clues, less: [], bars: inOrderOf(pairs.filter(([a, b]) => a < b)) };
  return { family: "futoshiki", n, clues, less: inOrderOf(pairs.map(([greater, lesser]) => [lesser, greater])) };
}

function neighbourOf(cell, sign, n) {
  const isOff = { U: cell < n, D: cell >= n * (n - 1), L: cell % n === 0, R: cell % n === n - 1 }[sign];
  if (isOff) refuse("A sign of the game id leads off the grid.");
  return cell + { U: -n, D: n, L: -1, R: 1 }[sign];
}

// A Sudoku in one run of characters, or in rows, with or without the lines of a frame.
function readSudoku(text) {
  const lines = text.split("\n").filter((line) => !/^[-+=|\s]*[-+=][-+=|\s]*$/.test(line));
  const words = lines.flatMap((line) => line.replaceAll("|", " ").split(/\s+/)).filter(Boolean);
  const isNumbers = words.length > 81 && words.length === Math.sqrt(words.length) ** 2;
  const cells = isNumbers && lines.length > 9 ? words : [...words.join("")];
  const n = Math.sqrt(cells.length);
  if (!Number.isInteger(n) || n < 4 || n > LARGEST || !boxOf(n)) refuse(NOT_READ);
  const clues = cells.map((cell) => (/^[._*0xX-]$/.test(cell) ? 0 : Number(cell)));
  if (!clues.every((value) => isWhole(value, 0, n))) refuse(NOT_READ);
  return { family: "sudoku", n, clues, less: [] };
}

function readJson(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch {
    refuse("This is not JSON.");
  }
  const family = Object.hasOwn(FAMILY_OF, fields.family) ? FAMILY_OF[fields.family] : refuse(NOT_READ);
  const n = sideOf(fields.n);
  const grid = (rows) => {
    const isGrid = Array.isArray(rows) && rows.length === n && rows.every((row) => Array.isArray(row) && row.length === n);
    return isGrid ? rows.flat() : refuse(`The puzzle needs ${n} rows of ${n} numbers.`);
  };
  const clues = grid(fields.clues);
  if (!clues.every((value) => isWhole(value, 0, n))) refuse(`The numbers of the puzzle are 0 to ${n}.`);
  const less = pairsOf(fields.inequalities ?? [], n);
  if (family !== "sudoku") return { family, n, clues, less, ...(family === "adjacent" ? { bars: barsOf(fields.bars, n) } : {}) };
  if (!boxOf(n) || less.length || grid(fields.regions).join() !== regionText(n)) refuse("Only Sudokus with the usual boxes can be read here.");
  return { family, n, clues, less };
}

function pairsOf(pairs, n) {
  const isCell = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every((part) => isWhole(part, 0, n - 1));
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isCell);
  if (!Array.isArray(pairs) || !pairs.every(isPair)) refuse("An inequality or a bar is between two cells.");
  const numbers = pairs.map((pair) => pair.map(([r, c]) => r * n + c));
  if (numbers.some(([a, b]) => a === b)) refuse("An inequality or a bar is between two cells.");
  return inOrderOf([...new Map(numbers.map((pair) => [pair.join(), pair])).values()]);
}

function barsOf(bars, n) {
  const pairs = pairsOf(bars, n).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  const isBeside = ([a, b]) => b - a === n || (b - a === 1 && b % n);
  if (!pairs.every(isBeside)) refuse("A bar is between neighbours.");
  return inOrderOf([...new Map(pairs.map((pair) => [pair.join(), pair])).values()]);
}

function regionText(n) {
  const [rows, columns] = boxOf(n);
  return range(n * n).map((cell) => Math.floor(cell / n / rows) * rows + Math.floor((cell % n) / columns)).join();
}
