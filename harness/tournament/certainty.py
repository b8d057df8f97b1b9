"""How many tournaments the return of an agent needs, to be known."""

from railbird.harness.tournament.preparation import Tournament
from railbird.native.wording import counted

CERTAINTY = 0.01


def describe_certainty(tournament: Tournament) -> str:
    """Say how many tournaments a return needs, and how many are played; "" for cash games."""
    rules, schedule = tournament.spec.tournament, tournament.schedule
    if rules is None:
        return ""
    needed = rules.tournaments_for(CERTAINTY, tournament.game.definition.player_count)
    played = len(schedule.deck_seeds) * schedule.seating_count
    return (
        f"the return of an agent within {CERTAINTY:.0%} of an entry, at 95%, needs about "
        f"{needed:,} tournaments that are independent; each line-up plays {played:,} "
        f"({counted(len(schedule.deck_seeds), 'deck seed')} x "
        f"{counted(schedule.seating_count, 'seating')})"
    )
