"""German."""

from __future__ import annotations

from .phrase import Phrase

NAME = "Deutsch"

# Steps -------------------------------------------------------------------------------------------------

_SO, _THEREFORE = ", also ", ". Also "
_EITHER_WAY, _IN_EACH = ", und so oder so ", ". In jedem Fall "
_BOUNDS, _CLIMBED, _REACHED = ("{bounds}",), ("{climbed}",), ("{reach}", "{changes}")
_WHERE = ("{sum}", "{related}", "{line}", "{few}")


def _phrase(
    *premise: str,
    joint: str = _SO,
    conclusion: tuple[str, ...] = ("{changes}",),
    where: tuple[str, ...] = _WHERE,
) -> Phrase:
    return Phrase(*premise, joint=joint, conclusion=conclusion, where=where)


_NAKED = _phrase(
    "in {line} können {cells} nur {values} enthalten",
    "{cells} sehen einander und können nur {values} enthalten",
    joint=". ",
    conclusion=("Damit sind diese Zahlen verbraucht: {changes}",),
)
_HIDDEN = _phrase(
    "in {line} können nur {cells} die Zahlen {values} enthalten",
    joint=". ",
    conclusion=("Also {kept}", "Sie enthalten also nichts anderes: {changes}"),
)
_FISH = _phrase(
    "in den {base} passt die {value} jeweils nur in die {cover}",
    joint=". ",
    conclusion=(
        "In diesen {cover kind} steht die {value} also nur in diesen {base kind}: {changes}",
        "In den {cover} steht die {value} also nur in den {base}: {changes}",
    ),
    where=("die {base}",),
)
_TWO_LEFT = "{linked} haben noch je zwei Kandidaten"
_ENDS, _CLIMBERS = ("{ends}",), ("{long climb}", "{few}")
_CHAIN = _phrase(
    f"{_TWO_LEFT}, und es gilt {{signs}}. {{chain}}. Also {{end or end}}",
    f"{_TWO_LEFT}. {{chain}}. Also {{end or end}}",
    joint=", und ",
    conclusion=("{either way} {changes}", "{changes}"),
    where=_ENDS,
)
_LINE_BRAID = _phrase("betrachte nur {line}{outcomes}", joint=_THEREFORE)
_INSIDE = "{cells}, {count} verschiedene Zahlen in {line}"
_PAIR = "{pair}, zwei verschiedene Zahlen in {line}"

