"""What the renderer tells the page: faces, values with their places, sheets, tables, mistakes."""

import base64
import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from printgen.pipeline.plan import Request
from printgen.preview import warm_game
from printgen.preview.renderer import Renderer
from printgen.rules.standalone.deck import TableDeck
from printgen.sheet_layout import SheetLayout

GAMES = Path(__file__).parents[2] / "printgen" / "games"
CARDS = "name,cost,text\nImp,3,Burns a card\nOwl,2,Sees it\n"

Event = dict[str, Any]


class Page:
    """A page that has sent commands, and everything it was told since the last one."""

    def __init__(self, source: Any, request: Request = Request()) -> None:  # noqa: B008 - frozen
        self.events: list[Event] = []
        self._opened = source, request
        self._renderer = Renderer(lambda _arguments: self._opened, self._receive)
        self.send(do="open", arguments=[])

    def _receive(self, event: str, **values: Any) -> None:
        sent = msgspec.json.encode({"event": event, **values})
        self.events.append(msgspec.json.decode(sent))

    def send(self, **command: Any) -> list[Event]:
        self.events.clear()
        self._renderer.handle_request(command)
        while self._renderer.is_busy:
            self._renderer.update_next_face()
        return self.events

    def ask(self, do: str, of: str) -> Event:
        *_, answer = self.send(do=do, of=of)
        assert (answer["event"], answer["of"]) == (do, of)
        return answer

    @property
    def composer(self) -> object:
        return self._renderer._game.composer

    def find_game(self) -> Event:
        """Return the last event of the game."""
        return [item for item in self.events if item["event"] == "game"][-1]

    def faces(self) -> dict[str, Event]:
        return {item["id"]: item for item in self.events if item["event"] == "face"}


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "cards.csv"
    file.write_text(CARDS)
    return file


def test_the_page_gets_the_font_of_a_deck(deck: Path) -> None:
    font = Path(__file__).parents[1] / "fonts" / "NotoSansCJKjp.otf"
    deck.write_text("名前\n見習い魔女\n", "utf-8")
    page = Page(TableDeck(deck, font=font))
    (event,) = [item for item in page.events if item["event"] == "font"]
    assert event["path"] == str(font)
    assert 'font-family: "NotoSansCJKjp"; font-weight: 400;' in event["rule"]
    assert event["id"].startswith("Notosanscjkjp")
    lines = re.findall(">([^<]+)</text>", page.faces()["deck/1"]["svg"])
    assert "".join(lines) == "見習い魔女"
    assert page.ask("sheets", of="deck")["sheets"]


def test_a_page_begins_with_the_game_and_every_face(deck: Path) -> None:
    page = Page(TableDeck(deck))
    options, game, *_, done = page.events
    assert (options["event"], options["problems"]) == ("options", [])
    assert (game["event"], done["event"], done["changed"]) == ("game", "done", 2)
    assert game["order"] == ["deck/1", "deck/2"]
    assert not game["broken"]
    faces = page.faces()
    assert [*faces] == ["deck/1", "deck/2"]
    record = faces["deck/1"]
    assert (record["width"], record["height"], record["copies"]) == (63.5, 88.9, 1)
    assert ">Imp<" in faces["deck/1"]["svg"]
    fonts = [item for item in page.events if item["event"] == "font"]
    assert all("@font-face" in font["rule"] and Path(font["path"]).is_file() for font in fonts)
    assert "@font-face" not in faces["deck/1"]["svg"]


def test_an_edit_sends_only_the_face_that_it_changes(deck: Path) -> None:
    page = Page(TableDeck(deck))
    deck.write_text(CARDS.replace("Owl", "Elk"))
    page.send(do="change", paths=[str(deck)])
    assert [*page.faces()] == ["deck/2"]


def test_faces_that_are_looked_at_come_first(deck: Path) -> None:
    page = Page(TableDeck(deck))
    page.send(do="look", of="deck/2\ndeck/9")
    deck.write_text(CARDS.replace("cost", "price"))
    page.send(do="change", paths=[str(deck)])
    assert [*page.faces()] == ["deck/2", "deck/1"]


