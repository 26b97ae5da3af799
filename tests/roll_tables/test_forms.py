"""Tables by lot, in every layout and format, half with a fault: none is called what it is not."""

from pathlib import Path

import pytest
from forms import case, verdict
from fuzz import tried

MANY = 160


@pytest.mark.slow
def test_no_verdict_is_wrong_and_few_are_left_out(tmp_path: Path) -> None:
    left = []
    for seed in range(MANY):
        made = case(seed)
        said = verdict(tmp_path, made)
        assert said in ("wrong" if made.fault else "right", "not claimed"), (seed, made.form)
        left += [seed] * (said == "not claimed")
    assert 10 * len(left) < MANY


@pytest.mark.parametrize("seed", [*range(0, 400, 10), 15159])
def test_any_file_ends_in_findings_or_in_what_was_looked_at(tmp_path: Path, seed: int) -> None:
    tried(seed, tmp_path)
