"""The root of the project's errors, and those of the native room."""


class RailbirdError(Exception):
    """Anything railbird refuses; the message names the culprit and the mend in one sentence."""


class GameDefinitionError(RailbirdError):
    """A game definition that cannot be read or contradicts itself."""


class CardError(RailbirdError):
    """Cards that are unknown, doubled, or not in the game's deck."""


class RangeError(RailbirdError):
    """A range of hole cards that cannot be read, is empty, or has weights that are no weights."""


class BettingError(RailbirdError):
    """A betting string or an action that the rules do not allow."""


class LimitError(RailbirdError):
    """More was asked for than fits."""


class StrategyError(RailbirdError):
    """A strategy, or what was asked of its solver, that does not fit its game or is not sound."""


class PlaceError(RailbirdError):
    """A place where no file can be written."""


class FileError(RailbirdError):
    """A file that cannot be read, or whose content cannot be used."""


class MissingFileError(FileError):
    """A file that does not exist."""


def quoted(text: str) -> str:
    """A text as an error names it: in quotes, and cut where it is long."""
    longest = 60
    return repr(text if len(text) <= longest else text[: longest - 3] + "...")
