// Links to positions: those that the page is opened with, and those that are shared.
import { byId } from "./desk.js";
import { resultOf } from "./ending.js";
import { entriesOf, readLink, writeLink } from "./link.js";
import { isPuzzle, readPuzzle } from "./rules.js";
import { tr } from "./speech.js";

const withoutHash = () => window.location.href.replace(/#.*$/, "");

// Take what is behind the # of the address, and take it away there: whoever plays on and reloads keeps the game.
export async function takeLink(page) {
  const link = readLink(window.location.hash);
  if (!link) return;
  window.history.replaceState(null, "", withoutHash());
  const error = link.error ?? (await openLink(page, link));
  if (error) page.say(error);
}

// Open the puzzle of a link with its entries; what is wrong with it, if something is.
async function openLink(page, { id, written, line }) {
  let number = page.shelf.puzzles.findIndex((puzzle) => puzzle.id === id);
  if (number < 0) await page.connected;
  if (number < 0 && line && page.engines) {
    const { puzzle } = await page.engines.ask({ do: "read", text: line });
    if (isPuzzle(puzzle) && entriesOf(readPuzzle(puzzle), written)) number = page.shelf.add(puzzle, "");
  }
  if (number < 0) return "The link belongs to a puzzle that is not on this page.";
  const entries = entriesOf(readPuzzle(page.shelf.puzzles[number]), written);
  if (!entries) return "The entries of the link do not fit the puzzle, so they were left out.";
  page.closeBoxes();
  if (page.draft || number !== page.number) page.open(number);
  const isNew = page.game.move({ entries });
  if (isNew) page.changed();
  page.say(isNew ? "The entries from the link are on the board. Undo restores yours." : "");
  return "";
}

export function share(page) {
  const hash = writeLink(page.puzzle, page.game.state.entries, page.shelf.has(page.puzzle.id));
  const isLocal = /^(file:|https?:\/\/(127\.0\.0\.1|localhost))/.test(window.location.href);
  // An address of this machine means nothing elsewhere; the puzzle itself can be pasted everywhere.
  const label = isLocal ? "Link for this device, and the puzzle to paste on other devices" : "Link to this position, and the puzzle as text";
  return copy(page, `${withoutHash()}#${hash}\n${page.puzzle.line}`, label);
}

export function copyResult(page) {
  return copy(page, resultOf(page.puzzle, page.game), "Your result");
}

async function copy(page, text, label) {
  byId("link").value = text;
  byId("link-label").textContent = tr(label);
  page.openBox("share");
  byId("link").select();
  try {
    await navigator.clipboard.writeText(text);
    byId("share-status").textContent = tr("The text is copied.");
  } catch {
    byId("share-status").textContent = tr("Copy the text from the box.");
  }
}
