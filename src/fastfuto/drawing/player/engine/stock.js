// The puzzles that the page brings along, as tables.py writes them. Each has many disguises: it is turned or mirrored, and
// its values change places where a rule does not look at their order.
import { boxOf } from "./made.js";
import { range } from "./model.js";
import { kakuroOf, readCompact, readNumbers, readSquare } from "./reading.js";

const ORDERED = ["non-consecutive", "killer", "even-odd"];
const FIRST_CAGE = 48;

// The puzzle that a number chooses from texts.
export function stocked(kind, n, texts, number) {
  let rest = number;
  const below = (count) => {
    const chosen = Number(rest % BigInt(count));
    rest /= BigInt(count);
    return chosen;
  };
  if (kind === "kakuro") {
    const isTurned = below(2) === 1;
    const puzzle = readCompact(n, n, texts[below(texts.length)]);
    return isTurned ? kakuroOf(transposed(puzzle.rows)) : puzzle;
  }
  const text = texts[below(texts.length)];
  const [height, width] = boxOf(n);
  const way = below(kind === "jigsaw" || height === width ? 8 : 4);
  return variantFrom(kind, n, text, way, ORDERED.includes(kind) ? 0 : below(n));
}

// The rows of a Kakuro mirrored at the diagonal, where totals down become totals to the right.
const transposed = (rows) =>
  rows[0].map((_, c) => rows.map((row) => (Array.isArray(row[c]) ? [row[c][1], row[c][0]] : row[c])));

// A variant of Sudoku, mirrored in one of eight ways, with a number added to its values, of which n is followed by 1.
function variantFrom(kind, n, text, way, added) {
  const [numbers, signs = "", totals = ""] = text.split(" ");
  const placeOf = (cell) => {
    const [row, column] = [Math.floor(cell / n), cell % n];
    const at = [way & 1 ? n - 1 - row : row, way & 2 ? n - 1 - column : column];
    return way & 4 ? at.reverse() : at;
  };
  const grid = (values) => {
    const rows = range(n).map(() => []);
    values.forEach((value, cell) => {
      const [r, c] = placeOf(cell);
      rows[r][c] = value;
    });
    return rows;
  };
  const { clues, regions } = readNumbers(n, numbers);
  const where = (sign) => range(n * n).filter((cell) => signs[cell] === sign).map(placeOf);
  return readSquare("sudoku", {
    n,
    clues: grid(clues.map((value) => value && ((value - 1 + added) % n) + 1)),
    regions: grid(kind === "jigsaw" ? Array.from(signs, Number) : regions),
    rules: signs ? [] : [kind],
    cages: totals.split(",").filter(Boolean).map((total, k) => ({ cells: where(String.fromCharCode(FIRST_CAGE + k)), total: Number(total) })),
    ...(kind === "even-odd" ? { even: where("e"), odd: where("o") } : {}),
  });
}
