"""Coverage: which wrong values the checks of a game would find."""
