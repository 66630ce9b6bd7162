"""Polish."""

from __future__ import annotations

from .phrase import Phrase

NAME = "polski"

# Steps -------------------------------------------------------------------------------------------------

_SO, _THEREFORE = ", więc ", ". Zatem "
_EITHER_WAY, _IN_EACH = ", a w obu przypadkach ", ". W każdym przypadku "
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
    "{line}: w polach {cells} mogą być tylko {values}",
    "pola {cells} widzą się nawzajem i mogą zawierać tylko {values}",
    conclusion=("te liczby są już zajęte: {changes}",),
)
_HIDDEN = _phrase(
    "{line}: liczby {values} mogą być tylko w polach {cells}",
    conclusion=("{kept}", "nic innego tam nie ma: {changes}"),
)
_FISH = _phrase(
    "{base}: w każdej z tych linii liczba {value} może być tylko w polach, przez które przechodzą {cover}",
    joint=". Zatem ",
    conclusion=(
        "w tych drugich liniach ({cover kind}) liczba {value} może być tylko na przecięciach z pierwszymi "
        "({base kind}): {changes}",
        "w liniach {cover} liczba {value} może być tylko na przecięciach z liniami {base}: {changes}",
    ),
    where=("{base}",),
)
_TWO_LEFT = "każde z pól {linked} ma dwóch kandydatów"
_ENDS, _CLIMBERS = ("{ends}",), ("{long climb}", "{few}")
_CHAIN = _phrase(
    f"{_TWO_LEFT}, a {{signs}}. {{chain}}. Zatem {{end or end}}",
    f"{_TWO_LEFT}. {{chain}}. Zatem {{end or end}}",
    joint=", a ",
    conclusion=("{either way} {changes}", "{changes}"),
    where=_ENDS,
)
_LINE_BRAID = _phrase("rozważmy tylko jedną linię: {line}{outcomes}", joint=_THEREFORE)
_INSIDE = "{count} różnych liczb w polach {cells} ({line})"
_PAIR = "dwóch różnych liczb w polach {pair} ({line})"

