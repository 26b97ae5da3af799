"""Each command says what it did in so many words, and exits as docs/limits.md lists."""

import os
import re
from pathlib import Path

import click
import pytest

from printgen import cli
from printgen.cli import main
from printgen.system.bundled import find_bundled_games
from tests.command_line import Printgen

COMMANDS = (
    *("build", "calibrate", "check", "docs", "export", "icons", "list", "new"),
    *("odds", "preview", "proof"),
)


def test_the_version_is_printed(printgen: Printgen) -> None:
    said = printgen("--version")
    assert (said.code, said.out, said.err) == (0, "printgen 0.2.0\n", "")


def test_the_list_names_the_games_and_their_prints(printgen: Printgen) -> None:
    said = printgen("list")
    assert (said.code, said.out, said.err) == (
        0,
        (
            "colonial-siege    Colonial siege    deck, deck-backs, box, sheet, markers,"
            " markers-backs, map, roster\n"
            "combat-leader     Combat Leader     deck, deck-backs, box, sheet, markers,"
            " markers-backs, roster\n"
            "fistful-of-lead   Fistful of Lead   deck, deck-backs, box, sheet, markers, tokens, "
            "tokens-backs, roster\n"
            "horse-and-musket  Horse and Musket  deck, deck-backs, box, sheet, markers,"
            " markers-backs, roster\n"
            "true-lead         True Lead         deck, deck-backs, box, sheet, markers,"
            " markers-backs, roster\n"
        ),
        "",
    )


def test_a_long_list_of_cards_is_cut(printgen: Printgen, tmp_path: Path) -> None:
    """Keys that are words make no ranges: hundreds of them would hide the rest."""
    rows = ", ".join(f"[k{letter}{other}]" for letter in "abcdef" for other in "abcde")
    text = (
        "game: {id: g, name: Game G}\nprints: {deck: {template: a.html, each: cards}}\n"
        f"cards: {{columns: {{card: key}}, rows: [{rows}]}}\n"
    )
    (tmp_path / "game.yaml").write_text(text)
    listed = printgen("list", tmp_path).out
    assert "--cards  kaa, kab, kac" in listed
    assert listed.rstrip().endswith("kca, kcb and 18 more")


def test_the_help_cuts_no_sentence(printgen: Printgen) -> None:
    said = printgen("--help").out
    commands = said.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in commands] == list(COMMANDS)
    assert [line for line in commands if not line.endswith(".") or line.endswith("...")] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_every_option_and_shows_examples(printgen: Printgen, command: str) -> None:
    said = printgen(command, "--help")
    assert said.code == 0
    assert re.search(rf"\n  Examples?:\n\n    printgen {command}", said.out)
    options = [
        option
        for option in cli._printgen.commands[command].params
        if isinstance(option, click.Option) and not option.hidden
    ]
    assert all(option.help for option in options)
    # GroupedCommand shows only the options that are in a group.
    assert [option.opts for option in options if option.opts[-1] not in said.out] == []


def test_examples_in_help_are_right_usage(printgen: Printgen) -> None:
    """Every option that an example shows is one that its command takes."""
    for command in COMMANDS:
        taken = {
            name
            for option in cli._printgen.commands[command].params
            for name in (*option.opts, *option.secondary_opts)
        }
        shown = re.findall(rf"^    printgen {command} (.+)$", printgen(command, "-h").out, re.M)
        for example in shown:
            assert set(re.findall(r"(?<!\S)--?[a-z-]+", example)) <= taken