PHRASES = {
    "full house": _phrase("in {line} ist nur {cells} leer, und es fehlt die {placed}", joint=_THEREFORE),
    "naked single": _phrase("für {cells} bleibt nur die {value}"),
    "hidden single": _phrase("in {line} kann nur {cells} die {value} sein"),
    "inequality bound": _phrase("{climb}", conclusion=_CLIMBED),
    "ascending chain": _phrase(
        "{signs}: {climbing} Felder steigen an", "{climb}", conclusion=_CLIMBED, where=_CLIMBERS
    ),
    "ascending chain from candidates": _phrase("{climb}", conclusion=_CLIMBED, where=_CLIMBERS),
    "relation": _phrase("{cells} ist {any} und {tie}", conclusion=_REACHED),
    "relation from candidates": _phrase("{cells} kann nur {any} sein und {tie}", conclusion=_REACHED),
    "run combinations": _phrase(
        "{lone} ist ein einzelnes Feld mit der Summe {total}",
        "{adding}, und die einzigen {exact} verschiedenen Zahlen mit dieser Summe sind {values}",
        "{adding}, und keine {all} verschiedenen Zahlen mit dieser Summe enthalten {impossible}",
        "{adding}, und für {all} verschiedene Zahlen mit dieser Summe kommen nur {values} in Frage",
        "{all but one}",
        "{adding}. Hier {filled}, und für die übrigen Felder kommt {impossible} nicht in Frage",
        "{adding}. Hier {filled}, und für die übrigen Felder kommen nur {values} in Frage",
        conclusion=("{last}~ist~{value}", "{kept}", "{changes}"),
    ),
    "run combinations from candidates": _phrase(
        "{options}. Die Summe {total} für {sum} ergibt sich, in der Reihenfolge der Felder, nur durch {few choices}",
        "{other options}. Keine verschiedenen Kandidaten ergeben für {sum} die Summe {total}, falls gilt: {excluded}",
        "keine verschiedenen Kandidaten ergeben für {sum} die Summe {total}, falls gilt: {excluded}",
        joint=_THEREFORE,
    ),
    "run bounds": _phrase(
        "{adding}, und {one other}",
        "{adding}, {some others}, und diese Felder ergeben zusammen {others}",
        "{adding}, und die Felder außer {target} ergeben zusammen {others}",
        "{adding}",
        conclusion=_BOUNDS,
    ),
    "hill": _phrase(f"{{target}} ist größer als {_INSIDE}", conclusion=_BOUNDS),
    "valley": _phrase(f"{{target}} ist kleiner als {_INSIDE}", conclusion=_BOUNDS),
    "same-line order": _phrase(
        f"{{peak}} ist größer als {_PAIR}. Es gilt: {{limits}}; daher ist von den beiden die größere "
        "mindestens {reached}",
        f"{{peak}} ist größer als {_INSIDE}. Es gilt: {{limits}}; daher ist die größte dieser Zahlen "
        "mindestens {reached}",
        f"{{target}} ist kleiner als {_PAIR}. Es gilt: {{limits}}; daher ist von den beiden die kleinere "
        "höchstens {reached}",
        f"{{target}} ist kleiner als {_INSIDE}. Es gilt: {{limits}}; daher ist die kleinste dieser Zahlen "
        "höchstens {reached}",
        f"{{peak}} ist größer als {_PAIR}, von denen die größere mindestens {{greatest lost}} ist",
        f"{{peak}} ist größer als {_INSIDE}, deren größte mindestens {{greatest lost}} ist",
        f"{{target}} ist kleiner als {_PAIR}, von denen die kleinere höchstens {{least lost}} ist",
        f"{{target}} ist kleiner als {_INSIDE}, deren kleinste höchstens {{least lost}} ist",
        conclusion=_BOUNDS,
    ),
    "locked candidates": _phrase(
        "in {line} passt die {value} nur in {crossing}", where=("{line} und {crossing}",)
    ),
    "generalized intersection": _phrase(
        "in {line} passt die {value} nur in {any cell}", joint=". In jedem dieser Fälle "
    ),
    **{f"naked {size}": _NAKED for size in ("pair", "triple", "quadruple", "set")},
    **{f"hidden {size}": _HIDDEN for size in ("pair", "triple", "quadruple")},
    **dict.fromkeys(("x-wing", "swordfish", "larger fish"), _FISH),
    **dict.fromkeys(("short braid in a line", "braid in a line"), _LINE_BRAID),
    "ordered set": _phrase(
        "in {line} können {cells} nur {held} enthalten. Wegen {signs} gibt es als Anordnung nur noch {arrangements}",
        "in {line} können {cells} nur {held} enthalten. Keine Anordnung ihrer Kandidaten erfüllt {signs}, falls gilt: "
        "{excluded}",
        "in {line} gibt es wegen {signs} für {stretch} als Anordnung nur noch {arrangements}",
        "in {line} erfüllt keine Anordnung der Kandidaten von {stretch} die Bedingungen {signs}, falls gilt: "
        "{excluded}",
        joint=_THEREFORE,
    ),
    "x-chain": _phrase("{chain}. Also ist {either end} = {value}", joint=_EITHER_WAY, where=_ENDS),
    "xy-chain": _CHAIN,
    "chain across inequalities": _CHAIN,
    "braid": _phrase("{braid}", joint=_THEREFORE),
    "forcing cell": _phrase("{cells} ist {any}{outcomes}", joint=_IN_EACH),
    "forcing line": _phrase("in {line} passt die {value} nur in {any cell}{outcomes}", joint=_IN_EACH),
    "contradiction": _phrase(
        "für {sum} ist die Summe {total} nicht möglich",
        "in {line} haben {cells} zusammen zu wenige mögliche Zahlen",
        "für {cell} bleibt keine Zahl übrig",
        "in {only line} bleibt kein Platz für die {value}",
        "{lines} haben zu wenige Spalten für die {value}",
        "keine Anordnung in {lines} erfüllt die Ungleichungen",
        "keine Regel führt von hier aus weiter, und eine Suche findet keine Lösung",
        where=("{sum}", "{line}", "{few}", "das ganze Gitter"),
    ),
    "search": _phrase(
        "keine Regel führt von hier aus weiter, aber eine Suche findet genau eine Lösung",
        joint=". Darin ",
    ),
    "mistake": _phrase(
        "die {wrong} in {cells} ist falsch",
        "in den Notizen von {cells} fehlt die richtige Zahl",
        conclusion=(),
    ),
    "assumption": _phrase("angenommen wird {cells}", "angenommen wird: {changes}"),
}

