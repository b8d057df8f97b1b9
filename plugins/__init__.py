"""The contract of agents and how agents are found: forms, views, actions, hooks, plugins."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.native import BETTING_KINDS, ActionKind
    from railbird.plugins.contract.action import (
        CALL,
        FOLD,
        Action,
        ActionRange,
        Alternatives,
        Distribution,
        raise_to,
        sample_alternatives,
    )
    from railbird.plugins.contract.agent import (
        Agent,
        AgentForm,
        Answers,
        AnyAgent,
        AsyncAgent,
        BatchAgent,
        DeclaringAgent,
        DeclaringBatchAgent,
        decide,
        decide_batch,
        declares_probabilities,
        form_of,
        has_act,
    )
    from railbird.plugins.contract.columns import DecisionSource
    from railbird.plugins.contract.decision_batch import DecisionBatch
    from railbird.plugins.contract.entries import (
        AgentEntry,
        AgentPart,
        AgentReference,
        Game,
        MovedAgent,
        betting_games,
        every_game,
    )
    from railbird.plugins.contract.evolution import (
        Draw,
        Evolution,
        EvolutionOf,
        evolve_numbers,
    )
    from railbird.plugins.contract.extensions import (
        Command,
        CommandTools,
        FinishedMatch,
        Run,
        StoredDecisions,
        StoredHands,
        StoredPlay,
        StoredPlayer,
        Trainer,
        TrainingHands,
        TrainingTask,
        TrainingTools,
    )
    from railbird.plugins.contract.hand_record import HandBatch, HandRecord
    from railbird.plugins.contract.lobby import Lobby, LobbyTable, TableChoice
    from railbird.plugins.contract.match import Match, MatchBatch, MatchMode
    from railbird.plugins.contract.misbehaviour import (
        IncidentKind,
        IncidentOutcome,
        MisbehaviourRule,
        incident_outcome,
    )
    from railbird.plugins.contract.observation import DecisionLists, Observation
    from railbird.plugins.contract.readable import CardTexts, PastAction
    from railbird.plugins.contract.services import ChatAnswer, ChatQuestion, Services
    from railbird.plugins.errors import (
        AgentError,
        PausedError,
        PluginError,
        StoppedError,
        UnknownNameError,
        UnplayableError,
        unknown_name,
    )
    from railbird.plugins.finding.class_source import ClassSource, pack_class
    from railbird.plugins.finding.hookspecs import hookimpl, hookspec
    from railbird.plugins.finding.origin import AgentOrigin, Origin, describe_agent
    from railbird.plugins.finding.parameters import check_parameters, parameters_of
    from railbird.plugins.finding.plugin_source import PluginSource, hash_files, read_plugin
    from railbird.plugins.finding.registry import Registry, load_registry
    from railbird.plugins.style.indicators import (
        INDICATORS,
        Counts,
        Indicator,
        counter,
        indicator,
        indicator_values,
        occurrences,
        opportunities,
    )
    from railbird.plugins.style.player_classes import (
        AGGRESSIVE_FACTOR,
        CLASS_NAMES_BY_TABLE,
        LOOSE_VPIP,
        PLAYER_CLASSES,
        QUARTER_INDICATORS,
        QUARTERS,
        SHORT_STACK_BLINDS,
        UNCLASSIFIED,
        PlayerClass,
        classify_by_quarter,
        classify_by_table,
        starts_short_stacked,
    )
    from railbird.plugins.style.style_memory import StyleMemory
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AGGRESSIVE_FACTOR",
    "BETTING_KINDS",
    "CALL",
    "CLASS_NAMES_BY_TABLE",
    "FOLD",
    "INDICATORS",
    "LOOSE_VPIP",
    "PLAYER_CLASSES",
    "QUARTERS",
    "QUARTER_INDICATORS",
    "SHORT_STACK_BLINDS",
    "UNCLASSIFIED",
    "Action",
    "ActionKind",
    "ActionRange",
    "Agent",
    "AgentEntry",
    "AgentError",
    "AgentForm",
    "AgentOrigin",
    "AgentPart",
    "AgentReference",
    "Alternatives",
    "Answers",
    "AnyAgent",
    "AsyncAgent",
    "BatchAgent",
    "CardTexts",
    "ChatAnswer",
    "ChatQuestion",
    "ClassSource",
    "Command",
    "CommandTools",
    "Counts",
    "DecisionBatch",
    "DecisionLists",
    "DecisionSource",
    "DeclaringAgent",
    "DeclaringBatchAgent",
    "Distribution",
    "Draw",
    "Evolution",
    "EvolutionOf",
    "FinishedMatch",
    "Game",
    "HandBatch",
    "HandRecord",
    "IncidentKind",
    "IncidentOutcome",
    "Indicator",
    "Lobby",
    "LobbyTable",
    "Match",
    "MatchBatch",
    "MatchMode",
    "MisbehaviourRule",
    "MovedAgent",
    "Observation",
    "Origin",
    "PastAction",
    "PausedError",
    "PlayerClass",
    "PluginError",
    "PluginSource",
    "Registry",
    "Run",
    "Services",
    "StoppedError",
    "StoredDecisions",
    "StoredHands",
    "StoredPlay",
    "StoredPlayer",
    "StyleMemory",
    "TableChoice",
    "Trainer",
    "TrainingHands",
    "TrainingTask",
    "TrainingTools",
    "UnknownNameError",
    "UnplayableError",
    "betting_games",
    "check_parameters",
    "classify_by_quarter",
    "classify_by_table",
    "counter",
    "decide",
    "decide_batch",
    "declares_probabilities",
    "describe_agent",
    "every_game",
    "evolve_numbers",
    "form_of",
    "has_act",
    "hash_files",
    "hookimpl",
    "hookspec",
    "incident_outcome",
    "indicator",
    "indicator_values",
    "load_registry",
    "occurrences",
    "opportunities",
    "pack_class",
    "parameters_of",
    "raise_to",
    "read_plugin",
    "sample_alternatives",
    "starts_short_stacked",
    "unknown_name",
]