@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("biuld",), "No such command 'biuld'"),
        (("build", "--paper", "a9"), "--paper a9: error: there is no such paper"),
        (("build", "combat-leader", "--only", "cards"), "Combat Leader has no such print"),
        (("build", "--decks", "0"), "0 is not in the range x>=1"),
        (("build", "combat-leader", "--decks", "7"), "has the decks A Olive, B Navy, C Rust,"),
        (("build", "combat-leader", "--deck", "G"), "has the decks A Olive, B Navy, C Rust,"),
        (("build", "combat-leadr"), "did you mean combat-leader? bundled"),
        (
            ("build", "fistful-of-lead", "--only", "markers", "--cards", "shok"),
            "mean shock? separate",
        ),
        (("build", "combat-leader", "--deck", "B", "--decks", "2"), "--decks 2: error: cannot"),
        (("build", "combat-leader", "--cards", "61"), "the deck has no row '61'; it has 1-60"),
        (("build", "combat-leader", "--skip", "9"), "a sheet has only 9 places"),
        (("build", "colonial-siege", "--only", "roster", "--skip", "2"), "only 2 places"),
        (("build", "combat-leader", "--only", "sheet", "--skip", "1"), "is printed on whole pages"),
        (("build", "combat-leader", "--size", "deck=tcg"), "Combat Leader has no deck in size tcg"),
        (("export", "combat-leader", "--table", "card"), "no table called card"),
        (("check", "--against", "nowhere.csv"), "'nowhere.csv' does not exist"),
        (("proof", "nowhere.pdf"), "'nowhere.pdf' does not exist"),
    ],
)
def test_wrong_usage_exits_2_and_names_the_mistake(
    printgen: Printgen,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    found: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = printgen(*words)
    assert said.code == 2
    assert found in said.err
    assert list(tmp_path.iterdir()) == []


def test_every_unknown_game_is_named_and_none_is_built(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    said = printgen("build", "combat-leader", "nix", "empty")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "nix: error: is neither a bundled game nor a folder with a game.yaml\n"
        f"  bundled games: {', '.join(game.name for game in find_bundled_games())}\n"
        "  the same: empty\n"
    )
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_check_says_what_held(printgen: Printgen) -> None:
    said = printgen("check", "combat-leader")
    assert (said.code, said.err) == (0, "")
    assert re.search(r"^combat-leader: [1-9]\d* declared checks passed$", said.out, re.M)
    assert ": error: " not in said.out


def test_check_reports_every_mistake_with_its_place_and_exits_3(
    printgen: Printgen, game: Path
) -> None:
    (game / "extra.yaml").write_text("sides2: many\nteams: {rows: [[1]]}\n", encoding="utf-8")
    said = printgen("check", game)
    assert (said.code, said.err) == (3, "")
    assert f"{game / 'extra.yaml'}:1:1: error: sides2 is not a table" in said.out
    assert f"{game / 'extra.yaml'}:2:1: error: a table without columns" in said.out
    assert re.search(r"^game: [2-9] errors$", said.out, re.M)


@pytest.mark.slow
def test_rules_that_break_their_own_checks_exit_3_and_build_nothing(
    printgen: Printgen, game: Path, tmp_path: Path
) -> None:
    deck = game / "deck.yaml"
    deck.write_text(deck.read_text(encoding="utf-8").replace("shift: -1", "shift: -2"), "utf-8")
    checked = printgen("check", game)
    assert checked.code == 3
    assert re.search(r"^game: [\d,]+ errors?$", checked.out, re.M)
    built = printgen("build", game, "--output", tmp_path / "output")
    assert (built.code, built.out) == (3, "")
    assert built.err.endswith("game: no PDF was written; existing PDFs are unchanged\n")
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_an_export_agrees_with_its_game_until_a_cell_is_changed(
    printgen: Printgen, tmp_path: Path
) -> None:
    table = tmp_path / "deck.csv"
    said = printgen("export", "combat-leader", "-o", table)
    assert (said.code, said.err) == (0, "")
    assert re.fullmatch(rf"{re.escape(str(table))}  60 rows  \d KB\n", said.out)
    assert printgen("export", "combat-leader").out == table.read_text("utf-8")

    agreed = printgen("check", "combat-leader", "--against", table)
    assert agreed.code == 0
    assert f"; {table} agrees with it\n" in agreed.out

    rows = table.read_text("utf-8").splitlines()
    assert rows[17].startswith("17,value,4,hearts,2 or less,")
    rows[17] = rows[17].replace("2 or less", "3 or less")
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    differs = printgen("check", "combat-leader", "--against", table)
    assert differs.code == 3
    assert "17" in differs.out
    assert "3 or less" in differs.out


def test_an_export_replaces_no_pipe_and_says_what_to_do(printgen: Printgen, tmp_path: Path) -> None:
    pipe = tmp_path / "deck.csv"
    os.mkfifo(pipe)
    said = printgen("export", "combat-leader", "-o", pipe)
    assert (said.code, said.out) == (6, "")
    assert said.err.endswith(
        "\n  name another file with -o, or leave -o out to write to standard output\n"
    )
    assert pipe.is_fifo()


def test_a_pdf_that_is_too_large_fails_its_proof(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printgen.proof.reading.pdf_file.MAX_FILE_BYTES", 100)
    path = tmp_path / "large.pdf"
    path.write_bytes(b"%PDF" + bytes(1_000))
    said = printgen("proof", path)
    assert (said.code, said.err) == (5, "")
    assert said.out.startswith(f"{path}: error: the file has more than 100 bytes\n")


def test_against_wants_one_game(printgen: Printgen, game: Path, tmp_path: Path) -> None:
    table = tmp_path / "deck.csv"
    table.touch()
    said = printgen("check", "combat-leader", game, "--against", table)
    assert said.code == 2
    assert "--against needs exactly one GAME: name it" in said.err


def test_a_fault_of_its_own_exits_1_and_asks_for_a_report(
    printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(_: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("printgen.rules.source.load_source", faulty)
    said = printgen("check", "combat-leader")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("printgen 0.2.0 stopped because of a bug in printgen: Runtime")
    assert "Traceback" not in said.err
    monkeypatch.setenv("PRINTGEN_TRACEBACK", "1")
    assert "Traceback" in printgen("check", "combat-leader").err


def test_an_interrupt_exits_130(printgen: Printgen, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("printgen.rules.source.load_source", interrupted)
    said = printgen("check", "combat-leader")
    assert (said.code, said.out) == (130, "")
    assert said.err.strip() == "interrupted; no file was left half written"


def test_main_takes_the_words_of_the_process_where_none_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["printgen", "--version"])
    assert main() == 0
    assert capsys.readouterr().out == "printgen 0.2.0\n"