PHRASES = {
    "full house": _phrase(
        "{line}: puste jest tylko pole {cells}, a brakuje liczby {placed}", joint=_THEREFORE
    ),
    "naked single": _phrase("dla pola {cells} zostaje tylko {value}"),
    "hidden single": _phrase("{line}: liczba {value} może być tylko w polu {cells}"),
    "inequality bound": _phrase("{climb}", conclusion=_CLIMBED),
    "ascending chain": _phrase(
        "{signs}: liczby rosną w łańcuchu {climbing} pól",
        "{climb}",
        conclusion=_CLIMBED,
        where=_CLIMBERS,
    ),
    "ascending chain from candidates": _phrase("{climb}", conclusion=_CLIMBED, where=_CLIMBERS),
    "relation": _phrase("w polu {cells} jest {any}, a ta liczba {tie}", conclusion=_REACHED),
    "relation from candidates": _phrase(
        "w polu {cells} może być tylko {any}, a ta liczba {tie}", conclusion=_REACHED
    ),
    "run combinations": _phrase(
        "{lone} to jedno pole o sumie {total}",
        "{adding}, a taką sumę {exact} różnych liczb dają tylko liczby {values}",
        "{adding}, a wśród {all} różnych liczb o tej sumie nie ma {impossible}",
        "{adding}, a taką sumę {all} różnych liczb można otrzymać tylko z liczb {values}",
        "{all but one}",
        "{adding}. Ponieważ {filled}, w pozostałych polach nie ma {impossible}",
        "{adding}. Ponieważ {filled}, dopełnić to można tylko liczbami {values}",
        conclusion=("w polu {last} jest {value}", "{kept}", "{changes}"),
    ),
    "run combinations from candidates": _phrase(
        "{options}. Sumę {total} ({sum}) można otrzymać tylko tak, w kolejności pól: {few choices}",
        "{other options}. Żaden układ różnych kandydatów nie daje sumy {total} ({sum}), jeśli {excluded}",
        "żaden układ różnych kandydatów nie daje sumy {total} ({sum}), jeśli {excluded}",
    ),
    "run bounds": _phrase(
        "{adding}, a {one other}",
        "{adding}, {some others}, co daje razem {others}",
        "{adding}, a pola oprócz {target} dają razem {others}",
        "{adding}",
        conclusion=_BOUNDS,
    ),
    "hill": _phrase(f"liczba w polu {{target}} jest większa od {_INSIDE}", conclusion=_BOUNDS),
    "valley": _phrase(f"liczba w polu {{target}} jest mniejsza od {_INSIDE}", conclusion=_BOUNDS),
    "same-line order": _phrase(
        f"liczba w polu {{peak}} jest większa od {_PAIR}. Ponieważ {{limits}}, większa z tych liczb to "
        "co najmniej {reached}",
        f"liczba w polu {{peak}} jest większa od {_INSIDE}. Ponieważ {{limits}}, największa z tych liczb to "
        "co najmniej {reached}",
        f"liczba w polu {{target}} jest mniejsza od {_PAIR}. Ponieważ {{limits}}, mniejsza z tych liczb "
        "to co najwyżej {reached}",
        f"liczba w polu {{target}} jest mniejsza od {_INSIDE}. Ponieważ {{limits}}, najmniejsza z tych liczb "
        "to co najwyżej {reached}",
        f"liczba w polu {{peak}} jest większa od {_PAIR}, z których większa to co najmniej {{greatest lost}}",
        f"liczba w polu {{peak}} jest większa od {_INSIDE}, z których największa to co najmniej {{greatest lost}}",
        f"liczba w polu {{target}} jest mniejsza od {_PAIR}, z których mniejsza to co najwyżej {{least lost}}",
        f"liczba w polu {{target}} jest mniejsza od {_INSIDE}, z których najmniejsza to co najwyżej {{least lost}}",
        conclusion=_BOUNDS,
    ),
    "locked candidates": _phrase(
        "{line}: liczba {value} może być tylko w polach, które obejmuje też {crossing}",
        where=("{line} i {crossing}",),
    ),
    "generalized intersection": _phrase(
        "{line}: liczba {value} może być tylko w polu {any cell}", joint=". W każdym z tych przypadków "
    ),
    **{f"naked {size}": _NAKED for size in ("pair", "triple", "quadruple", "set")},
    **{f"hidden {size}": _HIDDEN for size in ("pair", "triple", "quadruple")},
    **dict.fromkeys(("x-wing", "swordfish", "larger fish"), _FISH),
    **dict.fromkeys(("short braid in a line", "braid in a line"), _LINE_BRAID),
    "ordered set": _phrase(
        "{line}: w polach {cells} mogą być tylko {held}. Przy {signs} kandydatów można ułożyć tylko tak: "
        "{arrangements}",
        "{line}: w polach {cells} mogą być tylko {held}. Żaden układ ich kandydatów nie spełnia nierówności "
        "{signs}, jeśli {excluded}",
        "{line}: przy {signs} kandydatów w polach {stretch} można ułożyć tylko tak: {arrangements}",
        "{line}: żaden układ kandydatów w polach {stretch} nie spełnia nierówności {signs}, jeśli {excluded}",
    ),
    "x-chain": _phrase("{chain}. Zatem {value} jest w polu {either end}", joint=_EITHER_WAY, where=_ENDS),
    "xy-chain": _CHAIN,
    "chain across inequalities": _CHAIN,
    "braid": _phrase("{braid}", joint=_THEREFORE),
    "forcing cell": _phrase("w polu {cells} jest {any}{outcomes}", joint=_IN_EACH),
    "forcing line": _phrase(
        "{line}: liczba {value} może być tylko w polu {any cell}{outcomes}", joint=_IN_EACH
    ),
    "contradiction": _phrase(
        "suma {total} nie jest możliwa ({sum})",
        "pola {cells} mają razem za mało możliwych liczb ({line})",
        "dla pola {cell} nie zostaje żadna liczba",
        "nie ma już miejsca dla liczby {value} ({only line})",
        "za mało jest kolumn dla liczby {value} ({lines})",
        "żaden układ nie spełnia nierówności ({lines})",
        "żadna reguła nie prowadzi stąd dalej, a przeszukiwanie nie znajduje rozwiązania",
        where=("{sum}", "{line}", "{few}", "cały diagram"),
    ),
    "search": _phrase(
        "żadna reguła nie prowadzi stąd dalej, ale przeszukiwanie znajduje tylko jedno rozwiązanie",
        joint=", w którym ",
    ),
    "mistake": _phrase(
        "liczba {wrong} w polu {cells} jest błędna",
        "w notatkach brakuje właściwej liczby ({cells})",
        conclusion=(),
    ),
    "assumption": _phrase("założenie: {cells}", "założenie: {changes}"),
}

_ADDING = ("{changes}, bo {adding}",)

