"""The page "Try it": puzzles are solved, graded, explained and drawn in the browser by the engines of the player."""

import re
from pathlib import Path

import fastfuto
from fastfuto.drawing.page import NOT_IN_SCRIPTS, as_json, digest, phrases, style_sheet
from fastfuto.drawing.scripts import joined, packed_module, rule_tables, worker_script
from fastfuto.drawing.svg import escaped

HERE = Path(__file__).parent
MODULES = (
    *("rules", "marks", "game", "speech", "clauses", "words", "naming", "geometry"),
    *("picture", "board", "teach", "module"),
)
"""The scripts of the player that the page needs; each one imports only earlier ones."""
STYLE = """
#steps { padding-left: 1.6rem; }
#steps li { margin: 0.2rem 0; }
#steps button { width: 100%; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
#steps [aria-pressed="true"] { background: var(--premise); border-color: var(--link); }
#text { min-height: 4.2em; padding: 0.5rem 0.75rem; border-left: 4px solid var(--link); }
#text { background: var(--band); overflow-wrap: anywhere; }
@media (min-width: 52rem) { #answer > :first-child { position: sticky; top: 0.5rem; align-self: start; } }
"""


def text() -> str:
    """Return the page."""
    script = joined(MODULES, (HERE / "trying.js").read_text(encoding="utf-8"))
    style = style_sheet() + STYLE
    example = fastfuto.format_puzzle(fastfuto.generate(6, level="tricky", seed=46).puzzle, "plain")
    parts = {
        "script": script,
        "script-hash": digest(script),
        "style": style,
        "style-hash": digest(style),
        "example": escaped(example),
        "phrases": as_json(phrases()).translate(NOT_IN_SCRIPTS),
        "engine": packed_module(),
        "worker": worker_script(),
        "tables": rule_tables(),
    }
    page = (HERE / "trying.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda found: parts[found[1]], page)
