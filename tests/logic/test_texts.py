"""Steps in words: the page of fifty steps, and sentences of single steps."""

import functools
import re
from dataclasses import replace
from pathlib import Path

import pytest

import fastfuto
from fastfuto import TECHNIQUES, PuzzleError, Step, explain
from fastfuto.languages import ENGLISH, LANGUAGES, language_named
from fastfuto.logic import texts

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "techniques" / "fifty-steps.md"
explained = functools.cache(lambda text: explain(fastfuto.parse(text)))
SECTIONS = re.findall(r"```\n(.*)\n```\n\n((?:- Step .*\n)+)", PAGE.read_text(encoding="utf-8"))


def test_the_page_has_fifty_steps_of_all_kinds():
    seen = [
        explained(text).steps[int(number) - 1].technique
        for text, lines in SECTIONS
        for number in re.findall(r"- Step (\d+):", lines)
    ]
    assert len(seen) >= 50
    assert set(seen) == TECHNIQUES.keys() - {"assumption", "contradiction", "mistake", "search"}


@pytest.mark.parametrize(("text", "lines"), SECTIONS)
def test_every_sentence_of_the_page_is_that_of_its_step(text, lines):
    puzzle, explanation = fastfuto.parse(text), explained(text)
    states = list(explanation.states())
    for number, sentence in re.findall(r"- Step (\d+): (.*)\n", lines):
        step = explanation.steps[int(number) - 1]
        assert step.text() == sentence
        assert step.verify(puzzle, states[int(number) - 1])


def test_every_technique_has_one_phrase():
    assert ENGLISH.phrases.keys() == TECHNIQUES.keys()


def names_in(*phrases):
    return {name for phrase in phrases for name in re.findall(r"\{(.+?)\}", phrase)}


def test_phrases_name_parts_that_there_are_and_every_part_is_named():
    told = [
        each
        for phrase in ENGLISH.phrases.values()
        for field in (phrase.premise, phrase.conclusion, phrase.where)
        for each in field
    ]
    told += [phrase for phrases in ENGLISH.below.values() for phrase in phrases]
    assert names_in(*told) == texts.PARTS.keys()
    assert names_in(*ENGLISH.words.values()) == {
        *("where", "technique", "cell", "value", "span", "other", "line"),
        *("said", "reason", "follows", "least", "most", "signs", "lost"),
    }


# A search and a contradiction that it finds rest on nothing that has a name.
@pytest.mark.parametrize("technique", [*sorted(TECHNIQUES.keys() - {"contradiction", "search"}), "guessing"])
def test_a_step_without_what_its_technique_rests_on_has_no_words(technique):
    with pytest.raises(PuzzleError, match="the fields of the step do not match its technique"):
        Step(technique, 1.0).text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_the_page_is_told_in_every_language(language):
    name = language_named(language).lines["cell"].format(row=r"\d+", column=r"\d")
    english = r"\b(and|or|row|column|is)\b" if name == r"r\d+c\d" else r"r\d+c\d|\b(and|or|row|column|is)\b"
    for text, lines in SECTIONS:
        steps = explained(text).steps
        for number in re.findall(r"- Step (\d+):", lines):
            step = steps[int(number) - 1]
            for detail in range(4):
                said = step.text(detail, language)
                assert said.endswith(".")
                assert said[0].isupper() or re.match(name, said)
                assert not re.search(r"[{}]|  | [.,]", said)
                assert language == "en" or not re.search(english, said)
            numbers = re.findall(r"\d+", step.text())
            assert set(numbers) <= set(re.findall(r"\d+", step.text(language=language)))


def test_languages_join_and_begin_sentences_in_their_own_way():
    cells = ((0, 0), (0, 1))
    step = Step("naked pair", 3.0, (), (((0, 2), (1, 2)),), cells, (1, 2), (("row", 0),))
    assert step.text(language="de").endswith(": Z1S3 kann weder 1 noch 2 sein.")
    assert step.text(language="pl").endswith(": w polu w1k3 nie ma 1 ani 2.")
    end = Step("contradiction", 0.0, lines=(("row", 1),), values=(2,))
    assumed = Step("assumption", 0.0, placed=(((0, 0), 1),))
    braid = Step("braid", 7.0, (), (((0, 0), (1,)),), ((0, 0),), (1,), cases=(assumed, end))
    assert "Das ergibt einen Widerspruch: In Zeile 2 bleibt kein Platz für die 2." in braid.text(
        language="de"
    )