BELOW: dict[str, tuple[str, ...]] = {
    "naked single": (
        "{changes}, bo z liczb {left} zostaje tylko ta",
        "{changes}, bo zostaje tylko ta liczba",
    ),
    "hidden single": ("{changes}, bo {value} nie ma innego miejsca ({line})",),
    "inequality bound": tuple(f"{said}, bo {{signs}}" for said in _REACHED),
    "relation": tuple(f"{said}, bo w polu {{cells}} jest {{any}}, a ta liczba {{tie}}" for said in _REACHED),
    "run combinations from candidates": _ADDING,
    "run bounds": _ADDING,
    "contradiction": (
        "suma {total} nie jest możliwa ({sum})",
        "dla pola {last}, w którym mogło być tylko {choice}, nie zostaje żadna liczba",
        *PHRASES["contradiction"].premise,
    ),
}

WORDS = {
    "look": "Spójrz tutaj: {where}.",
    "here": "Spójrz tutaj: {where}. Wskazówka: {technique}.",
    "is": "w polu {cell} jest {value}",
    "is not": "w polu {cell} nie ma {value}",
    "but": "w polu {cell} nie ma {lost}, lecz jest {value}",
    "are": "w każdym z pól {cell} jest {value}",
    "are not": "w polach {cell} nie ma {value}",
    "least": "co najmniej {value}",
    "most": "co najwyżej {value}",
    "can be": "w polu {cell} może być tylko {value}",
    "can all be": "w polach {cell} może być tylko {value}",
    "because": "{said}, bo {reason}",
    "bounded": "{signs}. Tutaj {said}",
    "has": "{cell} ma sumę {value}",
    "have": "{cell} mają razem sumę {value}",
    "add up": "pola dają razem {value}",
    "add up differently": "różne liczby w tych polach dają razem {value}",
    "ways": "można ją otrzymać tylko jako {value}",
    "suppose": "załóżmy, że w polu {cell} jest {value}",
    "suppose instead": "załóżmy z kolei, że w polu {cell} jest {value}",
    "then": "wtedy {said}",
    "but then": "ale wtedy {said}",
    "now": "{said}, a w polu {cell} jest teraz {value}",
    "if": "jeśli w polu {cell} nie ma {value}, to {follows}",
    "it": "jest tam {value}",
    "two left": "w polu {cell} nie ma {other} ({reason}), więc jest tam {value}",
    "two places": "{value} jest w polu {cell}, bo nie ma innego miejsca ({line})",
    "weak": "w polu {cell} nie ma {value} ({reason}), więc {follows}",
    "chain": "łańcuch od {cell} do {other}",
    "range": "od {least} do {most}",
    "either way": "w obu przypadkach",
    "run": "grupa {span}",
    "no cells": "suma bez pól",
    "no line": "wspólna linia",
}

TIES = {
    "differ": "musi być inna niż w polu {other}",
    "differ by 1": "musi różnić się o 1 od liczby w polu {other}",
    "do not differ by 1": "nie może różnić się o 1 od liczby w polu {other}",
    "relation": "zgodnie z regułą wyklucza {lost} w polu {other}",
}

NUMBERS = (
    "zera jednej dwóch trzech czterech pięciu sześciu siedmiu ośmiu dziewięciu dziesięciu jedenastu dwunastu"
)

GRAMMAR: tuple[tuple[str, str], ...] = ()

JOINTS = {
    "and": " i ",
    "or": " lub ",
    "nor": " ani ",
    "cases": ", lub ",
    "short clauses": ", a ",
    "clauses": ", a ",
    "because": " bo ",
}

LINES = {
    "cell": "w{row}k{column}",
    "position": "nr {number}",
    "row": "wiersz {number}",
    "column": "kolumna {number}",
    "box": "blok {number}",
    "region": "obszar {number}",
    "unit": "jednostka {number}",
    "permutation": "permutacja",
    "diagonal": "przekątna {number}",
    "window": "okno {number}",
    "group": "grupa {number}",
    "cage": "klatka z polem {cell}",
    "pair": "para {cells}",
    "rows": "wiersze {number}",
    "columns": "kolumny {number}",
    "units": "jednostki {number}",
    "all rows": "wiersze",
    "all columns": "kolumny",
}

