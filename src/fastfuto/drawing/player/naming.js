// What puzzles, levels and times are called in the language of the page.
import { tr, variantOf } from "./speech.js";

// The family is translated, and the size and the names of further rules follow it.
export function nameOf({ name, units = [] }) {
  const isJigsaw = units.some(([kind]) => kind === "region");
  const own = name.replace(/^\D+(?= \d)/, (family) => tr(isJigsaw ? "Jigsaw" : family)).replace(" x ", " × ");
  return own.replace(/\((.*)\)/, (_, rules) => `(${rules.split(", ").map((rule) => variantOf(rule)[0]).join(", ")})`);
}

// No rule of the package finds the solution of a puzzle of the last level.
export const levelName = (level) => tr(level === "search" ? "only by trial and error" : level);

// The data of a puzzle has an English estimate.
export function estimateOf(time) {
  const [count] = /[0-9]+/.exec(time) ?? [];
  return tr(count ? time.replace(count, "{count}") : time, { count });
}
