"""Colours: an ink of the game's own, for templates; never printed as words."""

from printgen.rules.columns.base import ColumnType


class ColourType(ColumnType):
    """A colour as CSS writes it, kept as red, green and blue, such as #7a1f1a."""

    form = "silent"
    wants = 'write a colour of CSS, such as navy, or in quotes "#7a1f1a"'

    def value(self, text: str) -> str | None:
        from PIL import ImageColor  # a game without colours need not wait for it

        try:
            parts = ImageColor.getrgb(text)
        except ValueError:
            return None
        # A fourth part would say how far it is seen through.
        return f"#{bytes(parts).hex()}" if len(parts) == 3 else None
