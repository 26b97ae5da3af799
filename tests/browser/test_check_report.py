"""The report of `check` in Chromium: readable for all, its links, its filter, narrow screens."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from preview_pages import PATIENCE

from printgen.cli import main

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "axe.min.js").read_text("utf-8")
TABLES = {
    "loot.csv": "d100,Loot\n01-30,Nothing\n31-83,Coins\n34-92,A gem\n93-00,A ring\n",
    "sky.csv": "2d6,Sky\n2,Storm\n3-5,Rain\n6-8,Cloud\n10-12,Sun\n",
    "continued.csv": "d6,Text\n1-5,a\n,which goes on here\n6,b\n",
    "dice.csv": "d6!,Thing\n1-3,Ant\n4-6,Bee\n",
    "armour.csv": "AC,0,1,2,3,4,5\n1,20,19,18,17,16,15\n2,21,,19,18,17,16\n3,22,21,20,19,18,17\n",
    "letters.csv": f"d4,Text\n1,<script>document.title='run'</script>\n2,{'x' * 10_000}\n3-4,c\n",
    "long.csv": "d100,Roll on\n"
    + "".join(f"{roll:02},Thing {roll}\n" for roll in range(1, 100))
    + "00,roll on the gem table\n",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    (folder / "tables").mkdir()
    for name, text in TABLES.items():
        (folder / "tables" / name).write_text(text)
    assert main(["check", str(folder / "tables"), "--html", str(folder / "report.html")]) == 3
    return folder / "report.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        yield playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


def open_report(
    browser: Browser, report: Path, width: int = 1200, *, has_script: bool = True
) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, java_script_enabled=has_script
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(report.as_uri())
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 400])
def test_axe_finds_no_violation(browser: Browser, report: Path, scheme: str, width: int) -> None:
    page = open_report(browser, report, width)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.evaluate("document.querySelectorAll('details').forEach(box => box.open = true)")
    page.evaluate(AXE)
    violations = page.evaluate("axe.run().then(result => result.violations)")
    found = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in violations]
    assert found == []


def test_a_link_opens_the_folded_table_of_its_cell(browser: Browser, report: Path) -> None:
    page = open_report(browser, report)
    page.get_by_role("listitem").filter(has_text="called gem").get_by_role("link").first.click()
    cell = page.locator("td:target")
    expect(cell).to_contain_text("roll on the gem table")
    expect(cell).to_be_in_viewport()
    cell.get_by_role("link").click()
    expect(page.locator("li:target")).to_contain_text("No table is called gem")


def test_the_filter_shows_the_findings_and_tables_of_a_file(browser: Browser, report: Path) -> None:
    page = open_report(browser, report)
    page.get_by_label("Show only files with").fill("SKY")
    expect(page.locator("section:visible")).to_have_count(1)
    expect(page.locator("ol > li:visible")).to_have_count(1)
    expect(page.locator("output")).to_have_text("1 shown")
    page.get_by_label("Show only files with").fill("")
    expect(page.locator("section:visible")).to_have_count(len(TABLES))


def test_all_can_be_read_without_a_script(browser: Browser, report: Path) -> None:
    page = open_report(browser, report, has_script=False)
    expect(page.locator("form")).to_be_hidden()
    expect(page.locator("#filter")).to_be_hidden()
    page.get_by_role("listitem").filter(has_text="contains 9").get_by_role("link").first.click()
    expect(page.locator(":target")).to_be_in_viewport()


@pytest.mark.parametrize("width", [400, 320])
def test_a_narrow_page_does_not_scroll_sideways(browser: Browser, report: Path, width: int) -> None:
    page = open_report(browser, report, width)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_no_cell_runs_a_script(browser: Browser, report: Path) -> None:
    page = open_report(browser, report)
    expect(page.locator("section").filter(has_text="letters.csv")).to_contain_text("<script>")
    expect(page).to_have_title("4 errors: printgen check")
