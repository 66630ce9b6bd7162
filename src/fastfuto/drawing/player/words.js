// Steps in words, in four degrees: where to look, which technique, what it rests on, and everything.
import { cellName, columnOf, rowOf, spanName } from "./rules.js";

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const numberWord = (count) => NUMBERS[count] ?? String(count);

function listed(words, joint = "and") {
  const all = [...words];
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} ${joint} ${all[all.length - 1]}`;
}

// A capital letter at the beginning, unless the sentence begins with the name of a cell.
const sentence = (words) => (/^r\d+c\d/.test(words) ? words : words[0].toUpperCase() + words.slice(1));

export function stepText(puzzle, step, degree) {
  if (step.texts) return step.texts[degree];
  if (degree === 0) return `Look at ${whereToLook(puzzle, step)}.`;
  if (degree === 1) return `${withArticle(step.technique)} is here: look at ${whereToLook(puzzle, step)}.`;
  const premise = premiseOf(puzzle, step);
  const conclusion = degree === 2 ? "" : conclusionOf(puzzle, step);
  if (!conclusion) return sentence(`${premise}.`);
  return sentence(`${premise}${step.technique === "full house" ? ". So " : ", so "}${conclusion}.`);
}

function whereToLook(puzzle, step) {
  if (step.sums.length) return sumName(puzzle, puzzle.sums[step.sums[0]]);
  if (step.lines.length) return puzzle.lines[step.lines[0]];
  const cells = step.cells.length > 4 ? step.cells.slice(0, 2) : step.cells;
  return listed(cells.map((cell) => cellName(puzzle, cell)));
}

function withArticle(name) {
  if (/(candidates|combinations|bounds)$/.test(name) && !name.startsWith("asc")) return `A case of ${name}`;
  return `${/^[aeiox]/.test(name) ? "An" : "A"} ${name}`;
}

function sumName(puzzle, { cells }) {
  if (!cells.length) return "a run without cells";
  const steps = (rowStep, columnStep) =>
    cells.every(
      (cell, k) =>
        rowOf(puzzle, cell) === rowOf(puzzle, cells[0]) + k * rowStep &&
        columnOf(puzzle, cell) === columnOf(puzzle, cells[0]) + k * columnStep,
    );
  if (steps(0, 1) || steps(1, 0)) return `the run ${spanName(puzzle, cells)}`;
  return listed(cells.map((cell) => cellName(puzzle, cell)));
}

function premiseOf(puzzle, step) {
  const { technique, cells, values, lines } = step;
  const named = listed(cells.map((cell) => cellName(puzzle, cell)));
  const line = lines.length ? puzzle.lines[lines[0]] : "";
  if (technique === "full house") return `only ${named} is empty in ${line}, and ${step.placed[0][1]} is missing`;
  if (technique === "naked single") return `${named} has no candidate left but ${values[0]}`;
  if (technique === "hidden single") return `in ${line} only ${named} can be ${values[0]}`;
  if (step.less.length) return climbing(puzzle, step);
  if (technique === "run combinations") return addingUp(puzzle, step);
  if (technique.startsWith("naked")) return `in ${line} ${named} can only hold ${listed(values)}`;
  if (technique.startsWith("hidden")) return `in ${line} only ${named} can hold ${listed(values)}`;
  if (technique === "mistake") {
    return step.removed.length ? `the ${values[0]} in ${named} is wrong` : `the marks of ${named} leave out what it must be`;
  }
  return brokenPremise(puzzle, step, line, named);
}

function brokenPremise(puzzle, step, line, named) {
  if (step.sums.length) {
    const sum = puzzle.sums[step.sums[0]];
    return `${sumName(puzzle, sum)} cannot have total ${sum.total}`;
  }
  if (step.cells.length && line) return `in ${line} ${named} have too few values between them`;
  if (step.cells.length) return `${named} has no value left`;
  return `${line} has no place left for ${step.values[0]}`;
}

function climbing(puzzle, step) {
  const { cells, values, less, removed } = step;
  const signs = cells.map((cell) => cellName(puzzle, cell)).join(" < ");
  const lost = new Map(removed);
  if (less.length === 1) {
    const [[lesser, greater]] = less;
    if (lost.size !== 1) return signs;
    if (lost.has(lesser)) return `${signs} and ${cellName(puzzle, greater)} is at most ${lost.get(lesser)[0]}`;
    return `${signs} and ${cellName(puzzle, lesser)} is at least ${lost.get(greater).at(-1)}`;
  }
  const said = `${signs}: ${numberWord(cells.length)} cells climb`;
  if (step.technique === "ascending chain" || !values.length) return said;
  const [least, greatest] = values;
  const top = cells.length - 1;
  const ends = [];
  if (removed.some(([cell, gone]) => gone[0] < least + cells.indexOf(cell))) ends.push(`from at least ${least}`);
  if (removed.some(([cell, gone]) => gone.at(-1) > greatest - top + cells.indexOf(cell))) ends.push(`to at most ${greatest}`);
  return `${said} ${ends.join(" ")}`;
}

function addingUp(puzzle, step) {
  const { cells, total } = puzzle.sums[step.sums[0]];
  const named = sumName(puzzle, puzzle.sums[step.sums[0]]);
  if (cells.length === 1) return `${named} is one cell with total ${total}`;
  const said = `${named} ${named.startsWith("the run") ? "has" : "have"} total ${total}`;
  if (step.cells.length === 1) return `${said}, and only ${cellName(puzzle, step.cells[0])} is empty`;
  const digits = listed(step.values);
  if (step.cells.length === cells.length) {
    return `${said}, which ${numberWord(cells.length)} different numbers make only from ${digits}`;
  }
  return `${said}, and only ${digits} can complete it`;
}

function conclusionOf(puzzle, step) {
  const { technique, removed } = step;
  if (technique === "mistake") return "";
  if (technique === "run combinations" && step.cells.length === 1) {
    return `${cellName(puzzle, step.cells[0])} can only be ${step.values[0]}`;
  }
  const said = step.placed.map(([cell, value]) => `${cellName(puzzle, cell)} is ${value}`);
  if (step.less.length) {
    for (const [cell, values] of removed) said.push(boundText(puzzle, step, cell, values));
  } else {
    // What loses the same values is named together.
    const same = new Map();
    for (const [cell, values] of removed) {
      const key = listed(values, "or");
      same.set(key, [...(same.get(key) ?? []), cellName(puzzle, cell)]);
    }
    for (const [values, cells] of same) said.push(`${listed(cells)} ${cells.length === 1 ? "is" : "are"} not ${values}`);
  }
  return said.length < 3 ? listed(said) : `${said.slice(0, -1).join(", ")}, and ${said.at(-1)}`;
}

function boundText(puzzle, step, cell, values) {
  const name = cellName(puzzle, cell);
  if (step.values.length) {
    const k = step.cells.indexOf(cell);
    const least = step.values[0] + k;
    const greatest = step.values[1] - step.cells.length + 1 + k;
    const said = [];
    if (values[0] < least) said.push(`at least ${least}`);
    if (values.at(-1) > greatest) said.push(`at most ${greatest}`);
    return `${name} is ${listed(said)}`;
  }
  if (!step.less.some(([lesser]) => lesser === cell)) return `${name} is at least ${values.at(-1) + 1}`;
  if (!step.less.some(([, greater]) => greater === cell)) return `${name} is at most ${values[0] - 1}`;
  return `${name} is not ${listed(values, "or")}`;
}
