// The engines: how they are opened, what they are asked about the position on the board, and what is said then.
import { byId } from "./desk.js";
import { openModule } from "./module.js";
import { range, wrongEntries } from "./rules.js";

export const NO_ENGINES = "This browser does not support WebAssembly, so there are no hints and no new puzzles.";
const NO_SOLUTION = "This puzzle has no solution, so there are no hints.";

// The engines that the page brings along, or null in a browser that cannot run them.
export async function openEngines() {
  const textOf = (id) => byId(id).textContent;
  await painted();
  return openModule(textOf("worker"), textOf("engine"), JSON.parse(textOf("tables")));
}

// Until the page is to be seen; one in the background, which is not drawn, does not wait longer than a second.
function painted() {
  return new Promise((resolve) => {
    window.requestAnimationFrame(() => window.setTimeout(resolve));
    window.setTimeout(resolve, 1000);
  });
}

// Ask the engines about the position; null if it has changed by then, or there is no answer.
export async function ask(page, act, more) {
  const number = ++page.asked;
  const { entries } = page.game.state;
  const puzzle = page.puzzle.data;
  await page.connected;
  const answer = page.engines ? await page.engines.ask({ do: act, puzzle, entries, ...more }) : { error: NO_ENGINES };
  if (number !== page.asked) return null;
  if (answer.error) page.say(answer.error);
  return answer.error ? null : answer;
}

export async function check(page) {
  const { entries } = page.game.state;
  if (page.game.isSolved) page.say("Solved: everything is right.");
  else if (!entries.some(Boolean)) page.say("There are no entries yet.");
  else if (wrongEntries(page.puzzle, entries).length) {
    page.wrong = new Set(wrongEntries(page.puzzle, entries));
    page.show();
    page.say(page.wrong.size === 1 ? "One entry is wrong." : "Wrong entries: {count}.", { count: page.wrong.size });
  } else if (page.puzzle.solution) page.say("Everything is right so far.");
  else if (!page.engines) page.say("No rule is broken so far.");
  else {
    const answer = await ask(page, "solve", { limit: 2 });
    if (!answer) return;
    page.say(answer.count ? "There is still a solution." : "Something is wrong: there is no solution any more.");
  }
}

export async function checkUnique(page) {
  const answer = await ask(page, "solve", { limit: 2 });
  const said = ["No solution from here.", "Exactly one solution from here.", "At least two solutions from here."];
  if (answer) page.say(said[answer.count]);
}

export async function showSolution(page) {
  const { given, solution } = page.puzzle;
  let answer = solution ? { solution } : await ask(page, "solve", { limit: 1 });
  // What was entered may be wrong: then it goes.
  if (answer && !answer.solution) answer = await ask(page, "solve", { limit: 1, entries: given.map(() => 0) });
  if (!answer) return;
  if (!answer.solution) page.say("There is no solution.");
  else if (page.game.show(answer.solution)) page.changed();
}

// Show the clues that contradict each other in a puzzle without a solution.
export async function showClash(page) {
  const number = ++page.asked;
  await page.connected;
  const cells = page.engines ? await clashOf(page) : [];
  if (number !== page.asked) return;
  page.wrong = new Set(cells);
  page.show();
  page.say(cells.length ? "This puzzle has no solution: the marked clues contradict each other." : NO_SOLUTION);
}

// The cells of clues and signs that leave no solution: each clue is taken away if there is still none without it.
async function clashOf({ engines, puzzle: { data, count } }) {
  let { given, less } = data;
  const entries = range(count).map(() => 0);
  const isStill = async (change) => {
    const puzzle = { ...data, given, less, ...change };
    return (await engines.ask({ do: "solve", puzzle, entries, limit: 1 })).count === 0;
  };
  for (const cell of range(count)) {
    const fewer = `${given.slice(0, cell)}0${given.slice(cell + 1)}`;
    if (fewer !== given && (await isStill({ given: fewer }))) given = fewer;
  }
  for (const pair of less) {
    const fewer = less.filter((each) => each !== pair);
    if (await isStill({ less: fewer })) less = fewer;
  }
  return [...range(count).filter((cell) => given[cell] !== "0"), ...less.flat()];
}