def test_a_value_is_where_the_data_writes_it() -> None:
    page = Page(GAMES / "combat-leader", Request(only=("deck",), cards="20"))
    answer = page.ask("fields", of="deck/A-20")
    places = {
        field["name"]: (Path(field["place"]["file"]).name, field["place"]["line"])
        for field in answer["fields"]
    }
    texts = {field["name"]: field["text"] for field in answer["fields"]}
    lines = (GAMES / "combat-leader" / "deck.yaml").read_text().splitlines()

    def find(text: str) -> tuple[str, int]:
        return "deck.yaml", 1 + next(i for i, line in enumerate(lines) if text in line)

    assert texts["rank"] == "7"
    assert places["rank"] == find("[6, 7, 8, 9, 10, J]")
    assert places["suit"] == find("[hearts, Hearts, hearts]")  # a reference
    assert places["repair"] == find("{repair: N/A, ")  # `from`, then a reference
    assert places["accuracy.miss"] == find("{rank: A, repair: FIXED!")  # `shift`: six rows above
    assert places["accuracy.miss.label"] == find("{result: miss")  # the head of a group


def test_sheets_have_every_copy_in_its_place(deck: Path) -> None:
    deck.write_text("name,qty\nImp,3\nOwl,1\n")
    answer = Page(TableDeck(deck)).ask("sheets", of="deck")
    (sheet,) = answer["sheets"]
    assert (sheet["width"], sheet["height"]) == (210, 297)
    assert [place[0] for place in sheet["places"]] == ["deck/1-1"] * 3 + ["deck/2-1"]
    assert "<svg" in sheet["marks"]


def test_a_face_is_drawn_from_its_pdf(deck: Path) -> None:
    answer = Page(TableDeck(deck)).ask("proofed", of="deck/2")
    assert base64.b64decode(answer["png"]).startswith(b"\x89PNG")
    assert not [item for item in answer["problems"] if item["severity"] == "error"]


