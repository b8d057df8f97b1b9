"""The list of our agents and trainers, and the hooks that register them, as in any plugin.

An agent's module is imported on demand; its ``AGENTS`` contains the entry.
"""

from railbird.plugins import AgentReference, Command, MovedAgent, Trainer, hookimpl

AGENTS_BY_MODULE = {
    "baselines": ("call", "fold", "raise", "raise-pot", "random", "uniform"),
    "clone.player": ("clone",),
    "dcubot.play.player": ("dcubot",),
    "dcubot.play.typed_players": ("dcubot-exploiter", "dcubot-model"),
    "expected_strength.player": ("expected-strength",),
    "expected_value.chains": ("chains",),
    "expected_value.chains_search": ("chains-search",),
    "hermes.player": ("hermes",),
    "holdem.archetype": (
        *("ace", "calling-station", "fish", "fox", "gambler", "maniac", "rock", "weak-tight"),
    ),
    "holdem.observer": ("observer",),
    "kuhn": ("bluffer", "chump"),
    "language_model.player": ("language-model",),
    "pokerlang.player": ("hansen", "pokerlang", "pokertron"),
    "raise_most": ("raise-most",),
    "strategy.equilibrium": ("equilibrium",),
    "strategy.lucifer": ("lucifer",),
    "strategy.responses": ("best-response", "restricted-nash"),
    "team.coach": ("coach",),
    "team.table_choosers": ("hunter", "prudent"),
}
"""The agents of each module of this package."""

TRAINERS = (
    Trainer(
        "clone",
        "railbird.agents.clone.learning.trainer:learn_player",
        "a player, whom the agents clone or pokerlang then play",
        "learn",
        has_options=True,
        example="--player fox --out fox.arrow",
    ),
    Trainer(
        "dcubot",
        "railbird.agents.dcubot:train_by_self_play",
        "a net trained by self-play, limit games",
        presets="railbird.agents.dcubot:PRESETS",
    ),
    Trainer(
        "dcubot-exploiter",
        "railbird.agents.dcubot:train_exploiter",
        "a net that beats one file of weights",
    ),
    Trainer(
        "dcubot-model",
        "railbird.agents.dcubot:fit_opponents",
        "a net fitted to stored hands, with up to eight player-types",
        "fit-opponents",
    ),
)


@hookimpl
def railbird_agents() -> list[AgentReference]:
    """Offer the baseline agents and the named ones."""
    return [
        AgentReference(name, f"railbird.agents.{module}")
        for module, names in AGENTS_BY_MODULE.items()
        for name in names
    ]


@hookimpl
def railbird_moved_agents() -> list[MovedAgent]:
    """List the agents whose files were moved and that play as released."""
    from railbird.agents.moved_agents import MOVED_AGENTS  # noqa: PLC0415 - rarely used

    return list(MOVED_AGENTS)


@hookimpl
def railbird_trainers() -> list[Trainer]:
    """Offer the trainers of the agents that learn."""
    return list(TRAINERS)


@hookimpl
def railbird_commands() -> list[Command]:
    """Offer the command for strategies in PokerLang, which imports nothing else by itself."""
    from railbird.agents.pokerlang.tools.command import pokerlang  # noqa: PLC0415 - agents load on demand

    return [Command("pokerlang", pokerlang)]