_ADDING = ("{changes}, denn {adding}",)

BELOW: dict[str, tuple[str, ...]] = {
    "naked single": (
        "{changes}, denn nur diese Zahl bleibt von {left} übrig",
        "{changes}, denn nur diese Zahl bleibt übrig",
    ),
    "hidden single": ("{changes}, denn in {line} hat die {value} keinen anderen Platz",),
    "inequality bound": tuple(f"{said}, denn {{signs}}" for said in _REACHED),
    "relation": tuple(f"{said}, denn {{cells}} ist {{any}} und {{tie}}" for said in _REACHED),
    "run combinations from candidates": _ADDING,
    "run bounds": _ADDING,
    "contradiction": (
        "für {sum} ist die Summe {total} nicht möglich",
        "für {last}, das nur {choice} sein konnte, bleibt keine Zahl übrig",
        *PHRASES["contradiction"].premise,
    ),
}

WORDS = {
    "look": "Sieh dir {where} an.",
    "here": "Sieh dir {where} an. Stichwort: {technique}.",
    "is": "{cell}~ist~{value}",
    "is not": "{cell}~kann~nicht {value} sein",
    "but": "{cell}~ist~nicht {lost}, sondern {value}",
    "are": "{cell}~sind~{value}",
    "are not": "{cell}~können~nicht {value} sein",
    "least": "mindestens {value}",
    "most": "höchstens {value}",
    "can be": "{cell}~kann~nur {value} sein",
    "can all be": "{cell}~können~nur {value} sein",
    "because": "{said}, denn {reason}",
    "bounded": "{signs}. Hier {said}",
    "has": "{cell} hat die Summe {value}",
    "have": "{cell} haben zusammen die Summe {value}",
    "add up": "die Felder ergeben zusammen {value}",
    "add up differently": "verschiedene Zahlen in diesen Feldern ergeben zusammen {value}",
    "ways": "dafür käme nur {value} in Frage",
    "suppose": "angenommen, {cell} ist {value}",
    "suppose instead": "angenommen, {cell} ist stattdessen {value}",
    "then": "dann {said}",
    "but then": "das ergibt einen Widerspruch: {Said}",
    "now": "{said} und {cell} ist jetzt {value}",
    "if": "ist {cell} nicht {value}, so {follows}",
    "it": "ist es {value}",
    "two left": "{cell}~ist~wegen {reason} nicht {other}, sondern {value}",
    "two places": "bleibt für die {value} in {line} nur {cell}",
    "weak": "{cell}~ist~wegen {reason} nicht {value}, und so {follows}",
    "chain": "die Kette von {cell} bis {other}",
    "range": "{least} bis {most}",
    "either way": "so oder so",
    "run": "die Gruppe {span}",
    "no cells": "eine Summe ohne Felder",
    "no line": "einer gemeinsamen Linie",
}

TIES = {
    "differ": "muss sich von {other} unterscheiden",
    "differ by 1": "muss sich um 1 von {other} unterscheiden",
    "do not differ by 1": "darf sich nicht um 1 von {other} unterscheiden",
    "relation": "verträgt sich nach einer Regel nicht mit {lost} in {other}",
}

NUMBERS = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"

