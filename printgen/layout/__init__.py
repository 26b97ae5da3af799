"""Layout: composes a merged template (XHTML and a CSS subset) into a `Face` of placed items."""
