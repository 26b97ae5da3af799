"""The page as a person without a terminal uses it: from a spreadsheet to the PDF of a deck."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import BrowserContext, Download, Locator, Page, expect
from preview_pages import (
    PATIENCE,
    READY,
    find_free_port,
    find_violations,
    open_page,
    previewed,
    run_preview,
    wait_for_text,
    wait_until,
)
from workbooks import write_xlsx

pytestmark = pytest.mark.browser

DECK = (
    "name;cost;text;back\r\n"
    'Bog Witch;3;"Roll; then ""laugh""";Monster\r\n'
    "Troll;5;Sleeps by day.;Monster\r\n"
)
LOOT = "d20,Result\n1-3,Goblins\n4-9,Wolves\n11-15,Nothing\n15-20,Dragon\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for the start page."""
    folder = tmp_path / "cards"
    folder.mkdir()
    return folder


@pytest.fixture
def start(folder: Path, context: BrowserContext) -> Iterator[Page]:
    """The start page of the empty folder."""
    with run_preview(folder, "--port", find_free_port()) as (address, _):
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#games button").first).to_be_visible()
        yield page


@pytest.fixture
def deck(folder: Path) -> Path:
    """A table of cards with backs."""
    file = folder / "deck.csv"
    file.write_bytes(DECK.encode())
    return file


@pytest.fixture
def page(deck: Path, context: BrowserContext) -> Iterator[Page]:
    """The page of the table of cards."""
    with previewed(deck) as (address, _):
        yield open_page(context, address)


