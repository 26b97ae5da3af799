"""The reports of `check`: each finding leads to its marked cell, and texts are never markup."""

import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jinja2 import Environment
from lxml import html
from lxml.html import HtmlElement

from printgen.cli import main
from printgen.system.bundled import map_bundled_games

GAME = """game: {id: duel, name: Duel}
arms:
  columns: {arm: {type: key}, label: {type: text}, roll: {type: band, dice: 2d6}}
  rows: [[axe, Axe, 2 to 5], [bow, Bow, 6 to 9], [gun, Gun, 10 to 12]]
fighters:
  columns: {fighter: {type: key}, arm: {refers: arms}, cost: {type: number}}
  rows:
    - [ann, axe, 3]
    - [bob, bow, 4]
checks:
  - {sum: fighters.cost, is: 7}
"""
FAULTS = {
    "gap": ("d20,Loot\n1-4,Coins\n6-20,Gem\n", "6-20", "no row contains 5"),
    "overlap": ("d20,Loot\n1-10,Coins\n8-20,Gem\n", "8-20", "both contain 8 to 10"),
    "duplicate row": ("d4,Loot\n1,Coins\n2,Gem\n2,Gem\n3,Ring\n4,Crown\n", "2", "both contain 2"),
    "beyond the dice": ("d6,Loot\n1-3,Coins\n4-7,Gem\n", "4-7", "beyond the end of d6"),
    "unknown die": ("d6!,Loot\n1-3,Coins\n4-6,Gem\n", "d6!", "cannot read the dice"),
    "no roll": ("d6,Loot\n1-3,Coins\nfuor,Nut\n5-6,Gem\n", "fuor", "is not a roll"),
    "no result": ("d6,Loot\n1-3,Coins\n4-6,\n", "4-6", "has no result"),
    "wrong total": (
        "Unit,Men,Guns,Total\nA,10,2,12\nB,20,3,23\nC,5,5,11\nD,1,1,2\n", "11", "sum to 10"),
    "wrong chance": (
        "2d6,I,Chance\n2-6,a,41.7%\n7,b,16.7%\n8-11,c,38.9%\n12,d,8.3%\n", "8.3%", "is wrong"),
    "hole in a matrix": ("AC,0,1,2\n1,20,19,18\n2,21,,19\n3,22,21,20\n", "", "among numbers"),
    "unknown table": ("d6,I\n1-5,a\n6,Roll on Table B\n", "Roll on Table B", "no table is called"),
}  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def compile_once() -> Iterator[None]:
    """Compile the template of the reports once, and not for each of them."""
    compile_template, codes = Environment.compile, dict[str, Any]()

    def compile_new(environment: Environment, source: str, *more: Any) -> Any:
        if source not in codes:
            codes[source] = compile_template(environment, source, *more)
        return codes[source]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Environment, "compile", compile_new)
        yield


def check(*arguments: object) -> HtmlElement:
    """Run a check, and return its report."""
    report = Path(str(arguments[0])).parent / "report.html"
    main(["check", *map(str, arguments), "--html", str(report)])
    return html.fromstring(report.read_text("utf-8"))


def read_cell(cell: HtmlElement) -> str:
    """Return the text of a cell without the links to its findings."""
    return "".join(cell.xpath("text()")).strip()


def find_cells(page: HtmlElement, message: str) -> list[HtmlElement]:
    """Return the cells to which the one finding with this message leads; each leads back."""
    [finding] = [item for item in page.xpath("//ol/li") if message in item.text_content()]
    targets = [link[1:] for link in finding.xpath(".//a/@href") if link[1:] != finding.get("id")]
    cells = [page.get_element_by_id(target) for target in targets]
    for cell in cells:
        assert f"#{finding.get('id')}" in cell.xpath("a/@href")
    return cells


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_leads_to_its_marked_cell(tmp_path: Path, name: str) -> None:
    text, expected, message = FAULTS[name]
    (tmp_path / "t.csv").write_text(text)
    page = check(tmp_path / "t.csv")
    [cell] = find_cells(page, message[1:])  # the first letter of a sentence is a capital
    assert read_cell(cell) == expected
    assert re.search("Error|Note|Not claimed", cell.text_content())
    assert len(page.xpath("//table//*[@id]")) == 1
    assert page.xpath("//details[.//table//*[@id]]/@open")


