// Links that carry a position: behind the # the id of the puzzle, its entries and a sum that shows slips, and the puzzle
// itself in one line if it is one that was made or typed in.
import { readValues, writeValues } from "./rules.js";

const MOST_LINK = 70000;

export const writeLink = (puzzle, entries, isMade) => {
  const parts = [puzzle.id, writeValues(entries), ...(isMade ? [encodeURIComponent(puzzle.line)] : [])];
  return [...parts, checkSum(parts.join("."))].join(".");
};

// What a link says: id, entries as they are written and, if it has it, the line of the puzzle; an error if it is
// something else, null if there is nothing.
export function readLink(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  const damaged = { error: "The link is damaged, so its entries were left out." };
  const [, body, sum] = (text.length <= MOST_LINK && /^(.*)\.([0-9a-z]{1,7})$/.exec(text)) || [];
  if (!body || checkSum(body) !== sum) return damaged;
  const [, id, written, line] = /^([0-9a-f]{8})\.([0-9a-p]{1,625})(?:\.(.+))?$/.exec(body) ?? [];
  if (!id) return damaged;
  try {
    return { id, written, line: line && decodeURIComponent(line) };
  } catch {
    return damaged;
  }
}

// The entries of a link, or null if they do not fit the puzzle.
export function entriesOf(puzzle, written) {
  const entries = readValues(written);
  const fits = (value, cell) => value <= puzzle.n && !(value && puzzle.given[cell]);
  return entries.length === puzzle.count && entries.every(fits) ? entries : null;
}

// The hash FNV-1a of 32 bits.
function checkSum(text) {
  let sum = 0x811c9dc5;
  for (const character of text) sum = Math.imul(sum ^ character.codePointAt(0), 0x01000193);
  return (sum >>> 0).toString(36);
}