_OPENING = "([Aa]lso|[Dd]ann|jedem Fall|dieser Fälle|so oder so|Hier|Darin)"
_CELL = r"(?:Z\d+S\d+|Feld \d+)"
_CELLS = rf"{_CELL}(?:(?:, | und | oder ){_CELL})*"
_BOUND = r"(?:mindestens|höchstens) \d+(?: und höchstens \d+)?"
_END = r"(?=\d+(?:[,.]| und|$))"
GRAMMAR = (
    # The words that "~" separates are a subject, a verb and the rest; the verb precedes the subject after an opening.
    (rf"{_OPENING} ({_CELLS})~([^~]+)~", r"\1 \3 \2 "),
    (rf"(ist {_CELLS}) (?=\d)", r"\1 = "),
    ("~", " "),
    *3
    * (
        (rf"( = \d+, {_CELL}) ist {_END}", r"\1 = "),
        (rf"( = \d+),? (und|oder) ({_CELL}) ist {_END}", r"\1 \2 \3 = "),
    ),
    # Each turn shortens one more clause of a chain.
    *8 * ((rf"({_CELL} (?:= \d+|{_BOUND})(?:,| und|, und) {_CELL}) ist (?=mindestens|höchstens)", r"\1 "),),
    (rf"({_CELL} (?:= \d+|{_BOUND})),( und {_CELL} (?:mindestens|höchstens))", r"\1\2"),
    (r"kommt (\d+) oder (\d+) nicht", r"kommt weder \1 noch \2"),
    (r"nicht (\d+) oder (\d+)(?=,? s)", r"weder \1 noch \2"),
    ("([Ii]n|[Ww]egen) die (Gruppe|Permutation)", r"\1 der \2"),
    ("([Ii])n (?=Käfig von|Paar Z)", r"\1m "),
    ("([Ww]egen) (Käfig|Paar)(?= von| Z)", r"\1 des \2s"),
    (rf"die Bedingungen (?={_CELL} < {_CELL}[,.])", "die Bedingung "),
)

JOINTS = {
    "and": " und ",
    "or": " oder ",
    "nor": " oder ",
    "cases": ", oder ",
    "short clauses": " und ",
    "clauses": ", und ",
    "because": " denn ",
}

LINES = {
    "cell": "Z{row}S{column}",
    "position": "Feld {number}",
    "row": "Zeile {number}",
    "column": "Spalte {number}",
    "box": "Block {number}",
    "region": "Gebiet {number}",
    "unit": "Einheit {number}",
    "permutation": "die Permutation",
    "diagonal": "Diagonale {number}",
    "window": "Fenster {number}",
    "group": "Gruppe {number}",
    "cage": "Käfig von {cell}",
    "pair": "Paar {cells}",
    "rows": "Zeilen {number}",
    "columns": "Spalten {number}",
    "units": "Einheiten {number}",
    "all rows": "Zeilen",
    "all columns": "Spalten",
}

TECHNIQUES = {
    "full house": "letztes leeres Feld",
    "naked single": "nackter Einer",
    "hidden single": "versteckter Einer",
    "inequality bound": "Schranke aus einer Ungleichung",
    "ascending chain": "aufsteigende Kette",
    "ascending chain from candidates": "aufsteigende Kette mit Kandidaten",
    "relation": "Beziehung",
    "relation from candidates": "Beziehung mit Kandidaten",
    "run combinations": "Kombinationen einer Summe",
    "run combinations from candidates": "Kombinationen einer Summe mit Kandidaten",
    "run bounds": "Schranken aus einer Summe",
    "hill": "Gipfel",
    "valley": "Tal",
    "same-line order": "Ordnung in einer Linie",
    "locked candidates": "gebundene Kandidaten",
    "generalized intersection": "verallgemeinerte Überschneidung",
    "naked pair": "nacktes Paar",
    "naked triple": "nacktes Tripel",
    "naked quadruple": "nacktes Quadrupel",
    "naked set": "nackte Menge",
    "hidden pair": "verstecktes Paar",
    "hidden triple": "verstecktes Tripel",
    "hidden quadruple": "verstecktes Quadrupel",
    "x-wing": "X-Wing",
    "swordfish": "Schwertfisch",
    "larger fish": "größerer Fisch",
    "short braid in a line": "kurzer Widerspruch in einer Linie",
    "braid in a line": "Widerspruch in einer Linie",
    "ordered set": "geordnete Menge",
    "x-chain": "X-Kette",
    "xy-chain": "XY-Kette",
    "chain across inequalities": "Kette mit Ungleichungen",
    "braid": "Annahme mit Widerspruch",
    "forcing cell": "Fallunterscheidung in einem Feld",
    "forcing line": "Fallunterscheidung in einer Linie",
    "contradiction": "Widerspruch",
    "search": "Suche",
    "mistake": "Fehler",
    "assumption": "Annahme",
}