def test_a_language_that_there_is_not():
    step = fastfuto.hint(fastfuto.Futoshiki([[1, 0], [0, 0]]))
    with pytest.raises(ValueError, match=r"language must be 'en', 'de'.* or .*, got 'none'"):
        step.text(language="none")


RUN = (((1, 1), (1, 2), (1, 3)), 7)


@pytest.mark.parametrize(
    ("step", "text", "notation"),
    [
        (
            Step(
                "relation",
                1.6,
                (),
                (((0, 1), (2,)),),
                ((0, 0),),
                (3,),
                relations=(((0, 0), (0, 1), "relation"),),
            ),
            "r1c1 is 3 and by a rule cannot go with 2 in r1c2, so r1c2 is not 2.",
            "relation: {r1c1} {n3} r1c1:r1c2 ==> r1c2 != 2",
        ),
        (
            Step("run combinations", 1.7, (), (((1, 1), (5, 6)),), RUN[0], (1, 2, 4), sums=(RUN,)),
            "r2c2-r2c4 have the total 7, and the only three different numbers with this total are 1, 2 and 4, "
            "so r2c2 is not 5 or 6.",
            "run combinations: {r2c2 r2c3 r2c4} {n1 n2 n4} r2c2+r2c3+r2c4=7 ==> r2c2 != 5,6",
        ),
        (
            Step("run combinations", 1.7, (), (((0, 0), (1, 2)),), ((0, 0),), (3,), sums=((((0, 0),), 3),)),
            "r1c1 is a single cell with the total 3, so r1c1 is 3.",
            "run combinations: {r1c1} {n3} r1c1=3 ==> r1c1 != 1,2",
        ),
        (
            Step("run bounds", 2.4, (), (((2,), (1, 9)),), (), (2, 5), sums=((((0,), (2,)), 12),)),
            "Cell 1 and cell 3 have the total 12, and the cells other than cell 3 add up to 7 to 10, "
            "so cell 3 is at least 2 and at most 5.",
            "run bounds: {n2 n5} cell 1+cell 3=12 ==> cell 3 != 1,9",
        ),
        (
            Step(
                "run combinations",
                1.7,
                (),
                (((1, 3), (1, 2, 5)),),
                ((1, 3),),
                (4,),
                sums=(RUN,),
                candidates=(((1, 1), (2,)), ((1, 2), (1,))),
            ),
            "r2c2-r2c4 have the total 7, r2c2 is 2, and r2c3 is 1, so r2c4 is 4.",
            "run combinations: {r2c4} {n4} r2c2+r2c3+r2c4=7 ==> r2c4 != 1,2,5",
        ),
        (
            Step(
                "run combinations from candidates",
                2.6,
                (),
                (((1, 1), (4,)),),
                sums=(RUN,),
                candidates=(((1, 1), (1, 2, 4)), ((1, 2), (1, 2)), ((1, 3), (4,))),
            ),
            "r2c2 can only be 1, 2 or 4, r2c3 can only be 1 or 2, and r2c4 is 4. In the order of these cells, "
            "only 1 + 2 + 4 and 2 + 1 + 4 give r2c2-r2c4 the total 7, so r2c2 is not 4.",
            "run combinations from candidates: r2c2+r2c3+r2c4=7 ==> r2c2 != 4",
        ),
        (
            Step(
                "run combinations from candidates",
                2.6,
                (),
                (((0, 0), (9,)),),
                sums=((((0, 0), (0, 1)), 10),),
                candidates=(((0, 0), tuple(range(1, 10))), ((0, 1), tuple(range(2, 10)))),
            ),
            "r1c2 can only be 2, 3, 4, 5, 6, 7, 8 or 9. No choice of different candidates gives r1c1-r1c2 the "
            "total 10 if r1c1 is 9, so r1c1 is not 9.",
            "run combinations from candidates: r1c1+r1c2=10 ==> r1c1 != 9",
        ),
        (
            Step(
                "ordered set",
                6.2,
                (),
                (((0, 0), (3,)), ((0, 2), (1,))),
                ((0, 0), (0, 1), (0, 2)),
                (),
                (("row", 0),),
                (((0, 0), (0, 2)),),
                candidates=(((0, 0), (1, 2, 3)), ((0, 1), (1, 2)), ((0, 2), (1, 2, 3))),
            ),
            "In row 1, with r1c1 < r1c3, only the arrangements 1 2 3 and 2 1 3 of r1c1-r1c3 are left, "
            "so r1c1 is not 3 and r1c3 is not 1.",
            "ordered set: r1 r1c1<r1c3 ==> r1c1 != 3, r1c3 != 1",
        ),
        (
            Step(
                "x-chain",
                6.0,
                (),
                (((2, 2), (3,)),),
                ((0, 0), (0, 4), (2, 4), (2, 0)),
                (3,),
                (("row", 0), ("row", 2), ("column", 4)),
                (),
                (
                    (((0, 0), 3), ((0, 4), 3), "strong"),
                    (((0, 4), 3), ((2, 4), 3), "weak"),
                    (((2, 4), 3), ((2, 0), 3), "strong"),
                ),
            ),
            "If r1c1 is not 3, the 3 of row 1 is in r1c5. Then r3c5 is not 3, because of column 5, "
            "so the 3 of row 3 is in r3c1. So r1c1 or r3c1 is 3, and either way r3c3 is not 3.",
            "x-chain[2]: n3{r1c1 r1c5} - n3{r3c5 r3c1} ==> r3c3 != 3",
        ),
        (
            Step(
                "same-line order",
                2.3,
                (),
                (((0, 1), (4, 5)),),
                ((0, 0), (0, 2)),
                (),
                (("row", 0),),
                (((0, 1), (0, 0)), ((0, 1), (0, 2))),
                candidates=(((0, 0), (2, 5)), ((0, 2), (3, 4))),
            ),
            "r1c2 is smaller than r1c1 and r1c3, two different numbers in row 1. As r1c1 is at most 5 and r1c3 is "
            "at most 4, the smaller of them is at most 4, so r1c2 is at most 3.",
            "same-line order: r1 r1c2<r1c1 r1c2<r1c3 ==> r1c2 != 4,5",
        ),
        (
            Step(
                "run bounds",
                2.4,
                (),
                (((1, 1), (1, 2)),),
                (),
                (3, 9),
                sums=(RUN,),
                candidates=(((1, 1), (1, 2, 3, 4)), ((1, 2), (1, 2)), ((1, 3), (2,))),
            ),
            "r2c2-r2c4 have the total 7, r2c3 is at most 2 and r2c4 is 2, and these add up to at most 4, "
            "so r2c2 is at least 3.",
            "run bounds: {n3 n9} r2c2+r2c3+r2c4=7 ==> r2c2 != 1,2",
        ),
        (
            Step("contradiction", 0.0, sums=(RUN,)),
            "r2c2-r2c4 cannot have the total 7.",
            "contradiction: r2c2+r2c3+r2c4=7",
        ),
        (
            Step("contradiction", 0.0, cells=((0, 0), (0, 1)), lines=(("row", 0),)),
            "In row 1, r1c1 and r1c2 have too few values between them.",
            "contradiction: r1 {r1c1 r1c2}",
        ),
        (
            Step("contradiction", 0.0, values=(4,), lines=(("row", 0), ("row", 1))),
            "Row 1 and row 2 have too few columns for 4.",
            "contradiction: r1 r2 {n4}",
        ),
        (
            Step("contradiction", 0.0, lines=(("row", 0),)),
            "No arrangement of row 1 satisfies its inequalities.",
            "contradiction: r1",
        ),
        (
            Step(
                "naked pair",
                3.0,
                (),
                (((1, 3), (1,)),),
                ((1, 1), (1, 2)),
                (1, 2),
                (("run", 1, 1, 1, 3),),
            ),
            "In the run r2c2-r2c4, r2c2 and r2c3 can only hold 1 and 2, so they use up these numbers: r2c4 is not 1.",
            "naked pair: r2c2-r2c4 {r2c2 r2c3} {n1 n2} ==> r2c4 != 1",
        ),
        (
            Step("mistake", 0.0, removed=(((0, 0), (2,)),), cells=((0, 0),), values=(2,)),
            "The 2 in r1c1 is wrong.",
            "mistake: {r1c1} {n2} ==> r1c1 != 2",
        ),
        (
            Step("mistake", 0.0, cells=((0, 0),)),
            "The pencil marks of r1c1 exclude its correct value.",
            "mistake: {r1c1}",
        ),
    ],
)
def test_words_and_notation(step, text, notation):
    assert step.text() == text
    assert step.notation() == notation
    assert Step.from_json(step.to_json()) == step