def choose_file(page: Page, name: str, text: str) -> None:
    """Choose a file, as in the window that the browser opens."""
    file = {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
    page.set_input_files("#file", [file])


def drop_file(page: Page, name: str, text: str) -> None:
    """Drop a file on the page."""
    drop = """([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    }"""
    page.evaluate(drop, [name, text])


def press_button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def open_print_step(page: Page) -> None:
    """Go to the step Print, and wait until the pages are counted."""
    press_button(page, "Print →")
    expect(page.locator("#panel .sum")).to_contain_text("card")


def make_pdfs(page: Page, title: str = "Ready to print") -> None:
    """Make the PDFs, and wait for the list of files."""
    page.locator("#build").click()
    expect(page.locator("#result")).to_have_text(title)


def choose(page: Page, label: str) -> None:
    """Choose a segment by its label."""
    page.locator("#panel .segments label", has_text=label).click()


def download(page: Page, link: Locator) -> Download:
    with page.expect_download() as info:
        link.click()
    return info.value


# ---- From a spreadsheet to a PDF


@pytest.mark.parametrize("bring", [choose_file, drop_file], ids=["chosen", "dropped"])
def test_five_clicks_lead_from_a_spreadsheet_to_a_duplex_pdf(
    start: Page, folder: Path, bring: Callable[[Page, str, str], None]
) -> None:
    clicks = record_clicks(start)
    bring(start, "deck.csv", DECK)
    press_button(start, "Save and open")
    expect(start.locator("#stage .face")).to_have_count(2)
    press_button(start, "Print →")
    choose(start, "Flip on long edge")
    make_pdfs(start)
    pdf = download(start, start.get_by_role("link", name="Download deck-duplex-long.pdf"))

    wait_until(start, "() => true")  # calls from the page arrive in their order
    assert len(clicks) == 5, clicks
    assert pdf.suggested_filename == "deck-duplex-long.pdf"
    written = folder / "output" / "deck" / "deck-duplex-long.pdf"
    assert pdf.path().read_bytes() == written.read_bytes()
    assert (folder / "deck.csv").read_bytes() == DECK.encode()


def record_clicks(page: Page) -> list[str]:
    """Return a list that gets the text of each element that a pointer is pressed on from now on."""
    clicks: list[str] = []
    page.expose_function("recordClick", lambda text: clicks.append(text))
    page.add_init_script(
        "addEventListener('pointerdown', event => recordClick(event.target.textContent), true)"
    )
    page.reload()
    expect(page.locator("#games button").first).to_be_visible()
    return clicks


def test_the_keyboard_alone_leads_from_the_example_to_a_pdf(start: Page, folder: Path) -> None:
    clicks = record_clicks(start)
    press_tab_until(start, "Try an example")
    start.keyboard.press("Enter")
    expect(start.get_by_label("Name of monsters.csv")).to_be_focused()
    start.keyboard.press("Enter")
    expect(start.locator("#stage .face")).to_have_count(4)
    press_tab_until(start, "Print →")
    start.keyboard.press("Enter")
    expect(start.locator("#panel .sum")).to_contain_text("7 cards on 1 page")
    press_tab_until(start, "Separate files")
    start.keyboard.press("ArrowRight")
    expect(start.get_by_role("radio", name="Flip on long edge")).to_be_checked()
    expect(start.locator("#panel .sum")).to_contain_text("2 pages")
    press_tab_until(start, "Make PDFs")
    start.keyboard.press("Enter")
    expect(start.locator("#result")).to_be_focused()
    press_tab_until(start, "Download deck-duplex-long.pdf")
    with start.expect_download() as info:
        start.keyboard.press("Enter")

    assert clicks == []
    written = folder / "output" / "monsters" / "deck-duplex-long.pdf"
    assert info.value.path().read_bytes() == written.read_bytes()


def press_tab_until(page: Page, name: str) -> None:
    """Press Tab until the control with this name has the focus."""
    script = """() => {
      const focused = document.activeElement;
      return focused.ariaLabel ?? focused.labels?.[0]?.textContent ?? focused.textContent;
    }"""
    names = []
    for _ in range(150):
        page.keyboard.press("Tab")
        names.append(page.evaluate(script).strip())
        if names[-1] == name:
            return
    raise AssertionError(f"Tab never reaches {name}: {names}")


def test_a_file_that_exists_is_not_replaced(start: Page, folder: Path) -> None:
    other = folder / "deck.csv"
    other.write_text("name\nAn old card\n")
    choose_file(start, "deck.csv", DECK)
    press_button(start, "Save and open")
    expect(start.locator("#save [role=alert]")).to_contain_text("another file called deck.csv")
    expect(start.get_by_label("Name of deck.csv")).to_have_value("deck-2.csv")
    press_button(start, "Save and open")
    expect(start.locator("#stage .face")).to_have_count(2)
    assert other.read_text() == "name\nAn old card\n"
    assert (folder / "deck-2.csv").read_bytes() == DECK.encode()


def test_a_file_that_is_no_table_is_refused_with_a_hint(start: Page, folder: Path) -> None:
    choose_file(start, "deck.docx", "no table")
    press_button(start, "Save")
    expect(start.locator("#save [role=alert]")).to_contain_text("Save it as CSV, XLSX or ODS")
    assert [*folder.iterdir()] == []


@pytest.mark.parametrize("way", ["button", "keys"])
def test_copied_cells_become_a_table(
    start: Page, folder: Path, context: BrowserContext, way: str
) -> None:
    cells = "name\ttext\nWyvern\tFlies.\nTroll\tSleeps.\n"
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    start.evaluate("cells => navigator.clipboard.writeText(cells)", cells)
    if way == "button":
        press_button(start, "Paste cells")
    else:
        start.keyboard.press("ControlOrMeta+v")
    expect(start.get_by_label("Name of pasted.tsv")).to_be_visible()
    press_button(start, "Save and open")
    expect(start.locator("#status")).to_contain_text(READY)
    wait_for_text(start, "Wyvern")
    assert (folder / "pasted.tsv").read_text() == cells


def test_the_start_page_offers_what_was_printed_last_with_its_options(
    start: Page, deck: Path
) -> None:
    start.reload()
    start.locator("#found").get_by_role("button", name="deck.csv").click()
    expect(start.locator("#status")).to_contain_text(READY)
    open_print_step(start)
    choose(start, "Flip on short edge")
    expect(start.locator("#panel .sum")).to_contain_text("2 pages")
    start.locator("#home").click()
    last = start.locator("#recent").get_by_role("button", name="deck.csv")
    expect(last).to_contain_text("duplex short")
    last.click()
    open_print_step(start)
    expect(start.get_by_role("radio", name="Flip on short edge")).to_be_checked()


def test_help_opens_the_documentation_of_the_page(start: Page) -> None:
    with start.expect_popup() as popup:
        start.get_by_role("link", name="Help").click()
    expect(popup.value.get_by_role("heading", level=1)).to_have_text("The page")


def test_help_on_an_option_opens_its_documentation(page: Page) -> None:
    open_print_step(page)
    press_button(page, "Help: Paper")
    help_text = page.locator("#panel .help-text")
    expect(help_text).to_be_visible()
    with page.expect_popup() as popup:
        help_text.get_by_role("link", name="Read more").click()
    expect(popup.value.get_by_role("heading", level=1)).to_contain_text("Print")


def test_quit_ends_the_program(folder: Path, context: BrowserContext) -> None:
    with run_preview(folder, "--port", find_free_port()) as (address, process):
        page = context.new_page()
        page.goto(address)
        press_button(page, "Quit")
        expect(page.get_by_role("heading", level=1)).to_have_text("printgen has ended")
        assert process.wait(PATIENCE / 1000) == 0


# ---- The options


def test_contradictory_choices_say_so_and_nothing_can_be_made(page: Page) -> None:
    open_print_step(page)
    page.get_by_label("Fold fronts and backs", exact=True).check()
    choose(page, "Flip on long edge")
    wrong = page.locator("#panel .option.wrong")
    expect(wrong).to_contain_text("Cannot be combined with “Fold fronts and backs”")
    expect(page.locator("#build")).to_be_disabled()
    wrong.get_by_role("button", name="Leave out “Fold fronts and backs”").click()
    expect(wrong).to_have_count(0)
    expect(page.get_by_label("Fold fronts and backs", exact=True)).not_to_be_checked()
    expect(page.locator("#build")).to_be_enabled()


def test_a_problem_is_solved_by_its_button(folder: Path, context: BrowserContext) -> None:
    file = folder / "art.csv"
    file.write_text("name,picture\nTroll,troll.png\nWyvern,wyvern.png\n")
    with previewed(file) as (address, _):
        page = open_page(context, address)
        expect(page.locator("#list")).to_contain_text("Cannot find picture troll.png")
        page.locator("#toggle").click()  # the cards are shown, so the list does not open by itself
        press_button(page, "Use “Placeholders for missing pictures”")
        wait_for_text(page, "Wyvern")
        expect(page.locator("#toggle")).not_to_contain_text("error")


def test_a_missing_picture_is_dropped_on_the_page(folder: Path, context: BrowserContext) -> None:
    file = folder / "art.csv"
    file.write_text("name,picture\nTroll,troll.svg\n")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'
    with previewed(file) as (address, _):
        page = open_page(context, address)
        expect(page.locator("#list")).to_contain_text("Cannot find picture troll.svg")
        drop_file(page, "troll.svg", svg)
        press_button(page, "Save")
        expect(page.locator("#toggle")).not_to_contain_text("error")
        wait_for_text(page, "Troll")
    assert (folder / "troll.svg").read_text() == svg


def test_a_column_is_left_out_and_another_gets_a_role(page: Page) -> None:
    wait_for_text(page, "Troll")
    cost = page.get_by_role("combobox", name="cost", exact=True)
    text = page.get_by_role("combobox", name="text", exact=True)
    has_cost = has_value("cost")
    wait_until(page, has_cost)
    cost.select_option("Not printed")
    wait_until(page, f"() => !(({has_cost})())")
    expect(cost.locator("option:checked")).to_have_text("Not printed")
    text.select_option("Flavour text")
    expect(text.locator("option:checked")).to_have_text("Flavour text")
    expect(page.locator("#toggle")).to_contain_text("No problems")
    cost.select_option("Automatic")
    wait_until(page, has_cost)


def has_value(column: str) -> str:
    """Return a script that says whether a card in view shows a value of the column."""
    return f"""() => [...document.querySelectorAll('.picture')].some(
      picture => picture.shadowRoot.querySelector('[data-field={column}]'))"""


def test_one_back_is_printed_for_all_cards(folder: Path, context: BrowserContext) -> None:
    file = folder / "plain.csv"
    file.write_text("name,text\nTroll,Sleeps.\nWyvern,Flies.\n")
    with previewed(file) as (address, _):
        page = open_page(context, address)
        open_print_step(page)
        expect(page.get_by_role("radio", name="Flip on long edge")).to_be_disabled()
        back = page.get_by_label("Back of all cards", exact=True)
        back.fill("The night")
        back.press("Enter")
        expect(page.get_by_role("radio", name="Flip on long edge")).to_be_enabled()
        choose(page, "Flip on long edge")
        wait_for_text(page, "The night")
        expect(page.locator("#panel .sum")).to_contain_text("2 cards on 2 pages")
        make_pdfs(page)
        expect(page.locator(".files li")).to_contain_text("deck-duplex-long.pdf")


def test_the_sheet_of_a_workbook_is_chosen(folder: Path, context: BrowserContext) -> None:
    file = folder / "cards.xlsx"
    sheets = {
        "Monsters": [["name", "text"], ["Troll", "Sleeps."]],
        "Spells": [["name", "text"], ["Fireball", "Burns."]],
    }
    write_xlsx(file, sheets)
    with previewed(file) as (address, _):
        page = open_page(context, address)
        page.get_by_label("Sheet of the workbook").select_option("Spells")
        wait_for_text(page, "Fireball")
        expect(page.locator("#stage .face")).to_have_count(1)


# ---- Files


def test_a_choice_counts_even_if_the_pdfs_are_made_at_once(page: Page, deck: Path) -> None:
    open_print_step(page)
    gap = page.get_by_label("Space between cards", exact=True)
    gap.fill("4")  # the click on the button is what ends the typing
    make_pdfs(page)
    assert [file.name for file in (deck.parent / "output" / "deck").glob("deck.pdf")] == []
    expect(page.locator(".files li").first).to_contain_text("gutter-4")


def test_a_build_that_fails_keeps_the_old_files(page: Page, deck: Path) -> None:
    open_print_step(page)
    make_pdfs(page)
    written = deck.parent / "output" / "deck" / "deck.pdf"
    old = written.read_bytes()
    deck.write_text(DECK.replace("Troll", "T" * 120))
    expect(page.locator("#toggle")).to_contain_text("1 error")
    make_pdfs(page, "No PDF was written")
    expect(page.locator("#panel .finding").first).to_contain_text("deck.csv:3")
    expect(page.locator("#panel")).to_contain_text("The files of the last time are as they were.")
    assert written.read_bytes() == old


def test_a_cancelled_build_writes_nothing(folder: Path, context: BrowserContext) -> None:
    file = folder / "many.csv"
    file.write_text("name\n" + "".join(f"Card {number}\n" for number in range(1, 501)))
    with previewed(file) as (address, _):
        page = open_page(context, address)
        open_print_step(page)
        page.locator("#build").click()
        page.locator("#cancel").click()
        expect(page.locator("#result")).to_have_text("Cancelled")
        assert [*(folder / "output").rglob("*.pdf")] == []
        expect(page.locator("#build")).to_be_enabled()


def test_changed_cards_make_the_files_old(page: Page, deck: Path) -> None:
    open_print_step(page)
    make_pdfs(page)
    deck.write_text(DECK.replace("Troll", "Wyvern"))
    expect(page.locator("#panel")).to_contain_text("changed since")
    make_pdfs(page)
    expect(page.locator("#panel")).not_to_contain_text("changed since")


def test_the_archive_has_every_file_as_it_was_written(page: Page, deck: Path) -> None:
    open_print_step(page)
    page.get_by_text("Shops and virtual tables").click()
    dots = page.get_by_label("Also pictures (PNG), in DPI", exact=True)
    dots.fill("60")
    dots.press("Enter")
    make_pdfs(page)
    archive = download(page, page.get_by_role("link", name="Download all"))
    output = deck.parent / "output" / "deck"
    written = {file.name: file.read_bytes() for file in output.rglob("*") if file.is_file()}
    with ZipFile(BytesIO(archive.path().read_bytes())) as files:
        packed = {Path(name).name: files.read(name) for name in files.namelist()}
    assert packed == written
    assert sum(name.endswith(".png") for name in packed) >= 2


def test_the_command_makes_the_same_files(page: Page, deck: Path, tmp_path: Path) -> None:
    open_print_step(page)
    choose(page, "Flip on long edge")
    choose(page, "Grey")
    page.get_by_text("The same as a command").click()
    code = page.locator("#panel .command code")
    expect(code).to_contain_text("grey")
    make_pdfs(page)
    press_button(page, "← Options")
    program, *arguments = shlex.split(code.inner_text())
    assert program == "printgen"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(deck, elsewhere)
    subprocess.run([sys.executable, "-m", "printgen", *arguments], cwd=elsewhere, check=True)
    assert read_files(elsewhere / "output") == read_files(deck.parent / "output")


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files in a folder by their paths."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_an_edited_cell_changes_no_other_byte(page: Page, deck: Path) -> None:
    page.locator(".value[data-name=text]").click()
    editor = page.locator(".editor textarea")
    expect(editor).to_have_value('Roll; then "laugh"')
    editor.fill('Roll; then "cry"')
    editor.press("Enter")
    expect(page.locator("#fields")).to_contain_text("“cry”")
    assert deck.read_bytes() == DECK.replace("laugh", "cry").encode()


# ---- All states, for all eyes and windows


def visit_states(page: Page, folder: Path, address: str) -> Iterator[str]:
    """Show the states of the page, one after the other; yield their names."""
    (folder / "loot.csv").write_text(LOOT)
    page.goto(address)
    expect(page.locator("#found")).to_contain_text("Dice table")
    yield "start"
    choose_file(page, "deck.csv", DECK)
    expect(page.locator("#save")).to_be_visible()
    yield "question"
    (folder / "deck.csv").write_text("another file")
    press_button(page, "Save and open")
    expect(page.locator("#save [role=alert]")).to_be_visible()
    yield "question that was answered"
    press_button(page, "Save and open")
    expect(page.locator("#status")).to_contain_text(READY)
    expect(page.locator("#stage .face")).to_have_count(2)
    yield "cards"
    page.locator("#steps").get_by_role("button", name="Print").click()
    expect(page.locator("#panel .sum")).to_contain_text("card")
    yield "print"
    for details in page.locator("#panel details").all():
        details.evaluate("details => { details.open = true; }")
    press_button(page, "Help: Paper")
    expect(page.locator("#panel .help-text")).to_be_visible()
    yield "print, all options"
    page.get_by_label("Fold fronts and backs", exact=True).check()
    choose(page, "Flip on long edge")
    expect(page.locator("#panel .option.wrong")).to_be_visible()
    yield "choices that contradict each other"
    page.get_by_label("Fold fronts and backs", exact=True).uncheck()
    expect(page.locator("#panel .option.wrong")).to_have_count(0)
    make_pdfs(page)
    yield "files"
    (folder / "deck-2.csv").write_text(DECK.replace("Troll", "T" * 120))
    expect(page.locator("#panel")).to_contain_text("changed since")
    yield "old files"
    make_pdfs(page, "No PDF was written")
    yield "a build that failed"
    page.locator("#toggle").click()
    expect(page.locator("#problems")).to_be_visible()
    yield "problems"
    page.locator("#home").click()
    expect(page.locator("#recent")).to_contain_text("deck-2.csv")
    page.locator("#found").get_by_role("button", name="loot.csv").click()
    expect(page.locator(".gap")).to_contain_text(["10"])
    yield "dice"


def test_nothing_scrolls_sideways_in_a_narrow_window(folder: Path, context: BrowserContext) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 400, "height": 800})
    widths = {}
    with run_preview(folder, "--port", find_free_port()) as (address, _):
        for state in visit_states(page, folder, address):
            widths[state] = page.evaluate("document.documentElement.scrollWidth")
            hidden = page.evaluate(OUTSIDE)
            assert hidden == [], state
    assert widths == dict.fromkeys(widths, 400)
    assert len(widths) == 12


OUTSIDE = """() => [...document.querySelectorAll('button, a, input, select')]
  .filter(each => each.checkVisibility({ visibilityProperty: true }))
  .filter(each => each.getBoundingClientRect().right > 401).map(each => each.outerHTML)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_any_state(
    folder: Path, context: BrowserContext, scheme: str
) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    violations = {}
    with run_preview(folder, "--port", find_free_port()) as (address, _):
        for state in visit_states(page, folder, address):
            violations[state] = find_violations(page)
    assert {state: found for state, found in violations.items() if found} == {}
    assert len(violations) == 12
