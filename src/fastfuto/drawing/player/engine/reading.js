// Puzzles from text: game ids and links, Sudokus, Kakuros, strings of futoshiki.org, JSON of the package, its source
// format, and grids as they are printed. What comes in may be anything; the package reads more, and what is read here is
// the same puzzle there.
import { boxOf, regionsOf } from "./made.js";
import { inOrder, isWhole, LARGEST, MOST_TOTAL, range, refuse, Refusal } from "./model.js";
import { readRules, RULE_KEYS } from "./variants.js";

const LONGEST_TEXT = 65536;
const FAMILY_OF = { futoshiki: "futoshiki", latin_square: "latin", sudoku: "sudoku", adjacent: "adjacent", kakuro: "kakuro" };
const KEYS_OF = {
  ...{ futoshiki: ["n", "clues", "inequalities"], latin: ["n", "clues"], sudoku: ["n", "clues", "regions", "inequalities"] },
  ...{ adjacent: ["n", "clues", "bars"], kakuro: ["rows"] },
};
const NOT_READ =
  "This is not a puzzle that can be read here: a game id, a link, a Sudoku, a Kakuro, JSON of fastfuto, or a grid with dots for blanks.";
const MORE_FORMATS = "The command fastfuto play FILE reads other formats.";

// `usual` maps characters that people write to the usual characters of the formats.
export function readText(text, usual) {
  if (typeof text !== "string") refuse("A text is needed.");
  if (text.length > LONGEST_TEXT) refuse(`The text has ${text.length} characters, and may have ${LONGEST_TEXT}.`);
  const plain = unfenced(Array.from(text, (character) => usual[character] ?? character).join(""));
  const first = attempt(text);
  if (!first.refusal) return first;
  const second = attempt(plain);
  return second.refusal ? refuse(`${first.refusal} ${MORE_FORMATS}`) : second;
}