def run_of(values, lost, **more):
    """Return a step that limits a run of two blank cells to some values."""
    cells = ((1, 1), (1, 2))
    removed = tuple((cell, lost) for cell in cells)
    return Step("run combinations", 2.6, (), removed, cells, values, sums=((cells, 16),), **more)


def sum_bound(ends, others):
    """Return a step that bounds one of two cells with the total 9 by the values of the other cell."""
    low, high = 9 - ends[-1], 9 - ends[0]
    lost = tuple(value for value in range(1, 10) if not low <= value <= high)
    return Step(
        *("run bounds", 2.4, (), (((0, 0), lost),), ((0, 0),), (low, high)),
        sums=((((0, 0), (0, 1)), 9),),
        candidates=(((0, 1), others),),
    )


@pytest.mark.parametrize(
    ("step", "english", "german"),
    [
        (
            run_of((7, 9), (1, 2, 3, 4, 5, 6, 8)),
            "r2c2-r2c3 have the total 16, and the only two different numbers with this total are 7 and 9, so "
            "r2c2 and r2c3 can only be 7 or 9.",
            "Z2S2-Z2S3 haben zusammen die Summe 16, und die einzigen zwei verschiedenen Zahlen mit dieser Summe sind 7 "
            "und 9, also können Z2S2 und Z2S3 nur 7 oder 9 sein.",
        ),
        (
            run_of((7, 9), (6, 8)),
            "r2c2-r2c3 have the total 16, and the only two different numbers with this total are 7 and 9, so "
            "r2c2 and r2c3 are not 6 or 8.",
            "Z2S2-Z2S3 haben zusammen die Summe 16, und die einzigen zwei verschiedenen Zahlen mit dieser Summe sind 7 "
            "und 9, also können Z2S2 und Z2S3 weder 6 noch 8 sein.",
        ),
        (
            Step("hidden single", 1.5, (((0, 0), 4),), (), ((0, 0),), (4,), (("row", 0),)),
            "In row 1, only r1c1 can be 4, so r1c1 is 4.",
            "In Zeile 1 kann nur Z1S1 die 4 sein, also ist Z1S1 = 4.",
        ),
        (
            Step(
                *("x-chain", 6.6, (), (((2, 2), (3,)),), ((0, 0), (2, 0)), (3,)),
                lines=(("row", 0), ("row", 2), ("run", 0, 4, 2, 4)),
                links=(
                    (((0, 0), 3), ((0, 4), 3), "strong"),
                    (((0, 4), 3), ((2, 4), 3), "weak"),
                    (((2, 4), 3), ((2, 0), 3), "strong"),
                ),
            ),
            "If r1c1 is not 3, the 3 of row 1 is in r1c5. Then r3c5 is not 3, because of the run r1c5-r3c5, so the 3 "
            "of row 3 is in r3c1. So r1c1 or r3c1 is 3, and either way r3c3 is not 3.",
            "Ist Z1S1 nicht 3, so bleibt für die 3 in Zeile 1 nur Z1S5. Dann ist Z3S5 wegen der Gruppe Z1S5-Z3S5 nicht "
            "3, und so bleibt für die 3 in Zeile 3 nur Z3S1. Also ist Z1S1 oder Z3S1 = 3, und so oder so kann "
            "Z3S3 nicht 3 sein.",
        ),
        (
            Step(
                *("inequality bound", 1.6, (((0, 0), 4), ((0, 1), 8)), (((0, 0), (8,)), ((0, 1), (4,)))),
                *(((0, 0), (0, 1)), ()),
                inequalities=(((0, 0), (0, 1)),),
                candidates=(((0, 0), (4, 8)), ((0, 1), (4, 8))),
            ),
            "r1c1 < r1c2. Here r1c1 and r1c2 can only be 4 or 8, so r1c1 is 4 and r1c2 is 8.",
            "Z1S1 < Z1S2. Hier können Z1S1 und Z1S2 nur 4 oder 8 sein, also ist Z1S1 = 4 und Z1S2 = 8.",
        ),
        (
            sum_bound((1, 4), (1, 2, 3, 4)),
            "r1c1-r1c2 have the total 9, and r1c2 is at most 4, so r1c1 is at least 5 and at most 8.",
            "Z1S1-Z1S2 haben zusammen die Summe 9, und Z1S2 ist höchstens 4, also ist Z1S1 mindestens 5 und höchstens "
            "8.",
        ),
        (
            sum_bound((2, 3), (2, 3)),
            "r1c1-r1c2 have the total 9, and r1c2 can only be 2 or 3, so r1c1 is at least 6 and at most 7.",
            "Z1S1-Z1S2 haben zusammen die Summe 9, und Z1S2 kann nur 2 oder 3 sein, also ist Z1S1 mindestens 6 und "
            "höchstens 7.",
        ),
        (
            Step(
                *("x-chain", 6.6, (), (((2, 2), (3,)),), ((0, 0), (2, 0)), (3,)),
                lines=(("row", 0), ("row", 2), ("pair", 0, 4, 2, 3)),
                links=(
                    (((0, 0), 3), ((0, 4), 3), "strong"),
                    (((0, 4), 3), ((2, 3), 3), "weak"),
                    (((2, 3), 3), ((2, 0), 3), "strong"),
                ),
            ),
            "If r1c1 is not 3, the 3 of row 1 is in r1c5. Then r3c4 is not 3, because of the pair r1c5 and r3c4, so "
            "the 3 of row 3 is in r3c1. So r1c1 or r3c1 is 3, and either way r3c3 is not 3.",
            "Ist Z1S1 nicht 3, so bleibt für die 3 in Zeile 1 nur Z1S5. Dann ist Z3S4 wegen des Paars Z1S5 und Z3S4 "
            "nicht 3, und so bleibt für die 3 in Zeile 3 nur Z3S1. Also ist Z1S1 oder Z3S1 = 3, und so oder so "
            "kann Z3S3 nicht 3 sein.",
        ),
    ],
)
def test_conclusions_are_whole_sentences(step, english, german):
    assert (step.text(), step.text(language="de")) == (english, german)


