"""Line-ups: all combinations of the agents, all with one of them, or listed ones.

Balanced samples are in the module `sampling`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from railbird.harness.errors import SpecError

LineUp = tuple[str, ...]  # labels, sorted
Teams = Mapping[str, str]  # team by label; only of labels that have one


def all_line_ups(
    labels: Sequence[str], player_count: int, *, teams: Teams | None = None
) -> Iterator[LineUp]:
    """Yield every line-up of `player_count` agents without team-mates.

    They come in order of their last agent in `labels`, then of the one before, and so on: agents
    added at the end of `labels` add line-ups at the end. Raises SpecError for too few agents.
    """
    check_agent_count(len(labels), player_count)
    for line_up in _combine(tuple(labels), player_count, teams or {}):
        yield tuple(sorted(line_up))


def line_ups_against(
    label: str, labels: Sequence[str], *, player_count: int, teams: Teams | None = None
) -> Iterator[LineUp]:
    """Yield every line-up that contains `label`, in the order of `all_line_ups`."""
    check_agent_count(len(labels), player_count)
    teams = teams or {}
    others = tuple(other for other in labels if find_team_mates((label, other), teams) is None)
    others = tuple(other for other in others if other != label)
    for line_up in _combine(others, player_count - 1, teams):
        yield tuple(sorted((label, *line_up)))


def listed_line_ups(
    listed: Iterable[Sequence[str]], *, player_count: int, teams: Teams | None = None
) -> Iterator[LineUp]:
    """Yield the listed line-ups; raises SpecError for one that is invalid or listed twice."""
    seen: set[LineUp] = set()
    for names in listed:
        line_up = tuple(sorted(names))
        shown = ", ".join(names)
        if len(set(line_up)) != player_count or len(line_up) != player_count:
            raise SpecError(
                f"line_ups: '{shown}' is not a line-up of this game, which needs "
                f"{player_count} different agents"
            )
        mates = find_team_mates(line_up, teams or {})
        if mates is not None:
            raise SpecError(
                f"line_ups: '{shown}' seats the team-mates '{mates[0]}' and '{mates[1]}' at one "
                "table; remove it, or set same_team_meets = true"
            )
        if line_up in seen:
            raise SpecError(f"line_ups: '{shown}' is listed twice; remove one of the two")
        seen.add(line_up)
        yield line_up


def check_agent_count(agent_count: int, player_count: int) -> None:
    """Raise SpecError if the agents cannot fill a table."""
    if agent_count < player_count:
        entered = "only 1 agent is" if agent_count == 1 else f"{agent_count or 'no'} agents are"
        raise SpecError(
            f"agents: the game is for {player_count} players, and {entered} entered; enter "
            f"{player_count - agent_count} more (the same agent may be entered again under another "
            "label)"
        )


def find_team_mates(line_up: Iterable[str], teams: Teams) -> tuple[str, str] | None:
    """Return the first two agents of a line-up that belong to one team, if there are any."""
    seen: dict[str, str] = {}
    for label in line_up:
        team = teams.get(label, "")
        if team and team in seen:
            return seen[team], label
        seen[team] = label
    return None


def _combine(labels: tuple[str, ...], size: int, teams: Teams) -> Iterator[LineUp]:
    """Yield the combinations without team-mates; the last agent's number changes slowest."""
    if size == 0:
        yield ()
        return
    for last in range(size - 1, len(labels)):
        team = teams.get(labels[last], "")
        before = tuple(label for label in labels[:last] if not team or teams.get(label, "") != team)
        for line_up in _combine(before, size - 1, teams):
            yield (*line_up, labels[last])