ENDINGS = {
    "solved": "Das Gitter ist voll.",
    "contradiction": "Es gibt keine Lösung.",
    "conflict": "Es gibt keine Lösung: {clues} können nicht zugleich gelten.",
    "several": "Das Rätsel hat mehrere Lösungen: In einer steht in {cell} die {value}, in einer anderen die {other}.",
    "stuck": "Von hier aus führt keine Regel weiter.",
    "limit": "Die Grenze der Rechenarbeit ist erreicht.",
    "step": "{count} Schritt: {ending}",
    "steps": "{count} Schritte: {ending}",
    "singles": "{first} bis {last} sind Einer: {places}.",
    "heading": "Schritte",
}

# Checks and grades -------------------------------------------------------------------------------------

VERDICTS = {
    "kept": "Die Zahlen erfüllen alle Regeln.",
    "dead": "Die Zahlen verletzen keine Regel, aber das Rätsel lässt sich nicht vervollständigen.",
    "broken": "Die Zahlen verletzen Regeln.",
    "full": "Das Gitter ist voll, und alle Regeln sind erfüllt.",
    "wrong": "Das Gitter ist voll, verletzt aber Regeln.",
    "unknown": "In {seconds} s wurden weder eine Lösung noch widersprüchliche Angaben gefunden.",
    "no contradiction": "Kein Widerspruch.",
    "clue": "Es gibt keine Lösung: {clue} kann nicht gelten.",
    "rules": "Es gibt keine Lösung: Die Regeln widersprechen einander.",
    "ambiguous": "Das Rätsel hat mehrere Lösungen.",
    "one redundant": "1 Angabe ist überflüssig: {clues}.",
    "redundant": "{count} Angaben sind überflüssig, jede für sich: {clues}.",
    "needed": "Keine Angabe ist überflüssig: Fehlt eine von ihnen, so gibt es mehrere Lösungen.",
    "open": "Keine Angabe ist überflüssig, denn es gibt mehrere Lösungen.",
    "solutions": "Lösungen: {number}.",
    "none": "keine",
    "one": "eine",
    "at least one": "mindestens eine",
    "several": "mehrere",
    "not known": "unbekannt",
    "seconds": "{seconds} s",
    "less": "weniger als {seconds} s",
    "read": "Gelesen als {words}.",
}

VIOLATIONS = {
    "range": "{cells}: {value} ist keine mögliche Zahl.",
    "row": "{line}: Die {value} steht in {cells}.",
    "column": "{line}: Die {value} steht in {cells}.",
    "region": "Die {value} steht zweimal in einem Gebiet: {cells}.",
    "repeat": "Die {value} steht zweimal in einer Gruppe: {cells}.",
    "inequality": "{first} muss kleiner als {last} sein.",
    "cycle": "Die Ungleichungen bilden einen Kreis: {cells}.",
    "chain": "Die Ungleichungen zwischen {cells} lassen keine Zahl für {last} übrig.",
    "bar": "Die Zahlen in {cells} passen nicht zu den Balken.",
    "clue": "{cells}: Zu der Summe gibt es kein weißes Feld.",
    "length": "Die Gruppe {cells} hat zu viele Felder.",
    "total": "Die Gruppe {cells} kann ihre Summe nicht haben.",
}

GRADES = {
    "point": ",",
    "hardest": "schwierigster Schritt {score} ({technique})",
    "no steps": "keine Schritte",
    "step": "{steps} Schritt über den leichten",
    "steps": "{steps} Schritte über den leichten",
    "total": "Gesamtwert {total}",
    "moment": "weniger als eine Minute",
    "minute": "etwa {time} Minute",
    "minutes": "etwa {time} Minuten",
    "hours": "etwa {time} Stunden",
    "limit": "; die Regeln haben ihre Grenze der Rechenarbeit erreicht",
}

