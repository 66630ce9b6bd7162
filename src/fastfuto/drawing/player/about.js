// What is written about a puzzle: its name, its level, its rules and notes.
import { byId, LEVELS } from "./desk.js";
import { estimateOf, levelName, nameOf } from "./naming.js";
import { tr } from "./speech.js";
import { rulesOf } from "./teach.js";

const NOTES = {
  none: "This puzzle has no solution. You can still play it.",
  several: "This puzzle has several solutions. Hints and checks for mistakes use only the rules.",
  unknown: "It is not known how many solutions this puzzle has. Hints and checks for mistakes use only the rules.",
};

export function showAbout({ puzzle, draft, history, shelf, engines }) {
  const { name, level, time, id, seed, solutions } = puzzle;
  byId("name").textContent = nameOf(puzzle);
  byId("about").textContent = levelName(level);
  byId("estimate").textContent = estimateOf(time);
  byId("printed").textContent = id;
  const rank = LEVELS.indexOf(level);
  byId("dots").replaceChildren(
    ...(rank < 0 ? [] : LEVELS.slice(0, -1)).map((_, k) => {
      const dot = document.createElement("i");
      dot.className = k <= rank ? "on" : "";
      return dot;
    }),
  );
  byId("seed").textContent = [tr("Puzzle {id}.", { id }), seed && tr("Made with the seed {seed}.", { seed })].filter(Boolean).join(" ");
  byId("note").textContent = draft ? "" : tr(NOTES[solutions] ?? "");
  const rules = rulesOf(puzzle);
  byId("rule").textContent = rules.join(" ");
  byId("rule").hidden = history.knows(name);
  byId("rules").replaceChildren(
    ...rules.map((rule) => {
      const item = document.createElement("li");
      item.textContent = rule;
      return item;
    }),
  );
  byId("forget").hidden = !shelf.has(id);
  byId("unique").hidden = !engines;
  byId("solution").hidden = Boolean(draft) || !engines && solutions !== "one";
}