def relation(value, lost, *, kind="differ by 1"):
    relations = (((0, 0), (0, 1), kind),)
    return Step("relation", 1.6, (), (((0, 1), lost),), ((0, 0),), (value,), relations=relations)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (relation(3, (1, 5, 6)), "so r1c2 can only be 2 or 4."),
        (relation(6, (1, 2, 3, 4)), "so r1c2 is at least 5."),
        (relation(1, (3, 4, 5)), "so r1c2 is at most 2."),
        (relation(6, (1, 2)), "so r1c2 is not 1 or 2."),
        (relation(3, (2, 3, 4), kind="do not differ by 1"), "so r1c2 is not 2, 3 or 4."),
        (relation(3, (3,), kind="differ"), "r1c1 is 3 and must differ from r1c2, so r1c2 is not 3."),
        (
            Step(
                "hidden pair",
                3.4,
                (),
                (((0, 0), (3, 4)), ((0, 1), (5,))),
                ((0, 0), (0, 1)),
                (1, 2),
                (("row", 0),),
            ),
            "so r1c1 and r1c2 can only be 1 or 2.",
        ),
        (
            Step("hidden pair", 3.4, (), (((0, 0), (3,)),), ((0, 0), (0, 1)), (1, 2), (("row", 0),)),
            "so they hold nothing else: r1c1 is not 3.",
        ),
        (
            run_of((1, 2, 3, 4, 6, 7, 8, 9), (5,)),
            "and no two different numbers with this total include 5, so r2c2 and r2c3 are not 5.",
        ),
        (
            Step(
                "run combinations",
                3.6,
                (((1, 1), 1),),
                (((1, 1), (4,)), ((1, 2), (2, 4, 5))),
                ((1, 1), (1, 2)),
                (1, 3),
                sums=((((1, 1), (1, 2)), 4),),
            ),
            "so r2c2 is not 4 but 1.",
        ),
    ],
)
def test_the_shorter_list_is_told(step, said):
    assert step.text().endswith(said)


