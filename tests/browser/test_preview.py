"""The preview in Chromium: what it shows after a save, by which keys, and what it survives."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect
from preview_pages import (
    HAS_TEXT,
    find_free_port,
    find_violations,
    open_page,
    previewed,
    wait_for_text,
    wait_until,
)
from workbooks import write_xlsx

pytestmark = pytest.mark.browser

PACKAGE = Path(__file__).parents[2] / "printgen"
CARDS = "name,cost,text\n" + "".join(
    f"Card {number},{number % 9},Deal {number} damage.\n" for number in range(1, 25)
)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "cards.csv"
    file.write_text(CARDS)
    return file


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "bakery"
    shutil.copytree(PACKAGE / "starters" / "bakery", folder)
    return folder


@pytest.fixture
def page(deck: Path, context: BrowserContext) -> Iterator[Page]:
    with previewed(deck) as (address, _):
        page = open_page(context, address)
        errors: list[Error] = []
        page.on("pageerror", lambda error: errors.append(error))
        yield page
        assert [error.message for error in errors] == []


def test_a_saved_cell_is_painted_without_a_reload(page: Page, deck: Path) -> None:
    wait_for_text(page, "Card 1")
    deck.write_text(CARDS.replace("Card 1,", "Wyvern,"))
    wait_for_text(page, "Wyvern")
    expect(page.locator("#status")).to_contain_text("1 card changed")


def test_every_view_has_its_key(page: Page) -> None:
    stage = page.locator("#stage")
    expect(stage.locator(".face")).to_have_count(24)
    page.keyboard.press("x")
    expect(stage.locator(".face")).to_have_count(1)
    expect(page.locator("#inspector")).to_contain_text("cards.csv:2")
    page.keyboard.press("v")
    expect(stage.locator(".fan .face")).to_have_count(24)
    page.keyboard.press("c")
    expect(stage.locator(".all .face")).to_have_count(24)
    page.keyboard.press("2")
    expect(stage.locator(".page")).to_have_count(3)
    page.keyboard.press("1")
    expect(stage.locator(".all .face")).to_have_count(24)


def test_arrows_go_from_face_to_face_and_enter_shows_one(page: Page) -> None:
    page.locator(".face").first.click()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".face[aria-selected=true]")).to_have_attribute("data-id", "deck/2")
    page.keyboard.press("Enter")
    expect(page.locator("#stage .face")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#stage .face")).to_have_count(24)


@pytest.mark.parametrize("name", ["grey", "protan", "deutan", "tritan", "laser"])
def test_each_filter_is_applied_to_the_faces(page: Page, name: str) -> None:
    page.get_by_role("button", name="Look").click()
    page.locator("#filter").select_option(name)
    shown = "name => getComputedStyle(document.querySelector('.picture')).filter.includes(name)"
    wait_until(page, shown, f"filter-{name}")


def test_overlays_can_be_switched_on(page: Page) -> None:
    page.get_by_role("button", name="Look").click()
    boxes = page.locator("#overlays input")
    for index in range(boxes.count()):
        boxes.nth(index).check()
    assert boxes.count() >= 4
    picture = "document.querySelector('.picture').shadowRoot"
    wait_until(page, f"() => {picture}.querySelectorAll('.box').length >= 3")


def test_search_leaves_the_faces_that_have_the_text(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("Card 17")
    expect(page.locator("#stage .face")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#stage .face")).to_have_count(24)


def test_a_text_that_does_not_fit_is_shown_with_its_problem(page: Page, deck: Path) -> None:
    deck.write_text(CARDS.replace("Card 3,", f"C{'a' * 90}rd,"))
    expect(page.locator("#toggle")).to_contain_text("1 error")
    expect(page.locator("#list")).to_contain_text("cards.csv:4")
    expect(page.locator("#status")).not_to_contain_text("Up to date")
    deck.write_text(CARDS)
    expect(page.locator("#toggle")).to_contain_text("No problems")


def test_data_that_cannot_be_read_leaves_the_last_pictures(
    game: Path, context: BrowserContext
) -> None:
    data = game / "game.yaml"
    whole = data.read_text()
    with previewed(game) as (address, _):
        page = open_page(context, address)
        count = page.locator(".face").count()
        data.write_text(f"{whole}\nprints: {{")
        expect(page.locator("#list")).to_contain_text("game.yaml")
        assert page.locator(".face").count() == count
        data.write_text(whole)
        expect(page.locator("#toggle")).to_contain_text("No problems")


def test_a_style_is_applied_at_once(game: Path, context: BrowserContext) -> None:
    style = game / "templates" / "card.css"
    with previewed(game) as (address, _):
        page = open_page(context, address)
        style.write_text(f"{style.read_text()}\nhtml {{ background-color: #fffff1; }}\n")
        wait_for_text(page, "#fffff1", HAS_TEXT.replace("textContent", "innerHTML"))


def test_a_template_that_never_ends_is_stopped_and_reported(
    game: Path, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_SECONDS", "3")
    template = game / "templates" / "card.html"
    whole = template.read_text()
    loops = "{% for i in range(99999) %}" * 3 + "{% endfor %}" * 3
    with previewed(game) as (address, _):
        page = open_page(context, address)
        count = page.locator(".face").count()
        template.write_text(whole.replace("</body>", f"{loops}</body>"))
        expect(page.locator("#list")).to_contain_text("card.html")
        assert page.locator(".face").count() == count
        template.write_text(whole)
        expect(page.locator("#toggle")).to_contain_text("No problems")


def test_a_killed_renderer_is_started_again(deck: Path, context: BrowserContext) -> None:
    with previewed(deck) as (address, process):
        page = open_page(context, address)
        stop_renderers(process, signal.SIGKILL)
        deck.write_text(CARDS.replace("Card 1,", "Basilisk,"))
        wait_for_text(page, "Basilisk")


def test_a_renderer_that_hangs_is_reported_and_started_again(
    deck: Path, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_SECONDS", "2")
    with previewed(deck) as (address, process):
        page = open_page(context, address)
        stop_renderers(process, signal.SIGSTOP)
        deck.write_text(CARDS.replace("Card 1,", "Basilisk,"))
        expect(page.locator("#list")).to_contain_text("no sign of life")
        wait_for_text(page, "Basilisk")
        expect(page.locator("#toggle")).to_contain_text("No problems")


def stop_renderers(process: subprocess.Popen[str], signal_number: int) -> None:
    """Send a signal to the processes that draw the faces of a preview."""
    pids = find_renderers(process.pid)
    assert pids
    for pid in pids:
        os.kill(pid, signal_number)


def find_renderers(pid: int) -> list[int]:
    """Return the processes below `pid` that draw faces."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        parents[int(folder.name)] = int(status[1]), b"--part=renderer" in command
    found = []
    for candidate, (parent, is_renderer) in parents.items():
        while is_renderer and parent > 1 and parent != pid:
            parent = parents.get(parent, (0, False))[0]
        found += [candidate] * (is_renderer and parent == pid)
    return found


