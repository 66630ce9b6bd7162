// The rules of each family, in words and as a puzzle with its solution.
import { Board } from "./board.js";
import { emptyState } from "./game.js";
import { NO_PICTURE } from "./picture.js";
import { range, readPuzzle, readValues } from "./rules.js";
import { tr, variantOf } from "./speech.js";

// Small puzzles with exactly one solution.
const EXAMPLES = {
  futoshiki: {
    ...{ rows: 4, columns: 4, n: 4, square: true, gaps: true, given: "0000300000000000", solution: "2143341212344321" },
    less: [[6, 7], [1, 5], [8, 9], [10, 11], [14, 13]],
  },
  adjacent: {
    ...{ rows: 3, columns: 3, n: 3, square: true, gaps: true, given: "010000000", solution: "213132321", less: [] },
    bars: [[0, 1], [4, 5], [6, 7], [7, 8], [0, 3], [2, 5], [4, 7], [5, 8]],
    relations: [
      ...[[0, 1, 0], [1, 2, 1], [3, 4, 1], [4, 5, 0], [6, 7, 0], [7, 8, 0]],
      ...[[0, 3, 0], [1, 4, 1], [2, 5, 0], [3, 6, 1], [4, 7, 0], [5, 8, 0]],
    ],
    tables: [[2, 5, 2], [5, 2, 5]],
  },
  latin: { rows: 3, columns: 3, n: 3, square: true, given: "200030000", solution: "213132321", less: [] },
  sudoku: {
    ...{ rows: 4, columns: 4, n: 4, square: true, given: "0000100000403001", solution: "4312123421433421", less: [] },
    regions: [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3],
  },
  kakuro: {
    ...{ rows: 3, columns: 3, n: 9, given: "0000", solution: "1297", less: [], places: [4, 5, 7, 8] },
    totals: [[1, 10, 0], [2, 9, 0], [3, 0, 3], [6, 0, 16]],
  },
};

export const exampleOf = (family) => {
  const blank = { id: "00000000", family, name: "", level: "", time: "", line: "", solutions: "one", units: [], sums: [] };
  return { ...blank, ...(EXAMPLES[family] ?? EXAMPLES.latin) };
};

export function rulesOf({ family, n, less, regions, rules = [] }) {
  if (family === "kakuro") {
    return [
      tr("Fill the empty cells with digits from 1 to 9."),
      tr("The digits in each run are all different and add up to the number in the black cell before it."),
    ];
  }
  const lines = regions
    ? "Each row, each column and each outlined region contains every number from 1 to {n} exactly once."
    : "Each row and each column contains every number from 1 to {n} exactly once.";
  return [
    tr(lines, { n }),
    ...(less.length || family === "futoshiki" ? [tr("A sign between two cells points to the smaller number.")] : []),
    ...(family === "adjacent"
      ? [tr("A bar between two cells means that their numbers differ by 1. Without a bar, neighbours never differ by 1.")]
      : []),
    ...rules.map((rule) => variantOf(rule)[1]),
  ];
}

// Draw the example of a family, as a puzzle or solved.
export function drawExample(svg, family, isSolved) {
  const puzzle = readPuzzle(exampleOf(family));
  const board = new Board(svg, puzzle);
  const entries = readValues(puzzle.data.solution).map((value, cell) => (isSolved && !puzzle.given[cell] ? value : 0));
  const none = new Set();
  board.show({
    ...{ state: { ...emptyState(puzzle), entries }, known: puzzle.given.map((value, cell) => value || entries[cell]) },
    ...{ conflicts: none, selected: none, current: -1, peers: none, equal: 0, picture: NO_PICTURE },
  });
  asPicture(svg, isSolved ? tr("Solved: {rows}", { rows: textOf(puzzle, puzzle.solution) }) : tr("A puzzle"));
}

// Make a board a picture, in which nothing can be reached.
export function asPicture(svg, label) {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  for (const part of svg.querySelectorAll("*")) {
    for (const { name } of [...part.attributes]) if (/^(role|tabindex|aria-|data-)/.test(name)) part.removeAttribute(name);
  }
}

const textOf = ({ rows, columns, places }, solution) =>
  range(rows)
    .map((r) => range(columns).map((c) => solution[places.indexOf(r * columns + c)] ?? "").join(" ").trim())
    .filter(Boolean)
    .join(", ");
