"""The agents of hold'em, as they are offered."""

from functools import partial

from railbird.agents.archetype import Archetype
from railbird.agents.hermes import Hermes, is_no_limit_holdem
from railbird.agents.holdem import is_holdem
from railbird.agents.observer import Observer
from railbird.plugins import AgentEntry

SUMMARIES = {
    "maniac": "hold'em: loose and aggressive, raises half of its middling hands",
    "gambler": "hold'em: loose and aggressive, plays fewer low hands than the maniac",
    "fish": "hold'em: loose and passive, raises its best hands alone",
    "calling-station": "hold'em: loose and passive, calls with most hands",
    "rock": "hold'em: tight, raises good hands and calls with few others",
    "weak-tight": "hold'em: tight and passive, calls with middling hands",
    "fox": "hold'em: tight and aggressive, raises nearly all it plays",
    "ace": "hold'em: tight and aggressive, plays fewer middling hands than the fox",
}

HOLDEM_AGENTS = (
    *(
        AgentEntry(style, partial(Archetype, style), is_holdem, summary)
        for style, summary in SUMMARIES.items()
    ),
    AgentEntry(
        "hermes",
        Hermes,
        is_no_limit_holdem,
        "no-limit hold'em: a short stack that folds or goes all-in before the flop",
    ),
    AgentEntry("observer", Observer, is_holdem, "hold'em: an archetype that watches its opponents"),
)
