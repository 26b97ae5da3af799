"""Each kind of claim finds its fault, and says where it is declared, what it found, what to do."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from printgen.rules.bands import Band
from printgen.rules.check import findings
from printgen.rules.claims import SameCard
from printgen.rules.load import load
from printgen.rules.model import Card, Game, RosterColumn

Change = Callable[[Game], Game]


def with_cards(game: Game, change: Callable[[tuple[Card, ...]], tuple[Card, ...]]) -> Game:
    """The game with other cards."""
    assert game.deck is not None
    return replace(game, deck=replace(game.deck, cards=change(game.deck.cards)))


def card(at: int, **change: object) -> Change:
    """Changes one card."""

    def cards(found: tuple[Card, ...]) -> tuple[Card, ...]:
        changed = replace(found[at - 1], **change)  # type: ignore[arg-type]
        return (*found[: at - 1], changed, *found[at:])

    return lambda game: with_cards(game, cards)


def declared(kind: str) -> str:
    """The line of base/checks.yaml that declares a check."""
    lines = (Path(__file__).parent / "base" / "checks.yaml").read_text().splitlines()
    return f"checks.yaml:{lines.index(f'  - check: {kind}') + 1}:12: "


UP_TO_1, TO_3, UP = Band(None, 1), Band(2, 3), Band(4, None)
NOTE = "pick.3 and shot at Skill 3: note: "

CASES: list[tuple[str, Change, str, str]] = [
    (
        "kinds",
        card(7, kind="value"),
        "kind storm: error: 0 cards; the data declares 1",
        "mend the deck, or the count declared here",
    ),
    (
        "order",
        card(2, number=3),
        "card 3: error: stands in place 2 of the deck",
        "number the cards from 1, each once",
    ),
    (
        "order",
        card(1, suit="blue"),
        "card 2: error: comes after a card that it should precede",
        "order the cards by suit, then by rank, the other kinds last",
    ),
    (
        "suits by ranks",
        card(1, rank="2"),
        "1 of Red: error: stands on 0 cards; the data declares 1",
        "give each suit and rank as many cards as declared",
    ),
    (
        "suits by ranks",
        card(7, suit="red"),
        "no rank of red: error: stands on 1 cards",
        "give each such card a suit and a rank of the deck, or neither",
    ),
    (
        "partition",
        card(1, bands=(Band(0, 1), TO_3, UP)),
        'card 1, shot.miss: error: "0 to 1" does not begin where the table does',
        "leave its lower end open",
    ),
    (
        "partition",
        card(1, bands=(UP_TO_1, Band(3, 3), UP)),
        'card 1, shot.graze: error: "3" does not follow "up to 1"',
        "begin it one above",
    ),
    (
        "partition",
        card(1, bands=(UP_TO_1, Band(2, 1), UP)),
        "card 1, shot.graze: error: 2 to 1 runs backwards",
        "exchange its ends",
    ),
    (
        "partition",
        card(1, bands=(UP_TO_1, Band(2, None), UP)),
        'card 1, shot.hit: error: "4 and up" does not follow "2 and up"',
        "close the band before it",
    ),
    (
        "partition",
        card(1, bands=(UP_TO_1, TO_3, Band(4, 9))),
        'card 1, shot.hit: error: "4 to 9" does not end where the table does',
        "leave its upper end open",
    ),
    (
        "shift",
        card(4, bands=(Band(None, 2), Band(3, 4), Band(5, None))),
        "card 4, table: error: up to 2; 3 to 4; 5 and up, which is not that of card 1 of its rank",
        "write up to 1; 2 to 3; 4 and up",
    ),
    (
        "shift",
        card(2, bands=(UP_TO_1, TO_3, UP)),
        (
            "card 2, table: error: up to 1; 2 to 3; 4 and up, "
            "which is not the rank before shifted by 1"
        ),
        "write up to 2; 3 to 4; 5 and up",
    ),
    (
        "results",
        card(1, bands=(Band(None, 0), Band(1, 3), UP)),
        "shot.miss at Skill 1: error: 5 cards; the data declares 6",
        "mend the cards' bands, or the count declared here",
    ),
    (
        "outcomes",
        card(3, outcomes=("good",)),
        'card 3, luck: error: "Good"',
        'the data declares "Bad" for its rank or kind',
    ),
    (
        "outcomes",
        card(7, outcomes=("bad",)),
        "luck, Bad: error: 3 cards; the data declares 2",
        "mend the deck, or the total declared here",
    ),
    (
        "strip",
        card(1, strip=(2, 1)),
        "pick.2, soldier 1: error: stands on 2 cards; the data declares 3",
        "mend the deck, or the count declared here",
    ),
    (
        "strip",
        card(7, strip=(1, None)),
        "pick.2, X: error: stands on 0 cards; the data declares 1",
        "mend the deck, or the count declared here",
    ),
    (
        "strip",
        card(1, strip=(1, 9)),
        "pick.3, 9: error: stands on 1 cards",
        "write 1 to 3, or X",
    ),
    (
        "succession",
        card(2, strip=(2, 3)),
        'card 2, pick.3: error: "3"',
        'the row runs on to "2" here',
    ),
    (
        "succession",
        card(7, strip=(None, 1)),
        'card 7, pick.3: error: "1"',
        'the row runs on to "X" here',
    ),
]


@pytest.mark.parametrize(("kind", "change", "message", "hint"), CASES)
def test_each_claim_finds_its_fault(
    base: Path, kind: str, change: Change, message: str, hint: str
) -> None:
    """A fault of each kind is found at the line of the claim, with these words."""
    found = [str(problem) for problem in findings(change(load(base)))]
    assert f"{base}/{declared(kind)}{message}\n  {hint}" in found


def test_a_transcribed_cell_that_differs(base: Path) -> None:
    """The card's line in checks.yaml is named, and the source's line."""
    found = [str(problem) for problem in findings(card(2, strip=(2, 3))(load(base)))]
    assert (
        f'{base}/checks.yaml:27:12: card 2, s3: error: "3"\n  line 7 of the source prints "2"'
    ) in found


def test_one_card_for_two_questions_is_noted(base: Path) -> None:
    """The note gives exact shares and stops nothing; independent fields give no note."""
    game = load(base)
    note = (
        "read from one card they depend on each other: Miss stands on 1 of the cards with "
        "soldier 3, on 0 of those with soldier 1, on 1/3 of all 6\n"
        "  draw a card for each question; the sheet should say so"
    )
    where = f"{base}/{declared('same card')}{NOTE}"
    assert [str(problem) for problem in findings(game)] == [where + note]
    same = with_cards(
        game,
        lambda cards: tuple(replace(card, bands=card.bands and cards[0].bands) for card in cards),
    )
    assert not any("note" in str(problem) for problem in findings(same))


def status(**change: object) -> Change:
    """Changes the status."""
    return lambda game: replace(game, statuses=(replace(game.statuses[0], **change),))  # type: ignore[arg-type]


def sections(**change: object) -> Change:
    """Changes every section of the sheet."""

    def changed(game: Game) -> Game:
        assert game.sheet is not None
        found = tuple(replace(section, **change) for section in game.sheet.sections)  # type: ignore[arg-type]
        return replace(game, sheet=replace(game.sheet, sections=found))

    return changed


def no_roster_column(game: Game) -> Game:
    """Takes the status off the roster."""
    assert game.roster is not None
    column = RosterColumn("hurt", "Hurt", "box")
    return sections(statuses=())(replace(game, roster=replace(game.roster, columns=(column,))))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            status(count=0),
            (
                "statuses.yaml:2:10: status hurt: error: no marker of it is made\n"
                "  give it a count of 1 or more"
            ),
        ),
        (
            sections(table=""),
            (
                "statuses.yaml:2:10: status hurt: error: no line on the sheet\n"
                "  add table: statuses to a section of sheet.yaml"
            ),
        ),
        (
            no_roster_column,
            (
                "statuses.yaml:2:10: status hurt: error: no rule names it\n"
                "  name it under statuses: of the section that gives it, or delete it"
            ),
        ),
        (
            sections(text=("Nothing happens.",)),
            (
                "sheet.yaml:11:9: section shooting: error: "
                "names the status hurt but does not say Hurt\n"
                "  use the word in its text, or take the name away"
            ),
        ),
        (
            lambda game: replace(game, statuses=()),
            (
                "sheet.yaml:11:9: status hurt: error: a rule names it and nothing defines it\n"
                "  add it to statuses.yaml"
            ),
        ),
    ],
)
def test_a_status_stands_wherever_it_belongs(base: Path, change: Change, text: str) -> None:
    """A status named is defined, has its marker, its line on the sheet and a rule that names it."""
    found = [str(problem).replace(f"{base}/", "") for problem in findings(change(load(base)))]
    assert text in found


def test_same_card_needs_a_card_to_speak_of(base: Path) -> None:
    """Where no card has both a soldier of the row and a result, the claim is an error."""
    same = (declared("same card"), "no card has both a soldier in this row and a result")
    game = load(base)
    game = replace(game, checks=tuple(c for c in game.checks if isinstance(c, SameCard)))
    for change in ({"strip": (1, None)}, {"bands": ()}):
        lacking = with_cards(
            game,
            lambda cards, change=change: tuple(replace(card, **change) for card in cards),  # type: ignore[misc, arg-type]
        )
        (problem,) = (str(problem) for problem in findings(lacking))
        assert all(part in problem for part in same)


def test_findings_come_as_they_are_found(base: Path) -> None:
    """The first is given before the rest are looked for."""
    game = card(1, kind="storm")(load(base))
    assert "kind storm" in str(next(findings(game)))