def test_of_twenty_saves_in_a_second_the_last_is_shown(page: Page, deck: Path) -> None:
    for number in range(20):
        deck.write_text(CARDS.replace("Card 1,", f"Save {number} of 19,"))
        time.sleep(0.05)
    wait_for_text(page, "Save 19 of 19")
    expect(page.locator("#toggle")).to_contain_text("No problems")


def test_seven_tabs_all_follow(deck: Path, context: BrowserContext) -> None:
    with previewed(deck) as (address, _):
        pages = [open_page(context, address) for _ in range(7)]
        deck.write_text(CARDS.replace("Card 1,", "Hydra,"))
        for each in pages:
            each.bring_to_front()
            wait_for_text(each, "Hydra")


def test_a_page_says_that_the_preview_has_ended(deck: Path, context: BrowserContext) -> None:
    with previewed(deck) as (address, process):
        page = open_page(context, address)
        process.terminate()
        expect(page.locator("#status")).to_contain_text("ended")


def test_a_page_says_what_to_do_when_the_preview_is_back(
    deck: Path, context: BrowserContext
) -> None:
    port = find_free_port()
    with previewed(deck, "--port", port) as (address, _):
        page = open_page(context, address)
    expect(page.locator("#status")).to_contain_text("ended")
    with previewed(deck, "--port", port) as (address, _):
        expect(page.locator("#status")).to_contain_text("Open the address that it printed")
        page.goto(address)
        wait_for_text(page, "Card 1")


