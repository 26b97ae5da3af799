"""The command `printgen icons`."""

from pathlib import Path

import click

from printgen.cli import terminal
from printgen.cli.options.arguments import ICONS_OPTION, format_examples


@click.command("icons", epilog=format_examples("icons sword", "icons arrow --html arrows.html"))
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@ICONS_OPTION
@click.option("--html", type=Path, metavar="FILE", help="Also write a page with their pictures.")
def find_icons(words: tuple[str, ...], icons: tuple[Path, ...], html: Path | None) -> None:
    """List the icons with each WORD in their names, and their sets.

    Searches the folder icons in the current folder, and the files of --icons. To get sets of
    icons, see printgen docs icons.
    """
    from jinja2 import Template

    from printgen.layout.template.icons import find_icon_files, find_similar_icons, list_icons
    from printgen.system.files import write_files

    files = (*find_icon_files(Path()), *icons)
    if not files:
        message = "there is no folder icons here, and no --icons: see printgen docs icons"
        raise click.UsageError(message)
    known = list_icons(files)
    found = [(name, set_) for name, set_ in known if all(word in name for word in words)]
    if not found:
        similar = ", ".join(find_similar_icons(files, "-".join(words)))
        hint = f"did you mean {similar}?" if similar else "see printgen docs icons"
        raise click.UsageError(f"no icon is called {' '.join(words)}: {hint}")
    terminal.print_table([(name, set_.prefix) for name, set_ in found])
    if html:
        template = Template(Path(__file__).with_suffix(".html").read_text("utf-8"), autoescape=True)
        write_files({html: template.render(words=words, found=found).encode()}, "name another file")