def test_cases_with_one_argument_are_told_once():
    def case(value, *lost):
        assumed = ((0, 0), value)
        bound = Step("inequality bound", 1.6, (), (((0, 1), lost),), inequalities=(((0, 0), (0, 1)),))
        end = Step("contradiction", 0.0, values=(4,), lines=(("row", 0),))
        return Step("assumption", 0.0, (assumed,), cases=(bound, end))

    line = Step(
        *("short braid in a line", 5.2, (), (((0, 0), (5, 6, 7)),)),
        lines=(("row", 0),),
        cases=(case(5, 4), case(6, 4, 5), case(7, 4, 5, 6)),
    )
    assert line.text() == (
        "Look only at row 1. Suppose that r1c1 is 5, 6 or 7. Then r1c2 is not 4, because r1c1 < r1c2. "
        "But then row 1 has no place left for 4. So r1c1 is not 5, 6 or 7."
    )


def test_the_partner_of_a_number_in_a_pair_of_a_sum_is_left_to_the_next_step():
    cells = ((0, 0), (0, 1))
    removed = (((0, 0), (1, 2, 3)), ((0, 1), (1, 2, 3, 4, 5, 6, 8)))
    step = Step("run combinations", 1.7, (((0, 0), 7),), removed, cells, (7, 9), sums=((cells, 16),))
    assert step.text().endswith("are 7 and 9, so r1c1 is not 1, 2 or 3 but 7.")
    assert replace(step, placed=()).text().endswith("so r1c1 and r1c2 can only be 7 or 9.")


