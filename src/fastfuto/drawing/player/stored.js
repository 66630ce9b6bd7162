// A page that is a file: its engines are in it, and are there as soon as the browser has them.
import { openModule } from "./module.js";
import { Page } from "./main.js";

// The engines, or null in a browser that cannot run them.
async function connect() {
  const textOf = (id) => document.getElementById(id).textContent;
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

new Page(connect);
