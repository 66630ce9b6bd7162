// Links that carry a position: behind the # the id of the puzzle, its entries and a sum that shows slips.
import { readValues, writeValues } from "./rules.js";

export const writeLink = (puzzle, entries) => {
  const body = `${puzzle.id}.${writeValues(entries)}`;
  return `${body}.${checkSum(body)}`;
};

// The number of the puzzle and the entries; an error if it is something else, null if there is nothing.
export function readLink(hash, puzzles) {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  const [, body, id, written, sum] = /^(([0-9a-f]{8})\.([0-9a-p]{1,625}))\.([0-9a-z]{1,7})$/.exec(text) ?? [];
  if (!body || checkSum(body) !== sum) return { error: "The link is damaged, so its entries were left out." };
  const number = puzzles.findIndex((puzzle) => puzzle.id === id);
  if (number < 0) return { error: "The link belongs to a puzzle that is not on this page." };
  const puzzle = puzzles[number];
  const entries = readValues(written);
  const fits =
    entries.length === puzzle.count &&
    entries.every((value, cell) => value <= puzzle.n && !(value && puzzle.given[cell]));
  return fits ? { number, entries } : { error: "The entries of the link do not fit the puzzle, so they were left out." };
}

// The hash FNV-1a of 32 bits.
function checkSum(text) {
  let sum = 0x811c9dc5;
  for (const character of text) sum = Math.imul(sum ^ character.codePointAt(0), 0x01000193);
  return (sum >>> 0).toString(36);
}