def test_steps_on_one_sum_are_told_together():
    sums = ((((0, 0), (1, 0)), 5),)
    steps = [Step("run bounds", 2.4, (), ((cell, (2,)),), (), (1, 4), sums=sums) for cell in sums[0][0]]
    end = Step("contradiction", 0.0, sums=sums)
    assumed = Step("assumption", 0.0, (((3, 3), 4),))
    braid = Step("braid", 7.0, (), (((3, 3), (4,)),), ((3, 3),), (4,), cases=(assumed, *steps, end))
    assert braid.text() == (
        "Suppose that r4c4 is 4. Then r1c1 and r2c1 are not 2, because r1c1-r2c1 have the total 5. "
        "But then r1c1-r2c1 cannot have the total 5. So r4c4 is not 4."
    )


def test_a_step_under_an_assumption_that_leaves_one_value_places_it():
    bound = Step(
        *("inequality bound", 1.6, (), (((0, 1), (4,)),)),
        inequalities=(((0, 1), (0, 0)),),
        candidates=(((0, 0), (3, 4)),),
    )
    single = Step(
        *("naked single", 1.2, (((0, 1), 2),), (), ((0, 1),), (2,)), candidates=(((0, 1), (2, 3, 4)),)
    )
    end = Step("contradiction", 0.0, values=(4,), lines=(("row", 0),))
    braid = Step(
        *("braid", 7.0, (), (((0, 0), (3,)),), ((0, 0),), (3,)),
        cases=(Step("assumption", 0.0, (((0, 0), 3),)), bound, single, end),
    )
    assert braid.text() == (
        "Suppose that r1c1 is 3. Then r1c2 is not 3 or 4 but 2, because r1c2 < r1c1. "
        "But then row 1 has no place left for 4. So r1c1 is not 3."
    )
    others = replace(single, candidates=(((0, 1), (1, 2, 3, 4)),))
    braid = replace(braid, cases=(*braid.cases[:2], others, end))
    assert "Then r1c2 is not 4, because r1c2 < r1c1. Then r1c2 is 2, the only value left of" in braid.text()


