// How a puzzle is drawn on the page: opened after each change of its signs, played, or left.
import { byId } from "./desk.js";
import { emptyState } from "./game.js";
import { checkUnique } from "./questions.js";
import { readPuzzle } from "./rules.js";

// Begin with an empty grid, or go on after a change, unless the draft was left meanwhile.
export async function openDraft(page, draft) {
  const isOpen = page.draft === draft;
  const { puzzle, error } = await page.engines.ask({ do: "read", text: draft.text() });
  if (isOpen && page.draft !== draft) return;
  if (error) {
    page.desk.say(error);
    return;
  }
  byId("new-box").close();
  if (page.isChanged) page.keep();
  page.setMode("entries");
  page.draft = draft;
  const { current } = page;
  const data = { ...puzzle, level: "", time: "", solutions: "unknown", solution: null };
  page.place(data, { state: { ...emptyState(readPuzzle(data)), entries: draft.entries } });
  if (isOpen) page.select(current, false);
  checkUnique(page);
}

// Put a sign between two cells, turn it round or take it away.
export function pressSign(page, pair) {
  page.draft.press(pair);
  openDraft(page, page.draft);
}

// Play what was drawn.
export async function playDraft(page) {
  const answer = await page.engines.ask({ do: "read", text: page.draft.text(page.draft.entries) });
  if (answer.error) page.say(answer.error);
  else {
    page.isChanged = false;
    page.open(page.shelf.add(answer.puzzle, ""));
  }
}

export function endDraft(page) {
  const end = () => page.open(page.number);
  if (page.draft.hasStep(-1)) page.sure("Discard this puzzle?", end);
  else end();
}
