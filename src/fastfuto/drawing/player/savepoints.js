// The savepoints of a game as buttons.
import { byId } from "./desk.js";
import { tr } from "./speech.js";

// `changed` is called after the game has gone back to a savepoint, and `forgotten` after one was removed.
export function showSaved(game, changed, forgotten) {
  const list = byId("saved");
  if (list.childElementCount === game.saved.length) return;
  list.replaceChildren();
  game.saved.forEach((state, k) => {
    const item = document.createElement("li");
    const count = state.entries.filter(Boolean).length;
    const add = (text, label, act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      item.append(button);
    };
    const number = k + 1;
    const said = tr("Back to {number}", { number });
    add(said, `${said}, ${tr("entries: {count}", { count })}`, () => {
      game.backTo(k);
      changed();
    });
    add("×", tr("Delete savepoint {number}", { number }), () => {
      game.forget(k);
      list.replaceChildren();
      forgotten();
      byId("save").focus();
    });
    list.append(item);
  });
}