@pytest.mark.parametrize(
    ("left", "total", "reason"),
    [
        (((1, 2), (2, 3)), 9, " because the cells add up to at most 5"),
        (((4, 5), (8, 9)), 9, " because the cells add up to at least 12"),
        (((4,), (4,)), 8, " because r1c1 and r1c2 can only be 4"),
        (((1, 4), (3, 6)), 6, " because r1c1 can only be 1 or 4 and r1c2 can only be 3 or 6"),
        (((1, 4), (3, 5)), 6, " because this total could only be 1 + 5"),
        (((5, 6, 7),) * 3, 15, " because different numbers in these cells add up to at least 18"),
        (((5, 6, 7),) * 3, 19, " because different numbers in these cells add up to at most 18"),
        (((1, 2),) * 3, 4, " because r1c1, r1c2 and r1c3 can only be 1 or 2"),
        ((tuple(range(1, 10)),) * 3, 15, ""),
    ],
)
def test_a_total_that_is_not_possible_has_a_reason_if_few_words_state_it(left, total, reason):
    cells = ((0, 0), (0, 1), (0, 2))[: len(left)]
    end = Step("contradiction", 0.0, sums=((cells, total),), candidates=tuple(zip(cells, left, strict=True)))
    assumed = Step("assumption", 0.0, (((3, 3), 4),))
    braid = Step("braid", 7.0, (), (((3, 3), (4,)),), ((3, 3),), (4,), cases=(assumed, end))
    said = f"But then r1c1-r1c{len(cells)} cannot have the total {total}{reason}. So r4c4 is not 4."
    assert braid.text().endswith(said)


def test_cases_with_several_values_are_told_apart():
    cells = ((0, 0), (1, 0), (1, 1))
    removed = (((0, 0), (4, 9)), ((1, 0), (2, 4)))
    values = tuple((cell, tuple(range(1, 10))) for cell in cells)
    step = Step("run combinations from candidates", 2.6, (), removed, sums=((cells, 15),), candidates=values)
    assert "if r1c1 is 4 or 9, or r2c1 is 2 or 4, so r1c1" in step.text()
    assert "falls gilt: Z1S1 ist 4 oder 9, oder Z2S1 ist 2 oder 4. Also" in step.text(language="de")


def test_an_assumption_leaves_few_sets_of_numbers_for_a_total():
    cells, left = ((0, 0), (0, 1), (0, 2)), ((1, 4), (1, 2, 5), (1, 2, 3, 7))
    sums, candidates = ((cells, 10),), tuple(zip(cells, left, strict=True))
    assumed = Step("assumption", 0.0, (((3, 3), 4),))
    lost = Step("run bounds", 2.4, (), ((cells[2], (2, 3)),), sums=sums, candidates=candidates)
    end = Step("contradiction", 0.0, values=(4,), lines=(("row", 0),))
    braid = Step("braid", 7.0, (), (((3, 3), (4,)),), ((3, 3),), (4,), cases=(assumed, lost, end))
    reason = "because r1c1-r1c3 have the total 10, and this total could only be 1 + 2 + 7 or 1 + 4 + 5"
    assert f"Then r1c3 is not 2 or 3, {reason}. But then" in braid.text()
    grund = "denn Z1S1-Z1S3 haben zusammen die Summe 10, und dafür käme nur 1 + 2 + 7 oder 1 + 4 + 5 in Frage"
    assert f"Dann kann Z1S3 weder 2 noch 3 sein, {grund}. Das" in braid.text(language="de")


