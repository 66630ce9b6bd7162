// The list of puzzles with their games, and the statistics of those that were solved.
import { byId, small } from "./desk.js";
import { clock } from "./ending.js";
import { levelName, nameOf } from "./naming.js";
import { tr } from "./speech.js";

const GROUPS = ["On this page", "Yours"];

export function showList({ own, made }, number, stateOf) {
  const items = [own, made].flatMap((group, k) => {
    const first = k * own.length;
    const heading = made.length && group.length ? [headingOf(tr(GROUPS[k]))] : [];
    return [...heading, ...group.map((puzzle, at) => puzzleItem(puzzle, first + at, first + at === number, stateOf(puzzle)))];
  });
  byId("list").replaceChildren(...items);
}

function headingOf(text) {
  const item = document.createElement("li");
  const heading = document.createElement("h3");
  heading.textContent = text;
  item.append(heading);
  return item;
}

// A puzzle as a button; its state is [class, text].
function puzzleItem(puzzle, number, isOpen, [kind, state]) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.number = number;
  button.className = kind;
  if (isOpen) button.setAttribute("aria-current", "true");
  button.append(`${number + 1}. ${[nameOf(puzzle), levelName(puzzle.level)].filter(Boolean).join(", ")}`, small(state, "state"));
  item.append(button);
  return item;
}

export function showStatistics(history) {
  const rows = history.statistics();
  const days = history.streak();
  byId("streak").textContent = rows.length
    ? tr("Solved: {count}. Days in a row: {days}.", { count: history.games.length, days })
    : tr("Nothing yet.");
  byId("stats").replaceChildren(...(rows.length ? [headOf(["Kind", "Solved", "Best", "Average"].map((each) => tr(each)))] : []));
  byId("stats").append(...rows.map(([kind, count, best, mean]) => tableRow([[nameOf(kind), levelName(kind.level)].filter(Boolean).join(", "), count, clock(best), clock(mean)], "td")));
  byId("games-out").disabled = !rows.length;
}

function headOf(texts) {
  const head = document.createElement("thead");
  head.append(tableRow(texts, "th"));
  return head;
}

function tableRow(texts, tag) {
  const row = document.createElement("tr");
  row.append(
    ...texts.map((text, k) => {
      const cell = document.createElement(k ? tag : "th");
      cell.textContent = text;
      if (tag === "th") cell.scope = "col";
      else if (!k) cell.scope = "row";
      return cell;
    }),
  );
  return row;
}

// Offer a text as a file.
export function saveFile(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