// A puzzle, or why there is none.
function attempt(text) {
  try {
    return readAny(text);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

// A text without the fences of code above and below it.
const unfenced = (text) =>
  /^(?:```|~~~)[^\S\n]*\w*[^\S\n]*\n(.*?)(?:\n[^\S\n]*(?:```|~~~))?$/s.exec(text.trim())?.[1] ?? text;

function readAny(text) {
  if (/(?![\t\n\f\r])[\p{Cc}\u2028\u2029]/u.test(text)) refuse("There is a control character in the text.");
  const trimmed = text.trim();
  if (/^[0-9]{1,2}a?(d[tekxr])?:/.test(trimmed)) return readId(trimmed);
  if (/^[a-z]{2,9}:\/\/\S/.test(trimmed)) return readLink(trimmed);
  if (trimmed.startsWith("{")) return readJson(trimmed);
  if (/^[0-9]+\s+[0-9]+[\s0-9]*[*(]/.test(trimmed)) return readKakuro(trimmed);
  if (/^(?:[0-9.][_()]){1,8}[0-9.]_*[v^_]/.test(trimmed)) return readString(trimmed);
  const spelt = text.replace(/[∧∨V]/g, (sign) => (sign === "∧" ? "^" : "v"));
  return readSource(spelt) ?? (/[<>^v]/.test(spelt) ? readGrid(spelt) : readSudoku(trimmed));
}

const inOrderOf = (pairs) => pairs.sort(inOrder);

function sideOf(n) {
  const side = Number(n);
  if (!isWhole(side, 1, LARGEST)) refuse(`A puzzle has 1 to ${LARGEST} rows here.`);
  return side;
}

function readId(text) {
  const [, size, mode, body] = /^([0-9]+)(a?)(?:d[tekxr])?:(.*)$/s.exec(text);
  const n = sideOf(size);
  const clues = [];
  const flags = new Set();
  // Blanks may be in front of a cell, but not within it: a flag that is missing could not be told from them.
  for (const [, skip, value, signs] of body.matchAll(/\s*(?:([a-z])|([0-9]{1,2})([URDL]*)(?:,|$)|[^])/g)) {
    if (skip) clues.push(...range(skip.charCodeAt(0) - 96).map(() => 0));
    else if (value === undefined || Number(value) > n || /^0[0-9]/.test(value)) refuse(NOT_READ);
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

// The address of a game, with its id behind the #, of a Sudoku, or of a Kakuro or a Sudoku of pzprjs.
function readLink(text) {
  const [, run] = /^[^\s#?]*\?(?:bd|s)=([0-9.]+)$/.exec(text) ?? [];
  if (run) return [16, 36, 81].includes(run.length) ? readSudoku(run) : refuse(NOT_READ);
  const [, game] = /^[^\s#]*#(\S.*)$/s.exec(text) ?? [];
  if (game) return /^[0-9]{1,2}a?(d[tekxr])?:/.test(game) ? readId(game) : refuse("There is no id of a game in the link.");
  const [, family, columns, rows, cells] =
    /^(?:(?!(?:kakuro|sudoku)\/)\S){1,99}\?(kakuro|sudoku)\/(?:v:\/)?([0-9]{1,2})\/([0-9]{1,2})\/([0-9A-Za-z.-]+)$/.exec(text) ?? [];
  if (family === "sudoku" && rows === columns) return readNumbers(sideOf(rows), cells);
  return family === "kakuro" ? readCompact(sideOf(Number(rows) + 1), sideOf(Number(columns) + 1), cells) : refuse(NOT_READ);
}

// The cells of a Sudoku with the usual boxes: numbers to the base 16, and letters for runs of blank cells.
export function readNumbers(n, text) {
  const tokens = text.match(/^(?:[1-9a-f]|-[1-9a-f][0-9a-f]|[g-z])+$/) ? text.match(/-..|./g) : [];
  const clues = tokens.flatMap((token) => (token < "g" ? [parseInt(token.replace("-", ""), 16)] : range(parseInt(token, 36) - 15).map(() => 0)));
  if (![4, 6, 9, 16, 25].includes(n) || clues.length !== n * n || clues.some((clue) => clue > n)) refuse(NOT_READ);
  return { family: "sudoku", n, clues, less: [], regions: regionsOf(n) };
}

const TOTALS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ";

// The cells of a Kakuro without its first row and column, whose totals follow.
export function readCompact(nRows, nColumns, text) {
  let at = 0;
  const next = () => text[at++] ?? refuse("The link is too short.");
  const total = (character = next()) => {
    if (character !== "-" && !TOTALS.includes(character)) refuse("There is something else than a total in the link.");
    return Math.max(TOTALS.indexOf(character), 0);
  };
  const inner = [];
  const size = (nRows - 1) * (nColumns - 1);
  while (inner.length < size) {
    const character = next();
    if (character >= "k" && character <= "z") inner.push(...range(character.charCodeAt(0) - 106).map(() => 0));
    else inner.push(character === "." ? null : [total(character), total()]);
  }
  if (inner.length > size) refuse("The cells of the link go past the last one.");
  const rows = [[null], ...range(nRows - 1).map((r) => [null, ...inner.slice(r * (nColumns - 1), (r + 1) * (nColumns - 1))])];
  for (const c of range(nColumns - 1)) rows[0].push(rows[1][c + 1] === 0 ? [total(), 0] : null);
  for (const row of rows.slice(1)) if (row[1] === 0) row[0] = [0, total()];
  if (at < text.length) refuse("The link is too long.");
  return kakuroOf(rows);
}

// The numbers of rows and columns, and then the cells: * for a black one, a digit, 0 or the totals (down,right).
function readKakuro(text) {
  const [, height, width, body] = /^([0-9]+)\s+([0-9]+)(?![0-9])(.*)$/s.exec(text);
  const [nRows, nColumns] = [sideOf(height), sideOf(width)];
  const tokens = body.match(/\([0-9]{1,4},[0-9]{1,4}\)|\S/g);
  if (tokens.length !== nRows * nColumns) refuse(`There are ${tokens.length} cells, and ${nRows} x ${nColumns} are named.`);
  const entries = tokens.map((token) => {
    if (token[0] === "(" && token.length > 1) return token.slice(1, -1).split(",").map(Number);
    return token === "*" ? null : /^[0-9]$/.test(token) ? Number(token) : refuse(`${token} is not a cell of a Kakuro.`);
  });
  return kakuroOf(range(nRows).map((r) => entries.slice(r * nColumns, (r + 1) * nColumns)));
}

// A Kakuro of rows in which a cell is null, a digit, 0 or two totals, one of which may be 0.
export function kakuroOf(rows) {
  const cells = rows.map((row) => row.map((entry) => (Array.isArray(entry) && !entry.some(Boolean) ? null : entry)));
  const isWhite = (r, c) => typeof cells[r]?.[c] === "number";
  cells.forEach((row, r) =>
    row.forEach((entry, c) => {
      if (!Array.isArray(entry)) return;
      if (!entry.every((total) => isWhole(total, 0, MOST_TOTAL))) refuse(`A total is at most ${MOST_TOTAL}.`);
      if ((entry[0] && !isWhite(r + 1, c)) || (entry[1] && !isWhite(r, c + 1))) refuse("There is a total without a run.");
    }),
  );
  const clues = cells.flat().filter((entry) => typeof entry === "number");
  return clues.length ? { family: "kakuro", n: 9, clues, less: [], rows: cells } : refuse("There are no cells to fill.");
}

// A string of futoshiki.org: the characters of 2n - 1 rows of cells and signs.
function readString(text) {
  const side = Math.sqrt(text.length);
  const n = (side + 1) / 2;
  if (!isWhole(n, 2, 9)) refuse("A string of futoshiki.org has (2n - 1)² characters.");
  const clues = [];
  const less = [];
  [...text].forEach((character, k) => {
    const [r, c] = [Math.floor(k / side), k % side];
    const allowed = r % 2 ? (c % 2 ? "_" : "_^v") : c % 2 ? "_()" : "0123456789.";
    if (!allowed.includes(character)) refuse(`The string cannot have ${character} at ${k + 1}.`);
    const cell = (r >> 1) * n + (c >> 1);
    if (r % 2 === 0 && c % 2 === 0) clues.push(valueOf(character === "." ? "0" : character, n));
    else less.push(...lessOf({ "(": "<", ")": ">" }[character] ?? character, cell, n));
  });
  return { family: "futoshiki", n, clues, less: inOrderOf(less) };
}

function neighbourOf(cell, sign, n) {
  const isOff = { U: cell < n, D: cell >= n * (n - 1), L: cell % n === 0, R: cell % n === n - 1 }[sign];
  if (isOff) refuse("A sign of the game id leads off the grid.");
  return cell + { U: -n, D: n, L: -1, R: 1 }[sign];
}

// The size, once or twice, and then values and signs in turn; null if the text has anything else.
function readSource(text) {
  if (!/^\s*[0-9][\s0-9|<>^v-]*$/.test(text)) return null;
  const tokens = text.match(/[0-9]+|\S/g);
  const n = Number(tokens[0]);
  if (!isWhole(n, 2, LARGEST)) return null;
  const count = n * (2 * n - 1) + (n - 1) * (2 * n - 1);
  const header = tokens.length - count;
  if (header !== 1 && !(header === 2 && Number(tokens[1]) === n)) return null;
  const body = tokens.slice(header);
  const clues = [];
  const less = [];
  for (const r of range(2 * n - 1)) {
    const line = body.slice(r * (2 * n - 1), (r + 1) * (2 * n - 1));
    line.forEach((token, c) => {
      const isValue = r % 2 === 0 && c % 2 === 0;
      const allowed = isValue ? /^[0-9]+$/ : r % 2 === 0 ? /^[|<>]$/ : c % 2 === 0 ? /^[-^v]$/ : /^-$/;
      if (!allowed.test(token)) refuse(`Line ${r + 1} of the puzzle cannot have ${token.slice(0, 9)} as its part ${c + 1}.`);
      if (isValue) clues.push(valueOf(token, n));
      else less.push(...lessOf(token, (r >> 1) * n + (c >> 1), n));
    });
  }
  return { family: "futoshiki", n, clues, less: inOrderOf(less) };
}

function valueOf(token, n) {
  const value = Number(token);
  return value <= n ? value : refuse(`${token.slice(0, 9)} is above ${n}, the number of rows.`);
}

// The inequality of a sign behind or below a cell, in a list; none for other characters.
function lessOf(sign, cell, n) {
  const other = cell + ("<>".includes(sign) ? 1 : n);
  return { "<": [[cell, other]], "^": [[cell, other]], ">": [[other, cell]], v: [[other, cell]] }[sign] ?? [];
}

// Rows of values and blanks with signs between them, and lines of signs in which each stands below its cell. All rows
// must have their cells in the same columns, so that no sign can belong to another one.
function readGrid(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\ufeff/, "").split("\n").map((line) => line.trimEnd());
  const rows = [];
  const under = new Map();
  lines.forEach((line, number) => {
    if (!line) return;
    if (/^[ ^v]+$/.test(line)) {
      if (!rows.length || under.has(rows.length)) refuse(`Line ${number + 1} has signs that do not lie between two rows.`);
      under.set(rows.length, line);
    } else rows.push(rowOf(line, number));
  });
  const n = rows.length;
  if (!isWhole(n, 2, LARGEST)) refuse(NOT_READ);
  for (const { cells, number } of rows) {
    if (cells.length !== n) refuse(`Line ${number + 1} has ${cells.length} cells, and there are ${n} rows.`);
    if (cells.some(({ start, end }, c) => start !== rows[0].cells[c].start || end !== rows[0].cells[c].end)) {
      refuse(`The cells of line ${number + 1} do not stand below those of the first row.`);
    }
  }
  if (new Set(rows.flatMap(({ cells }) => cells.map(({ text: cell }) => (Number(cell) ? "" : cell)).filter(Boolean))).size > 1) {
    refuse("Blank cells must all be written in the same way.");
  }
  const bare = new Set();
  for (const r of range(n - 1)) {
    const step = rows[r + 1].number - rows[r].number;
    if (step > 2 || (under.has(r + 1) && step !== 2)) refuse(`There are too many lines between rows ${r + 1} and ${r + 2}.`);
    if (!under.has(r + 1)) bare.add(step);
  }
  if (bare.size > 1) refuse("A line between two rows is missing.");
  if (new Set(rows.flatMap(({ signs }) => signs.filter((sign) => " |".includes(sign)))).size > 1) {
    refuse("Where there is no sign, there must always be the same character.");
  }
  if (under.has(n)) refuse("There are signs below the last row.");
  const less = rows.flatMap(({ signs }, r) => signs.flatMap((sign, c) => lessOf(sign, r * n + c, n)));
  for (const [r, line] of under) {
    for (const { 0: sign, index } of line.matchAll(/[v^]/g)) {
      const c = rows[0].cells.findIndex(({ start, end }) => start <= index && index < end);
      if (c < 0) refuse(`A sign below row ${r} does not stand below a cell.`);
      less.push(...lessOf(sign, (r - 1) * n + c, n));
    }
  }
  if (new Set(less.map((pair) => [...pair].sort().join())).size < less.length) refuse("There are two signs below one cell.");
  const clues = rows.flatMap(({ cells }) => cells.map(({ text: cell }) => valueOf(/[0-9]/.test(cell) ? cell : "0", n)));
  return { family: "futoshiki", n, clues, less: inOrderOf(less) };
}

// The cells of a row, and the signs behind each but the last one.
function rowOf(line, number) {
  const wrong = () => refuse(`Line ${number + 1} is not a row: values or dots, with a sign or a blank between them.`);
  const cells = Array.from(line.matchAll(/[0-9]+|[._·]/g), ({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
  if (!cells.length || line.slice(0, cells[0].start).trim() || cells[cells.length - 1].end < line.length) wrong();
  const signs = cells.slice(1).map(({ start }, k) => {
    const [, sign] = /^ ?([ |<>]) ?$/.exec(line.slice(cells[k].end, start)) ?? wrong();
    return sign;
  });
  return { cells, signs, number };
}

// A Sudoku in one run of characters, or in rows, with or without the lines of a frame.
function readSudoku(text) {
  const lines = text.split("\n").filter((line) => line.trim() && !/^[-+=|\s]*[-+=][-+=|\s]*$/.test(line));
  const words = lines.map((line) => line.replaceAll("|", " ").split(/\s+/).filter(Boolean));
  const rows = words.map((each) => (each.length < 10 ? [...each.join("")] : each));
  const cells = rows.flat();
  const n = Math.sqrt(cells.length);
  if (!isWhole(n, 4, LARGEST) || !boxOf(n)) refuse(NOT_READ);
  const isSquare = rows.length === n && rows.every((row) => row.length === n);
  // With a blank line below every row it would be a Futoshiki without signs.
  const isApart = text.split(/\n[^\S\n]*\n/).length >= n;
  const isClose = /^[|]?\s*[^|\s]\s*[^|\s]/.test(lines[0].trim());
  if (rows.length === 1 ? words[0].length > 1 : !isSquare || isApart || !isClose) refuse(NOT_READ);
  if (rows.length === 1 && /^(?!(?:.{4})*[.0]{4})(?:[1.0][2.0][3.0][4.0]){16}$/.test(cells.join(""))) {
    refuse("This seems to be a list of the candidates of 4 x 4 cells: write one character for each cell.");
  }
  const isBare = !text.includes("|") && words.every((row) => row.length === n);
  if (isBare) refuse("This may be a Sudoku or a Latin square: write a Sudoku without blanks between its cells.");
  const blanks = new Set(cells.filter((cell) => /^[._*0xX-]$/.test(cell)).map((cell) => cell.toUpperCase()));
  if (n > 9 && blanks.size > 1 && (blanks.has("0") || blanks.has("X"))) refuse(NOT_READ);
  const clues = cells.map((cell) => (blanks.has(cell.toUpperCase()) ? 0 : Number(cell)));
  if (!clues.every((value) => isWhole(value, 0, n))) refuse(NOT_READ);
  return { family: "sudoku", n, clues, less: [], regions: regionsOf(n) };
}

function readJson(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch {
    refuse("This is not JSON.");
  }
  const family = Object.hasOwn(FAMILY_OF, fields?.family) ? FAMILY_OF[fields.family] : refuse(NOT_READ);
  const keys = ["schema", "family", ...KEYS_OF[family]];
  const others = ["latin", "sudoku"].includes(family) ? RULE_KEYS : [];
  for (const key of [...keys, ...Object.keys(fields)]) {
    if (![...keys, ...others].includes(key)) refuse(`The key "${key.slice(0, 20)}" is not known.`);
    if (text.split(`"${key}"`).length !== 2) refuse(`The puzzle needs the key "${key}" once.`);
  }
  if (fields.schema !== 1) refuse("The schema of the puzzle must be 1.");
  if (/[0-9][.eE]/.test(text)) refuse("The numbers of a puzzle are whole.");
  return family === "kakuro" ? kakuroOf(entriesOf(fields.rows)) : readSquare(family, fields);
}

export function readSquare(family, fields) {
  const n = sideOf(fields.n);
  const grid = (rows) => {
    const isGrid = Array.isArray(rows) && rows.length === n && rows.every((row) => Array.isArray(row) && row.length === n);
    return isGrid ? rows.flat() : refuse(`The puzzle needs ${n} rows of ${n} numbers.`);
  };
  const clues = grid(fields.clues);
  if (!clues.every((value) => isWhole(value, 0, n))) refuse(`The numbers of the puzzle are 0 to ${n}.`);
  const less = pairsOf(fields.inequalities ?? [], n);
  const regions = family === "sudoku" ? numbered(grid(fields.regions), n) : null;
  const boxes = regions ? range(n).map((region) => range(n * n).filter((cell) => regions[cell] === region)) : [];
  return {
    ...{ family, n, clues, less },
    ...(family === "adjacent" ? { bars: barsOf(fields.bars, n) } : {}),
    ...(regions ? { regions } : {}),
    ...readRules(fields, n, boxes),
  };
}

// Regions with numbers in the order in which they begin, each with n cells.
function numbered(regions, n) {
  const names = [...new Set(regions)];
  const isEven = names.every((name) => isWhole(name, -MOST_TOTAL, MOST_TOTAL) && regions.filter((each) => each === name).length === n);
  return isEven ? regions.map((name) => names.indexOf(name)) : refuse(`Each of ${n} regions needs ${n} cells.`);
}

// The rows of a Kakuro as JSON has them.
function entriesOf(rows) {
  const isEntry = (entry) =>
    entry === null || isWhole(entry, 0, 9) || (Array.isArray(entry) && entry.length === 2 && entry.every((total) => isWhole(total, 0, MOST_TOTAL)));
  const isRow = (row) => Array.isArray(row) && row.length === rows[0].length && row.every(isEntry);
  if (!Array.isArray(rows) || !rows.length || !rows.every(isRow)) refuse("A Kakuro has rows of null, digits and pairs of totals.");
  sideOf(rows.length);
  sideOf(rows[0].length);
  return rows;
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
