// What is shown when a puzzle is solved.
import { byId } from "./desk.js";
import { levelName, nameOf } from "./naming.js";
import { tr } from "./speech.js";

export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

const hintsOf = (count) => (count ? tr("hints: {count}", { count }) : tr("without a hint"));

// What is shared: a line to read, and the puzzle in a line that can be pasted into a page like this one.
export function resultOf(puzzle, { seconds, hints }) {
  const puzzled = [nameOf(puzzle), levelName(puzzle.level)].filter(Boolean).join(", ");
  const said = tr("{puzzle}: solved in {time}, {hints}.", { puzzle: puzzled, time: clock(seconds), hints: hintsOf(hints) });
  return `${said}\n${puzzle.line}`;
}

// Fill the card of a game that has ended; `after` are the recipes of further puzzles, `hasMore` is whether the page has a
// puzzle that is still open.
export function showEnd(puzzle, game, history, after, hasMore) {
  byId("end-name").textContent = tr(game.isShown ? "The solution" : "Solved!");
  const best = history.best(puzzle);
  const days = history.streak();
  const stats = game.isShown
    ? []
    : [
        [clock(game.seconds), hintsOf(game.hints)],
        ...(Number.isFinite(best) ? [[clock(best), tr("your best time")]] : []),
        [days, tr(days === 1 ? "day in a row" : "days in a row")],
      ];
  byId("end-stats").replaceChildren(
    ...stats.map(([value, label]) => {
      const [box, dt, dd] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
      dd.textContent = value;
      dt.textContent = label;
      box.append(dt, dd);
      return box;
    }),
  );
  const { same, harder } = after;
  byId("next").hidden = !same && !hasMore;
  byId("next").textContent = tr(hasMore ? "Next" : "Another puzzle");
  byId("result").hidden = game.isShown;
  byId("harder").hidden = !harder;
  byId("harder").textContent = harder ? tr("One step up: {level}", { level: levelName(harder.level) }) : "";
}
