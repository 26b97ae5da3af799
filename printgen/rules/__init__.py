"""Rules: YAML to a frozen, typed Game, and the checks that hold it to what it declares."""
