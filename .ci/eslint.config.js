// What the linter looks at in the scripts of the page.
const js = require("@eslint/js");

const BROWSER = [
  ...["document", "window", "navigator", "Option", "Blob", "Response", "DecompressionStream", "atob", "AbortSignal"],
  ...["URL", "WebAssembly", "Worker", "performance", "self"],
];

module.exports = [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: { "no-var": "error", "prefer-const": "error", eqeqeq: "error", "no-shadow": "error", "no-implied-eval": "error" },
  },
];