# Booklets ----------------------------------------------------------------------------------------------

FAMILIES = {
    "futoshiki": "Futoshiki",
    "kakuro": "Kakuro",
    "latin_square": "Lateinisches Quadrat",
    "sudoku": "Sudoku",
}

VARIANTS = {
    "diagonals": "Diagonalen",
    "windows": "Fenster",
    "disjoint-groups": "disjunkte Gruppen",
    "anti-knight": "Anti-Springer",
    "anti-king": "Anti-König",
    "non-consecutive": "keine Nachbarzahlen",
    "killer": "Killer",
    "even-odd": "gerade und ungerade",
}

LEVELS = {
    "trivial": "sehr leicht",
    "easy": "leicht",
    "moderate": "mittel",
    "tricky": "knifflig",
    "hard": "schwer",
    "extreme": "sehr schwer",
    "diabolical": "teuflisch",
    "search": "nur mit Probieren",
}

BOOKLET = {
    "puzzles": "Rätsel",
    "page": "Seite {number}",
    "caption": "{number}. {family} {size}, {level}",
    "none": "keine Lösung",
    "several": "mehrere Lösungen",
    "answers": "Lösungen",
    "why none": "Es gibt keine Lösung.",
    "why several": "Es gibt mehrere Lösungen.",
    "why unknown": "Die Zahl der Lösungen ist nicht bekannt.",
    "rules": "{family}: die Regeln",
    "puzzle": "Ein Rätsel",
    "solution": "Seine Lösung",
    "begin": "So geht es los",
    "cells": "Z2S3 ist das Feld in Zeile 2 und Spalte 3.",
    "levels": "Schwierigkeit",
}

RULES = {
    "fill": (
        "In jedes leere Feld kommt eine Zahl: in einem Gitter von 4 x 4 Feldern 1 bis 4, in einem von 9 x 9 Feldern "
        "1 bis 9."
    ),
    "rows": "In jeder Zeile und in jeder Spalte steht jede Zahl genau einmal.",
    "boxes": "Auch in jedem dick umrandeten Gebiet steht jede Zahl genau einmal.",
    "signs": "Die Zeichen zwischen den Feldern gelten: Die Spitze zeigt auf die kleinere der beiden Zahlen.",
    "bars": (
        "Ein Balken steht zwischen zwei Feldern, deren Zahlen sich um 1 unterscheiden. Wo kein Balken steht, ist der "
        "Unterschied zwischen Nachbarn größer."
    ),
    "white": "In jedes weiße Feld kommt eine Zahl von 1 bis 9.",
    "totals": (
        "Eine Zahl in einem schwarzen Feld ist eine Summe. Steht sie über der Diagonale, so gehört sie zu den weißen "
        "Feldern rechts davon, sonst zu denen darunter, jeweils bis zum nächsten schwarzen Feld oder zum Rand."
    ),
    "sums": "Die Zahlen in diesen Feldern ergeben zusammen die Summe, und keine kommt doppelt vor.",
    "diagonals": "Auf jeder der beiden langen Diagonalen, die getönt sind, kommt keine Zahl doppelt vor.",
    "windows": "In jedem getönten Quadrat kommt keine Zahl doppelt vor.",
    "disjoint-groups": "Felder an derselben Stelle verschiedener Blöcke enthalten verschiedene Zahlen.",
    "anti-knight": "Zwei Felder, die einen Springerzug voneinander entfernt sind, enthalten verschiedene Zahlen.",
    "anti-king": "Zwei Felder, die sich an einer Ecke berühren, enthalten verschiedene Zahlen.",
    "non-consecutive": (
        "Die Zahlen zweier Felder, die neben- oder untereinander liegen, unterscheiden sich nie um genau 1."
    ),
    "killer": (
        "Die Zahlen in einem gestrichelt umrandeten Gebiet ergeben zusammen die Zahl in seiner Ecke, und "
        "keine kommt doppelt vor."
    ),
    "even-odd": (
        "Ein Feld mit einem kleinen Quadrat enthält eine gerade Zahl, ein Feld mit einem Kreis eine ungerade."
    ),
}