TECHNIQUES = {
    "full house": "ostatnie puste pole",
    "naked single": "jedyny kandydat",
    "hidden single": "jedyne miejsce",
    "inequality bound": "ograniczenie z nierówności",
    "ascending chain": "łańcuch rosnący",
    "ascending chain from candidates": "łańcuch rosnący na podstawie kandydatów",
    "relation": "zależność",
    "relation from candidates": "zależność na podstawie kandydatów",
    "run combinations": "rozkłady sumy",
    "run combinations from candidates": "rozkłady sumy na podstawie kandydatów",
    "run bounds": "ograniczenia sumy",
    "hill": "szczyt",
    "valley": "dolina",
    "same-line order": "porządek w linii",
    "locked candidates": "zablokowani kandydaci",
    "generalized intersection": "uogólnione przecięcie",
    "naked pair": "naga para",
    "naked triple": "naga trójka",
    "naked quadruple": "naga czwórka",
    "naked set": "nagi zbiór",
    "hidden pair": "ukryta para",
    "hidden triple": "ukryta trójka",
    "hidden quadruple": "ukryta czwórka",
    "x-wing": "X-Wing",
    "swordfish": "miecznik",
    "larger fish": "większa ryba",
    "short braid in a line": "krótka sprzeczność w linii",
    "braid in a line": "sprzeczność w linii",
    "ordered set": "zbiór uporządkowany",
    "x-chain": "łańcuch X",
    "xy-chain": "łańcuch XY",
    "chain across inequalities": "łańcuch przez nierówności",
    "braid": "założenie prowadzące do sprzeczności",
    "forcing cell": "rozważanie przypadków w polu",
    "forcing line": "rozważanie przypadków w linii",
    "contradiction": "sprzeczność",
    "search": "przeszukiwanie",
    "mistake": "błąd w diagramie",
    "assumption": "założenie",
}

ENDINGS = {
    "solved": "Diagram jest wypełniony.",
    "contradiction": "Rozwiązanie nie istnieje.",
    "conflict": "Nie ma rozwiązania: {clues} nie mogą być jednocześnie spełnione.",
    "several": "Łamigłówka ma kilka rozwiązań: w jednym w polu {cell} jest {value}, a w innym {other}.",
    "stuck": "Żadna reguła nie prowadzi stąd dalej.",
    "limit": "Osiągnięto limit obliczeń.",
    "step": "Liczba kroków: {count}; {ending}",
    "steps": "Liczba kroków: {count}; {ending}",
    "singles": "{first}-{last}: pola z jedną możliwością, {places}.",
    "heading": "Kroki",
}

# Checks and grades -------------------------------------------------------------------------------------

VERDICTS = {
    "kept": "Liczby spełniają wszystkie reguły.",
    "dead": "Liczby nie naruszają żadnej reguły, ale łamigłówki nie da się dokończyć.",
    "broken": "Liczby naruszają reguły.",
    "full": "Diagram jest pełny, a wszystkie reguły są spełnione.",
    "wrong": "Diagram jest pełny, ale narusza reguły.",
    "unknown": "W ciągu {seconds} s nie znaleziono ani rozwiązania, ani sprzecznych wskazówek.",
    "no contradiction": "Nie ma sprzeczności.",
    "clue": "Nie ma rozwiązania: {clue} nie może zachodzić.",
    "rules": "Nie ma rozwiązania: reguły są sprzeczne.",
    "ambiguous": "Łamigłówka ma kilka rozwiązań.",
    "one redundant": "1 wskazówka jest zbędna: {clues}.",
    "redundant": "Zbędne wskazówki ({count}), każda z osobna: {clues}.",
    "needed": "Żadna wskazówka nie jest zbędna: bez dowolnej z nich jest kilka rozwiązań.",
    "open": "Żadna wskazówka nie jest zbędna, bo jest kilka rozwiązań.",
    "solutions": "Rozwiązania: {number}.",
    "none": "brak",
    "one": "jedno",
    "at least one": "co najmniej jedno",
    "several": "kilka",
    "not known": "nie wiadomo",
    "seconds": "{seconds} s",
    "less": "mniej niż {seconds} s",
    "read": "Odczytano: {words}.",
}

VIOLATIONS = {
    "range": "{cells}: {value} nie jest możliwą liczbą.",
    "row": "{line}: liczba {value} jest w polach {cells}.",
    "column": "{line}: liczba {value} jest w polach {cells}.",
    "region": "Liczba {value} jest dwa razy w jednym obszarze: {cells}.",
    "repeat": "Liczba {value} jest dwa razy w jednej grupie: {cells}.",
    "inequality": "Liczba w polu {first} musi być mniejsza niż w polu {last}.",
    "cycle": "Nierówności tworzą cykl: {cells}.",
    "chain": "Nierówności między polami {cells} nie zostawiają liczby dla pola {last}.",
    "bar": "Liczby w polach {cells} nie pasują do kresek.",
    "clue": "{cells}: suma nie ma białego pola.",
    "length": "Grupa {cells} ma za dużo pól.",
    "total": "Grupa {cells} nie może mieć swojej sumy.",
}