def test_data_that_cannot_be_read_leaves_the_faces_as_they_were(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(GAMES.parent / "starters" / "bakery", folder)
    page = Page(folder)
    whole = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(whole + "\nprints: {")
    game, done = page.send(do="change", paths=[str(folder / "game.yaml")])
    assert (game["broken"], done["changed"]) == (True, 0)
    assert game["order"]
    problem = game["problems"][0]
    assert (Path(problem["where"]["file"]).name, problem["severity"]) == ("game.yaml", "error")
    (folder / "game.yaml").write_text(whole)
    game, done = page.send(do="change", paths=[str(folder / "game.yaml")])
    assert (game["broken"], done["changed"]) == (False, 0)


def test_a_face_that_does_not_fit_is_drawn_next_to_its_problem(deck: Path) -> None:
    page = Page(TableDeck(deck))
    deck.write_text(CARDS.replace("Imp", "I" + "m" * 90 + "p"))
    page.send(do="change", paths=[str(deck)])
    face = page.faces()["deck/1"]
    (problem,) = face["problems"]
    where = problem["where"]
    assert (Path(where["file"]).name, where["line"], where["field"]) == ("cards.csv", 2, "name")
    assert "mmmm" in face["svg"]
    deck.write_text(CARDS)
    page.send(do="change", paths=[str(deck)])
    assert not page.faces()["deck/1"]["problems"]


def test_a_dice_table_has_its_ranges_and_findings(tmp_path: Path) -> None:
    file = tmp_path / "loot.csv"
    file.write_text("d20,Result\n1-3,Goblins\n4-9,Wolves\n11-15,Nothing\n15-20,Dragon\n")
    page = Page(TableDeck(file))
    *_, game, done = page.events
    assert (game["event"], done["event"]) == ("game", "done")
    (table,) = game["charts"]
    rows = [(row["low"], row["high"], row["text"], row["place"]["line"]) for row in table["rows"]]
    assert (table["low"], table["high"]) == (1, 20)
    assert rows[:2] == [(1, 3, "Goblins", 2), (4, 9, "Wolves", 3)]
    (problem,) = game["problems"]
    assert "no row contains 10" in problem["message"]


@pytest.mark.slow
@pytest.mark.quick(every=2)
@pytest.mark.parametrize("options", [{"duplex": "long"}, {"fold": True}])
def test_options_for_backs_leave_fronts_and_backs_apart(options: Any) -> None:
    request = Request(only=("deck",), cards="1-10", layout=SheetLayout(paper="a4", **options))
    page = Page(GAMES / "combat-leader", request)
    assert [id_ for id_, *_ in page.events[1]["prints"]] == ["deck", "deck-backs"]
    sheets = page.ask("sheets", of="deck")["sheets"]
    assert len(sheets) == (4 if "duplex" in options else 3)
    ids = {place[0].partition("/")[0] for sheet in sheets for place in sheet["places"]}
    assert ids == {"deck", "deck-backs"}
    assert page.ask("proofed", of="deck/A-01")["png"]


def test_a_question_about_something_that_is_gone_has_no_answer(deck: Path) -> None:
    page = Page(TableDeck(deck))
    for what in ("fields", "proofed", "sheets"):
        assert page.send(do=what, of="deck/9") == []


def test_a_game_of_which_a_face_cannot_be_made_leaves_all_faces_as_they_were(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "game"
    shutil.copytree(GAMES.parent / "starters" / "bakery", folder)
    page = Page(folder)
    order = page.events[1]["order"]
    data = folder / "game.yaml"
    data.write_text(data.read_text().replace("each: ", "shows: [name, name], each: ", 1))
    game = page.send(do="change", paths=[str(data)])[0]
    assert game["broken"]
    assert game["order"] == order


def test_notes_of_check_and_the_usual_safe_area_are_sent(tmp_path: Path) -> None:
    folder = tmp_path / "bakery"
    shutil.copytree(GAMES.parent / "starters" / "bakery", folder)
    (folder / "templates" / "nothing.html").write_text("<html/>")
    page = Page(folder)
    assert {face["safe"] for face in page.faces().values()} == {2.0}
    games = [event for event in page.events if event["event"] == "game"]
    (note,) = games[-1]["problems"]
    assert note["message"] == "no print uses this file"


def read_cell(page: Page, of: str, name: str, kind: str = "cell") -> Event:
    (answer,) = page.send(do="cell", of=of, name=name, kind=kind)
    assert (answer["event"], answer["of"], answer["name"]) == ("cell", of, name)
    return answer


def edit(page: Page, of: str, name: str, kind: str = "cell", **values: str) -> Event:
    """Return the answer to an edit. What it changes is sent after it."""
    answer, *_ = page.send(do="cell", of=of, name=name, kind=kind, **values)
    return answer


QUOTED = 'name;cost;text\r\n"Imp";3;"Says ""no"",\r\ntwice"\r\nOwl;2;Sees'


def test_an_edit_changes_one_cell_and_can_be_taken_back(deck: Path) -> None:
    deck.write_bytes(QUOTED.encode("cp1252"))
    page = Page(TableDeck(deck, encoding="cp1252"))
    cell = read_cell(page, "deck/1", "text")
    assert cell["text"] == 'Says "no",\ntwice'
    answer = edit(page, "deck/1", "text", new="Says “yes”; once", digest=cell["digest"])
    assert (answer["written"], answer["canUndo"]) == (str(deck), True)
    changed = QUOTED.replace('Says ""no"",\r\ntwice', "Says “yes”; once")
    assert deck.read_bytes() == changed.encode("cp1252")
    assert "yes" in page.faces()["deck/1"]["svg"]
    other = read_cell(page, "deck/2", "cost")
    edit(page, "deck/2", "cost", new="7", digest=other["digest"])
    assert not edit(page, "", "", "undo").get("error")
    assert deck.read_bytes() == changed.encode("cp1252")
    assert edit(page, "", "", "undo")["canUndo"] is False
    assert deck.read_bytes() == QUOTED.encode("cp1252")
    assert "no change" in edit(page, "", "", "undo")["error"]


def test_a_file_that_changed_meanwhile_is_not_edited(deck: Path) -> None:
    page = Page(TableDeck(deck))
    cell = read_cell(page, "deck/1", "cost")
    deck.write_text(CARDS.replace("Owl", "Elk"))
    answer = edit(page, "deck/1", "cost", new="9", digest=cell["digest"])
    assert "changed" in answer["error"]
    assert deck.read_text() == CARDS.replace("Owl", "Elk")
    cell = read_cell(page, "deck/1", "cost")
    edit(page, "deck/1", "cost", new="9", digest=cell["digest"])
    deck.write_text(CARDS)
    assert "changed" in edit(page, "", "", "undo")["error"]
    assert deck.read_text() == CARDS


def test_cards_are_added_and_removed(deck: Path) -> None:
    page = Page(TableDeck(deck))
    edit(page, "deck/1", "", "add-row")
    assert deck.read_text() == CARDS.replace("Owl", "Imp,3,Burns a card\nOwl")
    edit(page, "deck/3", "", "remove-row")
    assert deck.read_text() == "name,cost,text\nImp,3,Burns a card\nImp,3,Burns a card\n"
    edit(page, "", "", "undo")
    edit(page, "", "", "undo")
    assert deck.read_text() == CARDS


def test_an_empty_cell_and_a_cell_that_is_left_out_are_edited(deck: Path) -> None:
    deck.write_text("name,cost,text\nImp,,\nOwl\n")
    page = Page(TableDeck(deck))
    for of, name, new in (("deck/1", "cost", "3"), ("deck/2", "text", "Sees, all")):
        cell = read_cell(page, of, name)
        assert cell["text"] == ""
        edit(page, of, name, new=new, digest=cell["digest"])
    assert deck.read_text() == 'name,cost,text\nImp,3,\nOwl,,"Sees, all"\n'


def test_a_line_that_cannot_be_read_is_edited_as_it_is_written(deck: Path) -> None:
    broken = 'name,text\nImp,"Burns" it\nOwl,Sees\n'
    deck.write_text(broken)
    page = Page(TableDeck(deck))
    games = [event for event in page.events if event["event"] == "game"]
    where = games[-1]["problems"][0]["where"]
    name = f"{where['file']}:{where['line']}:{where['column']}"
    line = read_cell(page, "", name, "line")
    assert (line["text"], line["isLine"]) == ('Imp,"Burns" it', True)
    edit(page, "", name, "line", new="Imp,Burns it", digest=line["digest"])
    assert [*page.faces()] == ["deck/1", "deck/2"]


def test_a_roll_is_edited_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "loot.csv"
    file.write_text("d20,Result\n1-3,Goblins\n5-20,Wolves\n")
    page = Page(TableDeck(file))
    game = page.find_game()
    place = game["charts"][0]["rows"][1]["place"]
    name = f"{place['file']}:{place['line']}:{place['column']}"
    cell = read_cell(page, "", name)
    assert cell["text"] == "5-20"
    edit(page, "", name, new="4-20", digest=cell["digest"])
    assert not page.find_game()["problems"]
    (odds,) = page.find_game()["odds"]
    assert odds["chances"]["+0"] == {
        "Goblins": ["3/20", 0.15],
        "Wolves": ["17/20", 0.85],
        "": ["0/1", 0],
    }
    assert odds["chances"]["+2"][""] == ["1/10", 0.1]


def test_files_that_are_not_the_users_are_not_edited(tmp_path: Path) -> None:
    page = Page(GAMES / "combat-leader", Request(only=("roster",)))
    for place in (GAMES / "combat-leader" / "deck.yaml", "/etc/hosts", tmp_path / "other.csv"):
        answer = read_cell(page, "", f"{place}:1:1", "line")
        assert answer["error"]
        assert "text" not in answer
    folder = tmp_path / "deck"
    folder.mkdir()
    (folder / "cards.csv").write_text(CARDS)
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    page = Page(TableDeck(folder / "cards.csv"))
    for path in (folder / "link.txt", folder / ".." / "secret.txt"):
        answer = read_cell(page, "", f"{path}:1:1", "line")
        assert answer["error"]
        assert "text" not in answer


def test_options_that_contradict_each_other_leave_the_cards_as_they_were(deck: Path) -> None:
    page = Page(TableDeck(deck))
    page._opened = (
        TableDeck(deck),
        Request(layout=SheetLayout(paper="a4", machine="silhouette", cut="lines")),
    )
    (options, done) = page.send(do="open", arguments=[])
    assert options["problems"][0]["where"]["subject"].startswith("--cut")
    assert (done["event"], done["changed"]) == ("done", 0)
    assert page.ask("sheets", of="deck")["sheets"][0]["width"] == 210


def test_another_paper_composes_no_card_again(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(TableDeck(deck))
    page._opened = TableDeck(deck), Request(layout=SheetLayout(paper="letter"))
    monkeypatch.setattr(warm_game, "compose_faces", None)
    page.send(do="open", arguments=[])
    assert not page.faces()
    assert page.ask("sheets", of="deck")["sheets"][0]["width"] == 215.9


def test_the_page_is_told_what_the_game_says_of_options_and_columns(deck: Path) -> None:
    deck.write_text("name,cost,back\nImp,3,Fire\nOwl,2,Air\n")
    game = Page(TableDeck(deck)).find_game()
    assert ["tarot", "Tarot, 70 × 120 mm"] in game["facts"]["size"]["choices"]
    assert "duplex" not in game["facts"]
    columns = {column["name"]: column["role"] for column in game["columns"]}
    assert columns == {"name": "title", "cost": "index", "back": "back"}
    deck.write_text(CARDS)
    game = Page(TableDeck(deck)).find_game()
    assert game["facts"]["duplex"]["why"]
    assert game["facts"]["sheet"]["isHidden"]


def test_the_next_cell_of_a_line_is_found_after_an_edit(deck: Path) -> None:
    page = Page(TableDeck(deck))
    cell = read_cell(page, "deck/1", "cost")
    edit(page, "deck/1", "cost", new="a hundred", digest=cell["digest"])
    assert read_cell(page, "deck/1", "text")["text"] == "Burns a card"


def test_a_missing_picture_leaves_a_placeholder_and_an_error(deck: Path) -> None:
    deck.write_text("name,picture\nImp,imp.png\nOwl,owl.png\n")
    Image.new("RGB", (60, 60), "red").save(deck.parent / "owl.png")
    page = Page(TableDeck(deck))
    game = page.find_game()
    assert (game["broken"], game["order"]) == (False, ["deck/1", "deck/2"])
    (problem,) = (item for item in game["problems"] if item["severity"] == "error")
    assert (problem["where"]["line"], "imp.png" in problem["message"]) == (2, True)
    assert "imp" in page.faces()["deck/1"]["svg"].casefold()


def test_icons_of_another_file_are_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(GAMES.parent / "starters" / "bakery", folder)
    page = Page(folder)
    icons = tmp_path / "own.json"
    icons.write_text(
        '{"prefix": "own", "width": 16, "icons": {"bun": {"body": "<path d=\'M0 0h9v9z\'/>"}}}'
    )
    composer = page.composer
    page._opened = folder, Request(icons=(icons,))
    page.send(do="open", arguments=[])
    assert page.composer is not composer
    page._opened = folder, Request(icons=(icons,), layout=SheetLayout(paper="a3"))
    composer = page.composer
    page.send(do="open", arguments=[])
    assert page.composer is composer


def test_a_sheet_shows_only_its_part_of_a_board() -> None:
    """A part of 215 × 153.5 mm is in the middle of A4 landscape; parts share 10 mm."""
    page = Page(GAMES / "colonial-siege", Request(only=("map",)))
    sheets = page.ask("sheets", of="map")["sheets"]
    places = [place for sheet in sheets for place in sheet["places"]]
    assert [place[1:3] for place in places] == [
        pytest.approx(corner)
        for corner in ((41, 28.25), (-164, 28.25), (41, -115.25), (-164, -115.25))
    ]
    assert all(place[4] == pytest.approx((41, 28.25, 256, 181.75)) for place in places)