def test_ends_of_a_chain_with_one_value_are_named_together():
    links = (
        (((0, 0), 1), ((0, 0), 2), "strong"),
        (((0, 0), 2), ((0, 1), 2), "weak"),
        (((0, 1), 2), ((0, 1), 1), "strong"),
    )
    step = Step("xy-chain", 6.6, (), (((1, 0), (1,)),), ((0, 0), (0, 1)), (1,), (("row", 0),), (), links)
    assert "So r1c1 or r1c2 is 1, and either way" in step.text()
    assert "Also ist Z1S1 oder Z1S2 = 1, und so oder so" in step.text(language="de")
    links = (
        (((0, 0), 1), ((0, 1), 1), "strong"),
        (((0, 1), 1), ((1, 1), 1), "weak"),
        (((1, 1), 1), ((1, 2), 1), "strong"),
    )
    lines = (("row", 0), ("row", 1), ("column", 1))
    step = Step("x-chain", 6.0, (), (((0, 2), (1,)),), ((0, 0), (1, 2)), (1,), lines, (), links)
    assert "So r1c1 or r2c3 is 1, and either way" in step.text()
    assert "Also ist Z1S1 oder Z2S3 = 1, und so oder so" in step.text(language="de")


def test_a_region_of_a_jigsaw_is_not_called_a_box():
    regions = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]]
    jigsaw = fastfuto.Sudoku([[1, 0, 0, 0], [0, 2, 3, 0], [0, 0, 0, 0], [0, 0, 0, 2]], regions=regions)
    explanation = explain(jigsaw)
    named = [step for step in explanation if ("region", 0) in step.lines]
    assert [step.text() for step in named] == [
        "Only r2c1 is empty in region 1, and 4 is missing. So r2c1 is 4."
    ]
    assert all(
        step.verify(jigsaw, state) for step, state in zip(explanation, explanation.states(), strict=True)
    )
    assert "box" in {kind for step in explain(fastfuto.Sudoku(jigsaw.clues)) for kind, *_ in step.lines}


def test_the_only_unit_of_a_permutation_is_called_the_permutation():
    permutations = fastfuto.Permutations(3, forbidden=[(0, 1), (0, 2), (1, 1)])
    explanation = explain(permutations)
    assert [step.text() for step in explanation][1] == (
        "Only cell 3 is empty in the permutation, and 1 is missing. So cell 3 is 1."
    )
    assert explanation[1].text(language="de").startswith("In der Permutation ist nur Feld 3 leer")
    assert explanation[1].text(language="pl").startswith("Permutacja: puste jest tylko pole nr 3")
    assert explanation[1].notation().startswith("full house: permutation {")
    assert all(
        step.verify(permutations, state)
        for step, state in zip(explanation, explanation.states(), strict=True)
    )


def test_a_text_of_less_detail_says_where_to_look():
    step = Step("run bounds", 2.4, (), (((1, 1), (1,)),), (), (2, 9), sums=(RUN,))
    assert [step.text(detail) for detail in range(3)] == [
        "Look at r2c2-r2c4.",
        "Look at r2c2-r2c4 for a case of run bounds.",
        "r2c2-r2c4 have the total 7, and the cells other than r2c2 add up to at most 5.",
    ]


@pytest.mark.parametrize("seed", [0, 2, 8])
def test_a_chain_of_one_value_does_not_return_to_its_first_cell(seed):
    puzzle = fastfuto.generate(9, family="sudoku", variant="diagonals", seed=seed).puzzle
    chains = [step.links for step in explain(puzzle) if step.technique == "x-chain"]
    assert chains
    for links in chains:
        starts = [cell for (cell, _), _, kind in links if kind == "strong"]
        assert len(set(starts)) == len(starts)