GRADES = {
    "point": ",",
    "hardest": "najtrudniejszy krok {score} ({technique})",
    "no steps": "bez kroków",
    "step": "{steps} krok trudniejszy od łatwych",
    "steps": "kroki trudniejsze od łatwych: {steps}",
    "total": "suma punktów {total}",
    "moment": "mniej niż minuta",
    "minute": "około {time} minuty",
    "minutes": "około {time} minut",
    "hours": "około {time} godzin",
    "limit": "; reguły osiągnęły granicę obliczeń",
}

# Booklets ----------------------------------------------------------------------------------------------

FAMILIES = {
    "futoshiki": "Futoshiki",
    "kakuro": "Kakuro",
    "latin_square": "Kwadrat łaciński",
    "sudoku": "Sudoku",
}

VARIANTS = {
    "diagonals": "przekątne",
    "windows": "okna",
    "disjoint-groups": "grupy rozłączne",
    "anti-knight": "bez skoczka",
    "anti-king": "bez króla",
    "non-consecutive": "bez kolejnych liczb",
    "killer": "killer",
    "even-odd": "parzyste i nieparzyste",
}

LEVELS = {
    "trivial": "poziom bardzo łatwy",
    "easy": "poziom łatwy",
    "moderate": "poziom średni",
    "tricky": "poziom dość trudny",
    "hard": "poziom trudny",
    "extreme": "poziom bardzo trudny",
    "diabolical": "poziom diabelski",
    "search": "poziom wymagający prób",
}

BOOKLET = {
    "puzzles": "Łamigłówki",
    "page": "Strona {number}",
    "caption": "{number}. {family} {size}, {level}",
    "none": "brak rozwiązania",
    "several": "kilka rozwiązań",
    "answers": "Rozwiązania",
    "why none": "brak rozwiązania",
    "why several": "istnieje kilka rozwiązań",
    "why unknown": "liczba rozwiązań nie jest znana",
    "rules": "{family}: zasady",
    "puzzle": "Łamigłówka",
    "solution": "Rozwiązanie",
    "begin": "Jak zacząć",
    "cells": "w2k3 to pole w wierszu 2 i kolumnie 3.",
    "levels": "Poziomy trudności",
}

RULES = {
    "fill": "W każde puste pole wpisz liczbę: od 1 do 4 w diagramie 4 x 4, od 1 do 9 w diagramie 9 x 9.",
    "rows": "W każdym wierszu i w każdej kolumnie każda liczba występuje dokładnie raz.",
    "boxes": "Także w każdym obszarze obwiedzionym grubą linią każda liczba występuje dokładnie raz.",
    "signs": "Liczby muszą być zgodne ze znakami między polami: ostry koniec znaku wskazuje mniejszą z dwóch liczb.",
    "bars": (
        "Kreska stoi między dwoma polami, których liczby różnią się o 1. Gdzie nie ma kreski, liczby sąsiednich pól "
        "różnią się bardziej."
    ),
    "white": "W każde białe pole wpisz liczbę od 1 do 9.",
    "totals": (
        "Liczba w czarnym polu to suma. Jeśli stoi nad przekątną, dotyczy białych pól na prawo od niej, a jeśli pod "
        "przekątną – białych pól poniżej, aż do następnego czarnego pola lub do brzegu."
    ),
    "sums": "Liczby w tych polach dają razem tę sumę, a żadna z nich się nie powtarza.",
    "diagonals": "Na każdej z dwóch długich przekątnych, które są zacieniowane, żadna liczba się nie powtarza.",
    "windows": "W każdym zacieniowanym kwadracie żadna liczba się nie powtarza.",
    "disjoint-groups": "Pola w tym samym miejscu różnych bloków zawierają różne liczby.",
    "anti-knight": "Dwa pola odległe o ruch skoczka zawierają różne liczby.",
    "anti-king": "Dwa pola, które stykają się rogami, zawierają różne liczby.",
    "non-consecutive": "Liczby w dwóch polach sąsiadujących bokiem nigdy nie różnią się dokładnie o 1.",
    "killer": (
        "Liczby w obszarze obwiedzionym linią przerywaną dają razem liczbę w jego rogu, a żadna z nich się "
        "nie powtarza."
    ),
    "even-odd": "Pole z małym kwadratem zawiera liczbę parzystą, a pole z kółkiem liczbę nieparzystą.",
}
