"""docs/game-data.md names every key that a game's files may hold, and every kind of check."""

from pathlib import Path

from printgen.rules import schema, schema_checks
from printgen.rules.schema import Record

DOC = Path(__file__).parents[2] / "docs" / "game-data.md"


def test_every_key_is_documented() -> None:
    """Each key of each record stands in the document as code."""
    text = DOC.read_text(encoding="utf-8")
    records = [
        item
        for module in (schema, schema_checks)
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Record)
    ]
    keys = {key for record in records for key in record.model_fields}
    assert len(keys) > 60
    missing = {key for key in keys if f"`{key}`" not in text and f"`{key}: " not in text}
    assert missing == set()


def test_every_check_is_documented() -> None:
    """Each kind of check has its line in the table."""
    text = DOC.read_text(encoding="utf-8")
    assert [name for name in schema_checks.SCHEMAS if f"| `{name}` |" not in text] == []
