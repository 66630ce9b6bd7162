// Where things are on the board, in units of which a cell has 40.
import { COLOURS, tintOf } from "./game.js";
import { columnOf, range, rowOf, valuesOf } from "./rules.js";
import { tr } from "./speech.js";

export const SIDE = 40;
// Before the first cell stand the numbers of rows and columns.
export const LEAD = 15;
const END = 4;
const GAP = 1.26;

// The units whose cells are tinted, with their names.
const TINTED = { diagonal: "diagonal {number}", window: "window {number}" };
const tintedUnits = ({ data }) => data.units.filter(([kind]) => Object.hasOwn(TINTED, kind));
export const tintedOf = (puzzle) => new Set(tintedUnits(puzzle).flatMap(([, , cells]) => cells));

// From one cell to the next: signs may stand between cells.
const pitchOf = (puzzle) => (puzzle.gaps ? GAP : 1) * SIDE;

export function extentOf(puzzle) {
  const pitch = pitchOf(puzzle);
  const length = (count) => LEAD + (count - 1) * pitch + SIDE + END;
  return { width: length(puzzle.columns), height: length(puzzle.rows) };
}

export function cornerOf(puzzle, place) {
  const pitch = pitchOf(puzzle);
  return {
    x: LEAD + (place % puzzle.columns) * pitch,
    y: LEAD + Math.floor(place / puzzle.columns) * pitch,
  };
}

// The greatest size of marks, 38 % of that of entries.
const MARK = 8.6;

// The places of marks in the corners of a cell, each value always in the same one: relative to the cell's corner.
export function spotsOf(puzzle) {
  const { n, gaps, less } = puzzle;
  // Signs between cells without gaps take a part of the cells, and so do the totals of cages, which are above the marks.
  const hasTotals = cagesOf(puzzle).length > 0;
  const room = !gaps && (less.length || hasTotals) ? 27 : 34;
  const columns = Math.ceil(Math.sqrt(n));
  const rows = Math.ceil(n / columns);
  const size = Math.min(MARK, (0.86 * room) / rows, (n > 9 ? 0.68 : 0.92) * (room / columns));
  return range(n).map((k) => ({
    x: 20 + ((k % columns) - (columns - 1) / 2) * (room / columns),
    y: (hasTotals ? 23 : 20) + (Math.floor(k / columns) - (rows - 1) / 2) * (room / rows),
    size,
  }));
}

// A sign between neighbours: its lines, and the middle between the cells.
export function signOf(puzzle, [lesser, greater]) {
  const a = cornerOf(puzzle, puzzle.places[lesser]);
  const b = cornerOf(puzzle, puzzle.places[greater]);
  const x = (a.x + b.x) / 2 + SIDE / 2;
  const y = (a.y + b.y) / 2 + SIDE / 2;
  const dx = Math.sign(b.x - a.x);
  const dy = Math.sign(b.y - a.y);
  const point = (along, across) => `${x + along * dx - across * dy} ${y + along * dy + across * dx}`;
  return { x, y, path: `M${point(3, -5)}L${point(-3, 0)}L${point(3, 5)}` };
}

// A bar between neighbours.
export function barOf(puzzle, [one, other]) {
  const a = cornerOf(puzzle, puzzle.places[Math.min(one, other)]);
  const isBeside = Math.abs(one - other) === 1;
  const half = ((1 + GAP) * SIDE) / 2;
  return isBeside ? `M${a.x + half} ${a.y + 6}v28` : `M${a.x + 6} ${a.y + half}h28`;
}

// The lines between regions and around the grid, as one path.
export function wallsOf(puzzle) {
  if (puzzle.gaps) return "";
  const { rows, columns } = puzzle;
  const { x, y } = cornerOf(puzzle, 0);
  const parts = [`M${x} ${y}h${columns * SIDE}v${rows * SIDE}h${-columns * SIDE}z`];
  for (const place of puzzle.regions ? range(rows * columns) : []) {
    const corner = cornerOf(puzzle, place);
    const isOther = (step) => puzzle.regions[place] !== puzzle.regions[place + step];
    if ((place + 1) % columns && isOther(1)) parts.push(`M${corner.x + SIDE} ${corner.y}v${SIDE}`);
    if (place + columns < rows * columns && isOther(columns)) parts.push(`M${corner.x} ${corner.y + SIDE}h${SIDE}`);
  }
  return parts.join("");
}

