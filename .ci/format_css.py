"""Format style sheets: one declaration a line, or a small rule on one line.

    python .ci/format_css.py [--check]

With --check, nothing is written: files that would change are named, and the exit code is 1.
"""

import re
import sys
from pathlib import Path

import cssbeautifier

REPOSITORY = Path(__file__).resolve().parents[1]
FOLDERS = ("fonts", "templates", "printgen")
MAX_LINE = 120
"""Most letters of a line."""
SMALL_LINE, SMALL_COUNT = 100, 3
"""Most letters, and most declarations, of a rule that stays on one line."""

OPTIONS = cssbeautifier.default_options()
OPTIONS.indent_size = 2
OPTIONS.end_with_newline = True
OPTIONS.selector_separator_newline = False
OPTIONS.newline_between_rules = False
OPTIONS.preserve_newlines = True
OPTIONS.max_preserve_newlines = 2
OPTIONS.space_around_combinator = True


def format_style_sheet(text: str) -> str:
    """Return a style sheet in the format of the project."""
    spread = cssbeautifier.beautify(text, OPTIONS)
    return re.sub(r"(?m)^([^\n{}]*)\{\n([^{}]*)\}", join_small_rule, spread)


def join_small_rule(match: re.Match[str]) -> str:
    """Return a rule on one line if it is small, and otherwise as it is."""
    declarations = [line.strip() for line in match[2].split("\n") if line.strip()]
    line = f"{match[1]}{{ {' '.join(declarations)} }}"
    is_small = len(declarations) <= SMALL_COUNT and len(line) <= SMALL_LINE
    return line if is_small and "/*" not in match[2] else match[0]


def main() -> int:
    """Format all style sheets, or name those that are not formatted."""
    is_check = "--check" in sys.argv[1:]
    wrong = 0
    for folder in FOLDERS:
        for file in sorted((REPOSITORY / folder).rglob("*.css")):
            text = file.read_text("utf-8")
            formatted = format_style_sheet(text)
            name = file.relative_to(REPOSITORY)
            for number, line in enumerate(formatted.splitlines(), 1):
                if len(line) > MAX_LINE:
                    print(f"{name}:{number}: longer than {MAX_LINE} letters: break the line")
                    wrong += 1
            if text != formatted and is_check:
                print(f"{name}: not formatted: run python .ci/format_css.py")
                wrong += 1
            elif text != formatted:
                file.write_text(formatted, "utf-8")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
