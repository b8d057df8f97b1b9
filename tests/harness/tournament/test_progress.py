"""What is shown of a run that continues."""

from io import StringIO

import pytest
from rich.console import Console
from small_runs import kuhn_spec

from railbird.harness.tournament.preparation import prepare
from railbird.harness.tournament.progress import Start, show_on


@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_complete_run_shows_that_it_is_and_no_bar(is_terminal: bool) -> None:
    run = prepare(kuhn_spec()).run
    text = StringIO()
    console = Console(file=text, force_terminal=is_terminal, width=200, color_system=None)
    with show_on(console)(run, Start(run.match_count, deck_count=3)):
        pass
    decks = f"{run.match_count} matches (3 deck seeds)"
    assert text.getvalue().strip() == f"{run.name} is complete: {decks}"
    with show_on(console)(run, Start(0, deck_count=3)):
        pass
    assert ("0 hands" in text.getvalue()) == is_terminal