def test_errors_come_first_and_a_clean_table_has_no_finding(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(FAULTS["unknown die"][0])
    (tmp_path / "b.csv").write_text("d6,Loot\n1-3,Coins\n4-6,Gem\n")
    (tmp_path / "c.csv").write_text(FAULTS["gap"][0])
    page = check(*sorted(tmp_path.glob("*.csv")))
    assert page.xpath("//ol/li/@class") == ["error", "unclaimed"]
    assert "1 error" in page.findtext(".//h1")
    assert page.xpath("count(//section)") == 3


def test_ranges_and_exact_chances_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("2d6,Sky\n2,Storm\n3-5,Rain\n6-8,Cloud\n10-11,Sun\n12,Heat\n")
    page = check(tmp_path / "t.csv")
    assert "No row: 9" in page.text_content()
    assert page.xpath("//div[@class='strip']//i/@class") == ["gap"]
    chances = [cell.text.strip() for cell in page.xpath("//td[starts-with(@style, '--o')]")]
    assert chances == ["1/36 (2.78 %)", "25 %", "4/9 (44.4 %)", "5/36 (13.9 %)", "1/36 (2.78 %)"]


def test_overlaps_and_digit_dice_are_drawn_as_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("d66,Name\n11-26,a\n25-46,b\n51-66,c\n")
    page = check(tmp_path / "t.csv")
    assert "Two rows: 25–26" in page.text_content()
    assert page.xpath("//div[@class='strip']/span/text()") == ["11–26", "25–46", "51–66"]


def test_a_row_for_all_other_rolls_has_their_chance(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("d20,Name\n1,a\n20,b\nanything else,c\n")
    page = check(tmp_path / "t.csv")
    chances = [cell.text.strip() for cell in page.xpath("//td[starts-with(@style, '--o')]")]
    assert chances == ["5 %", "5 %", "90 %"]


def test_a_cell_of_a_file_with_one_line_has_one_chance(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(
        '{"name": "T", "formula": "1d4", "results": ['
        '{"range": [1, 1], "text": "a"}, {"range": [2, 4], "text": "b\\ud800"}]}'
    )
    page = check(tmp_path / "t.json")
    assert page.xpath("count(//td[starts-with(@style, '--o')])") == 2


def test_rolls_without_dice_may_have_open_ends(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Roll,Name\n3 or less,a\n4-6,b\n7 or more,c\n")
    page = check(tmp_path / "t.csv")
    assert page.xpath("//div[@class='strip']/span/text()")[0] == "3 or less"
    assert not page.xpath("//td[starts-with(@style, '--o')]")


def test_a_matrix_is_a_heat_map(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("AC,0,1,2\n1,20,19,18\n2,21,20,19\n3,22,21,20\n")
    page = check(tmp_path / "t.csv")
    assert len(page.xpath("//td[starts-with(@style, '--h')]")) == 9


def test_hostile_cells_are_shown_as_text(tmp_path: Path) -> None:
    cells = [
        "<script>alert(1)</script>",
        "x" * 10_000,
        "a\x07b\u202ec",
        "\"'></td><b>&amp;",
        "{{ 7 * 7 }}",
    ]
    lines = [f'{roll},"{cell.replace(chr(34), chr(34) * 2)}"' for roll, cell in enumerate(cells, 1)]
    file = tmp_path / "<i>t.csv"
    file.write_text("\n".join(["d6,<b>Text", *lines]), "utf-8")
    page = check(file)
    [own_script] = page.xpath("//script")
    assert "alert" not in own_script.text
    assert not page.xpath("//table//b | //h3/i")
    shown = [cell.text_content() for cell in page.xpath("//tbody//td[1]")]
    assert [shown[0], shown[3], shown[4]] == [cells[0], cells[3], cells[4]]
    assert shown[1].replace(" …", "") == cells[1]
    text = (tmp_path / "report.html").read_text("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


def test_a_report_needs_no_network_and_runs_only_its_own_script(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(FAULTS["gap"][0])
    page = check(tmp_path / "t.csv")
    digest = b64encode(sha256(page.find(".//script").text.encode()).digest()).decode()
    policy = page.xpath("//meta[@http-equiv]/@content")[0]
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" == policy
    assert not page.xpath("//link | //@src | //a[not(starts-with(@href, '#'))]")


def test_anchors_stay_when_other_findings_change(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "b.csv").write_text(FAULTS["gap"][0])
    before = check(folder).xpath("//ol/li/@id")
    (folder / "a.csv").write_text(FAULTS["overlap"][0])
    assert check(folder).xpath("//ol/li/@id")[1:] == before


def test_the_report_changes_neither_output_nor_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, (text, *_) in FAULTS.items():
        (folder / f"{name}.csv").write_text(text)
    code = main(["check", str(folder)])
    plain = capsys.readouterr()
    report = tmp_path / "report.html"
    assert main(["check", str(folder), "--html", str(report)]) == code == 3
    assert capsys.readouterr() == plain
    assert report.exists()


def test_a_report_in_the_folder_is_not_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.csv").write_text("d6,Loot\n1-3,Coins\n4-6,Gem\n")
    report = tmp_path / "report.html"
    for _ in range(2):
        assert main(["check", str(tmp_path), "--html", str(report)]) == 0
    assert "not checked: report.html (a report of printgen)" in capsys.readouterr().out


def test_a_report_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("d6,Loot\n1-3,Coins\n4-6,Gem\n")
    assert (
        main(["check", str(tmp_path / "t.csv"), "--html", str(tmp_path / "t.csv" / "r.html")]) == 6
    )
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.slow
def test_a_large_folder_makes_a_small_report(tmp_path: Path) -> None:
    folder, count = tmp_path / "tables", 60
    folder.mkdir()
    for number in range(count):
        sides = (12, 20, 100)[number % 3]
        rows = (f"{roll},A band of wolves {roll},see map" for roll in range(1, sides + 1))
        (folder / f"{number}.csv").write_text("\n".join([f"d{sides},Result,Notes", *rows]))
    check(folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    assert (tmp_path / "report.html").stat().st_size <= 1.5 * size + 1500 * count


@pytest.mark.slow
def test_a_large_folder_of_faults_makes_a_small_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder, count = tmp_path / "encounters", 200
    folder.mkdir()
    for number in range(count):
        rows = "1,Goblins\n2,Wolves\n3,An ogre\n3,Bandits\n5,Nothing\n6,A dragon\n"
        (folder / f"encounter-{number:03}.csv").write_text(f"d6,Encounter\n{rows}")
    check("encounters")
    size = sum(path.stat().st_size for path in folder.iterdir())
    assert Path("report.html").stat().st_size <= 1.5 * size + 1500 * count


def test_a_long_table_is_folded(tmp_path: Path) -> None:
    rows = "".join(f"{roll:02},Thing {roll}\n" for roll in range(1, 101))
    (tmp_path / "t.csv").write_text(f"d100,Thing\n{rows}")
    page = check(tmp_path / "t.csv")
    assert page.xpath("//details[not(@open)]")
    assert "each with a chance of 1 %" in page.text_content()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "duel"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return folder


def test_a_misspelt_reference_in_a_game_is_marked_in_its_line(game: Path) -> None:
    (game / "game.yaml").write_text(GAME.replace("bow, 4", "bwo, 4"))
    [cell] = find_cells(check(game), "bwo")
    assert "[bob, bwo, 4]" in cell.text_content()


def test_a_gap_in_a_game_is_marked_in_its_table(game: Path) -> None:
    (game / "game.yaml").write_text(GAME.replace("6 to 9", "7 to 9"))
    page = check(game)
    [cell] = find_cells(page, "o row covers 6")
    assert read_cell(cell) == "7 to 9"
    assert page.xpath("//details[@open]//div[@class='strip']//i/@class") == ["gap"]


def test_a_check_that_fails_is_marked_where_it_is_declared(game: Path) -> None:
    (game / "game.yaml").write_text(GAME.replace("is: 7", "is: 8"))
    [cell] = find_cells(check(game), "fighters")
    assert "is: 8" in cell.text_content()


def test_the_coverage_of_a_game_is_in_its_report(tmp_path: Path) -> None:
    game = tmp_path / "bakery"
    shutil.copytree(map_bundled_games()["combat-leader"].parents[1] / "starters/bakery", game)
    page = check(game, "--coverage")
    assert "Coverage: the checks find" in page.text_content()


def test_junit_has_a_case_for_each_table_and_check(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "a.csv").write_text(FAULTS["gap"][0])
    (folder / "b.csv").write_text('d6,<Loot> & \x07"more"\n1-3,Coins\n4-6,Gem\n')
    (folder / "c.csv").write_text(FAULTS["unknown die"][0])
    (game / "game.yaml").write_text(GAME.replace("is: 7", "is: 8"))
    assert main(["check", str(folder), str(game), "--format", "junit"]) == 3
    root = ElementTree.fromstring(capsys.readouterr().out)  # noqa: S314 - made by this test
    suites = {Path(suite.get("name", "")).name: suite for suite in root.iter("testsuite")}
    counts = {
        name: tuple(int(suite.get(key, "")) for key in ("tests", "failures", "skipped"))
        for name, suite in suites.items()
    }
    assert counts == {
        "a.csv": (1, 1, 0),
        "b.csv": (1, 0, 0),
        "c.csv": (1, 0, 1),
        "game.yaml": (3, 1, 0),
    }
    case = suites["a.csv"].find("testcase")
    assert case is not None
    assert (case.get("name"), case.get("line")) == ("d20, Loot", "1")
    failure = case.find("failure")
    assert failure is not None
    assert "no row contains 5" in failure.get("message", "")
    assert "a.csv:3:1: error" in str(failure.text)
    failed = suites["game.yaml"].find("testcase[failure]")
    assert failed is not None
    assert failed.get("line") == "11"