def test_all_fits_in_a_narrow_window(page: Page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    inside = """() => document.documentElement.scrollWidth <= 400 && [...document.querySelectorAll(
      'header button, header select, nav button, footer button')].every(button =>
      button.getBoundingClientRect().right <= 400)"""
    wait_until(page, inside)
    page.locator(".face").first.click()
    expect(page.locator("#stage .face")).to_have_count(1)
    expect(page.locator("#inspector")).to_contain_text("cards.csv:2")
    wait_until(page, inside)


def test_a_phone_keeps_zoom_and_keys(page: Page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    expect(page.locator("#zoom")).to_be_visible()
    width = "() => document.querySelector('.paper').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.keyboard.press("+")
    wait_until(page, f"before => (({width})()) > before * 1.1", before)
    page.keyboard.press("v")
    expect(page.locator("#stage .fan")).not_to_have_count(0)


def test_the_page_is_dark_if_the_system_is(page: Page) -> None:
    brightness = """() => ['backgroundColor', 'color'].map(name =>
      getComputedStyle(document.body)[name].match(/[0-9]+/g).slice(0, 3)
        .reduce((sum, value) => sum + Number(value), 0))"""
    page.emulate_media(color_scheme="light")
    wait_until(page, f"() => (([ground, text]) => ground > text + 300)(({brightness})())")
    page.emulate_media(color_scheme="dark")
    wait_until(page, f"() => (([ground, text]) => text > ground + 300)(({brightness})())")


def test_many_cards_are_drawn_as_they_are_scrolled_to(
    tmp_path: Path, context: BrowserContext
) -> None:
    file = tmp_path / "many.csv"
    file.write_text("name,cost\n" + "".join(f"Card {number},1\n" for number in range(1, 501)))
    with previewed(file) as (address, _):
        page = open_page(context, address)
        expect(page.locator(".face")).to_have_count(500)
        page.locator(".face").last.scroll_into_view_if_needed()
        wait_for_text(page, "500")  # a large title breaks before its number
        drawn = "() => [...document.querySelectorAll('.picture')].filter(p => p.drawn).length"
        wait_until(page, f"() => (({drawn})()) < 200")


def test_a_click_on_a_value_changes_only_its_cell(page: Page, deck: Path) -> None:
    edit_value(page, "name", "Card 1", "Wyvern")
    page.keyboard.press("Enter")
    wait_for_text(page, "Wyvern")
    assert deck.read_text() == CARDS.replace("Card 1,", "Wyvern,")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toast")).to_contain_text("taken back")
    assert deck.read_text() == CARDS


def edit_value(page: Page, name: str, old: str, new: str) -> None:
    """Write a new text into the editor of a value."""
    page.locator(f"#fields [data-name={name}]").click()
    editor = page.locator(".editor textarea")
    expect(editor).to_have_value(old)
    expect(editor).to_be_focused()
    editor.fill(new)


def test_escape_leaves_a_value_as_it_was(page: Page, deck: Path) -> None:
    edit_value(page, "text", "Deal 1 damage.", "Nothing")
    page.keyboard.press("Escape")
    expect(page.locator(".editor")).to_have_count(0)
    expect(page.locator("#fields [data-name=text]")).to_be_focused()
    assert deck.read_text() == CARDS


def test_an_editor_opens_where_cards_were_drawn_since_the_click(page: Page) -> None:
    def draw_first(route: Route) -> None:
        page.keyboard.press("+")  # draws all panels
        route.continue_()

    page.route("**/cell?*", draw_first)
    page.locator("#fields [data-name=text]").click()
    expect(page.locator(".editor textarea")).to_have_value("Deal 1 damage.")


def test_a_value_is_changed_by_a_click_on_the_large_card(page: Page) -> None:
    page.keyboard.press("x")
    wait_for_text(page, "Card 1")
    page.locator("#stage [data-field=text]").first.click()
    expect(page.locator(".editor textarea")).to_have_value("Deal 1 damage.")


def test_a_row_is_added_and_removed(page: Page, deck: Path) -> None:
    page.get_by_role("button", name="Copy this card").click()
    expect(page.locator("#stage .face")).to_have_count(25)
    expect(page.locator("#inspector")).to_contain_text("cards.csv:3")
    page.get_by_role("button", name="Remove this card").click()
    expect(page.locator("#stage .face")).to_have_count(24)
    assert deck.read_text() == CARDS


def test_a_line_that_cannot_be_read_is_edited_in_the_list(
    deck: Path, context: BrowserContext
) -> None:
    deck.write_text(CARDS.replace("Card 24,", '"Card 24,'))
    with previewed(deck) as (address, _):
        page = open_page(context, address)
        page.get_by_role("button", name="Edit line 25").click()
        editor = page.locator("#list textarea")
        expect(editor).to_have_value('"Card 24,6,Deal 24 damage.')
        editor.fill("Card 24,6,Deal 24 damage.")
        page.keyboard.press("Enter")
        expect(page.locator("#stage .face")).to_have_count(24)
    assert deck.read_text() == CARDS


def test_a_workbook_is_read_only(tmp_path: Path, context: BrowserContext) -> None:
    file = tmp_path / "cards.xlsx"
    write_xlsx(file, {"Cards": [["name", "text"], ["Troll", "Sleeps."]]})
    with previewed(file) as (address, _):
        page = open_page(context, address)
        expect(page.locator("#inspector")).to_contain_text("A workbook is read only here")
        expect(page.locator("button.value")).to_have_count(0)


LOOT = "d20,Result\n1-3,Goblins\n4-9,Wolves\n11-15,Nothing\n15-20,Dragon\n"


@pytest.fixture
def loot(tmp_path: Path) -> Path:
    file = tmp_path / "loot.csv"
    file.write_text(LOOT)
    return file


def test_a_dice_table_shows_its_ranges(loot: Path, context: BrowserContext) -> None:
    with previewed(loot) as (address, _):
        page = open_page(context, address)
        expect(page.locator("#list")).to_contain_text("no row contains 10", ignore_case=True)
        expect(page.locator(".gap")).to_contain_text(["10"])
        expect(page.locator(".overlap")).to_contain_text(["15"])


def test_a_click_on_a_roll_mends_it(loot: Path, context: BrowserContext) -> None:
    with previewed(loot) as (address, _):
        page = open_page(context, address)
        page.get_by_role("button", name="Change the roll 11–15").click()
        page.locator(".editor textarea").fill("10-14")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_contain_text("Each roll from 1 to 20")
        assert loot.read_text() == LOOT.replace("11-15", "10-14")


def test_a_modifier_changes_the_chances(loot: Path, context: BrowserContext) -> None:
    loot.write_text(LOOT.replace("11-15", "10-14"))
    with previewed(loot) as (address, _):
        page = open_page(context, address)
        wolves = page.locator("tr", has_text="Wolves").locator(".figures")
        expect(wolves).to_contain_text("30.0 %")
        plus = page.get_by_role("button", name="Add 1 to each roll")
        for _ in range(6):
            plus.click()
        # Of the totals 7 to 26, three are Wolves, and 21 to 26 are in no row.
        expect(wolves).to_contain_text("15.0 %")
        expect(page.locator(".outside")).to_contain_text("30.0 %")
        expect(plus).to_be_disabled()


def test_the_button_builds_the_pdfs(page: Page, deck: Path) -> None:
    page.locator("#next").click()
    page.locator("#build").click()
    expect(page.locator("#panel")).to_contain_text("deck.pdf")
    assert (deck.parent / "output" / "cards" / "deck.pdf").is_file()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("key", ["c", "x", "v", "2", "e", "?"])
def test_axe_finds_no_violation(page: Page, deck: Path, scheme: str, key: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    deck.write_text(CARDS.replace("Card 3,", f"C{'a' * 90}rd,"))
    expect(page.locator("#toggle")).to_contain_text("1 error")
    page.keyboard.press(key)
    assert find_violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_an_editor(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    edit_value(page, "name", "Card 1", "Wyvern")
    assert find_violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_be_visible()
    assert find_violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("text", [LOOT, LOOT.replace("11-15", "10-14")], ids=["wrong", "right"])
def test_axe_finds_no_violation_in_a_dice_table(
    loot: Path, context: BrowserContext, text: str, scheme: str
) -> None:
    loot.write_text(text)
    with previewed(loot) as (address, _):
        page = open_page(context, address)
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        if text != LOOT:
            page.get_by_role("button", name="Add 1 to each roll").click()
        assert find_violations(page) == []


def test_no_text_says_that_all_is_well_beside_an_error(
    tmp_path: Path, context: BrowserContext
) -> None:
    """Errors of dice tables come after the cards are up to date."""
    file = tmp_path / "loot.csv"
    file.write_text("2d6,Result\n2-5,Gold\n6-8,Nothing\n10-12,Dragon\n")
    with previewed(file) as (address, _):
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#toggle")).to_have_text("1 error")
        expect(page.locator("#status")).to_contain_text("with 1 error")
