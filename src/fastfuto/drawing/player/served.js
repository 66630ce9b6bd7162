// The backend of the page that `fastfuto play` serves: the engines behind the address that the page comes from.
import { Page } from "./main.js";

const PATIENCE = 30000;

export class Served {
  families = ["futoshiki", "latin", "sudoku", "adjacent", "kakuro"];

  constructor(token, fetcher = (...request) => window.fetch(...request)) {
    this.token = token;
    this.fetcher = fetcher;
  }

  async ask(request) {
    try {
      const answer = await this.fetcher("ask", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Fastfuto-Token": this.token },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(PATIENCE),
      });
      return await answer.json();
    } catch {
      return { error: "The program that serves this page does not answer. Was it ended?" };
    }
  }
}

if (typeof document !== "undefined") {
  new Page(async () => new Served(JSON.parse(document.getElementById("backend").textContent).token));
}