// The cells that sums name within a square; those of a Kakuro have their totals in black cells.
export const cagesOf = ({ square, sums }) => (square ? sums : []);

const INSET = 2.6;

// The outline of a cage: for each side of a cell without a neighbour in it, a line that reaches to the lines beside it.
export function outlineOf(puzzle, { cells }) {
  const inside = new Set(cells.map((cell) => puzzle.cells[cell].join()));
  const parts = [];
  for (const cell of cells) {
    const [r, c] = puzzle.cells[cell];
    const { x, y } = cornerOf(puzzle, puzzle.places[cell]);
    for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      if (inside.has([r + down, c + right].join())) continue;
      const [from, to] = [-1, 1].map((side) => {
        const near = down ? [r, c + side] : [r + side, c];
        const isOpen = inside.has(near.join());
        const isCorner = isOpen && inside.has([near[0] + down, near[1] + right].join());
        return SIDE / 2 + side * (SIDE / 2 - INSET + INSET * isOpen + INSET * isCorner);
      });
      const across = SIDE / 2 + (down + right) * (SIDE / 2 - INSET);
      parts.push(down ? `M${x + from} ${y + across}H${x + to}` : `M${x + across} ${y + from}V${y + to}`);
    }
  }
  return parts.join("");
}

// The cell that an arrow key leads to: the next one in this direction, over black cells.
export function neighbourOf(puzzle, cell, [down, right]) {
  let r = rowOf(puzzle, cell) + down;
  let c = columnOf(puzzle, cell) + right;
  for (; r >= 0 && r < puzzle.rows && c >= 0 && c < puzzle.columns; r += down, c += right) {
    const other = puzzle.places.indexOf(r * puzzle.columns + c);
    if (other >= 0) return other;
  }
  return cell;
}

// The inequality between a cell and its neighbour in a direction, -1 if there is none.
export function signTowards(puzzle, cell, direction) {
  const other = neighbourOf(puzzle, cell, direction);
  return puzzle.less.findIndex(([a, b]) => (a === cell && b === other) || (a === other && b === cell));
}

// What a cell is called for those who cannot see it.
export function describeCell(puzzle, cell, { state, known, conflicts }) {
  const words = [tr("Row {row}, column {column}", { row: rowOf(puzzle, cell) + 1, column: columnOf(puzzle, cell) + 1 })];
  const value = known[cell];
  words.push(puzzle.given[cell] ? tr("clue {value}", { value }) : value ? String(value) : tr("empty"));
  for (const [kind, name] of value ? [] : [["corner", tr("marks")], ["centre", tr("notes")]]) {
    const said = (each) => {
      const tint = kind === "corner" && tintOf(puzzle, state, cell, each);
      return tint ? `${each} ${tr(COLOURS[tint - 1])}` : each;
    };
    if (state[kind][cell]) words.push(`${name} ${valuesOf(state[kind][cell]).map(said).join(" ")}`);
  }
  const sides = { "0 1": "the cell to the right", "0 -1": "the cell to the left", "1 0": "the cell below", "-1 0": "the cell above" };
  const sideOf = (other) => tr(sides[`${rowOf(puzzle, other) - rowOf(puzzle, cell)} ${columnOf(puzzle, other) - columnOf(puzzle, cell)}`]);
  puzzle.less.forEach(([a, b], number) => {
    if (a !== cell && b !== cell) return;
    const other = a === cell ? b : a;
    words.push(tr(a === cell ? "less than {side}" : "greater than {side}", { side: sideOf(other) }));
    if (state.grey[number]) words.push(tr("sign greyed out"));
  });
  for (const [a, b] of puzzle.bars ?? []) {
    if (a !== cell && b !== cell) continue;
    const other = a === cell ? b : a;
    words.push(tr("bar towards {side}", { side: sideOf(other) }));
  }
  if (state.colour[cell]) words.push(tr(COLOURS[state.colour[cell] - 1]));
  const sum = puzzle.square ? "in a cage of total {total}" : "in a run of total {total}";
  for (const { cells, total } of puzzle.sums) if (cells.includes(cell)) words.push(tr(sum, { total }));
  for (const [kind, number, cells] of tintedUnits(puzzle)) if (cells.includes(cell)) words.push(tr(TINTED[kind], { number }));
  if (puzzle.even?.includes(cell)) words.push(tr("even number"));
  if (puzzle.odd?.includes(cell)) words.push(tr("odd number"));
  if (conflicts.has(cell)) words.push(tr("breaks a rule"));
  return words.join(", ");
}
