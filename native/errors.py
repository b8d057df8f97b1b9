"""The base class of the project's errors, and the errors of the native package."""


class RailbirdError(Exception):
    """The base of all errors; the message says in one sentence what is wrong and how to fix it."""


class GameDefinitionError(RailbirdError):
    """A game definition that cannot be read or is inconsistent."""


class CardError(RailbirdError):
    """Cards that are unknown, used twice, or not in the game's deck."""


class RangeError(RailbirdError):
    """A range of hole cards that cannot be read, is empty, or has invalid weights."""


class RankerError(RailbirdError):
    """A ranker that does not exist, or cannot rank the cards that are held."""


class BettingError(RailbirdError):
    """A betting string or an action that the rules do not allow."""


class LimitError(RailbirdError):
    """A request that exceeds a limit."""


class StrategyError(RailbirdError):
    """A strategy, or arguments of its solver, that are invalid or do not fit the game."""


class SessionError(RailbirdError):
    """A session rule that no game, or not this game, can be played with."""


class PrizeError(RailbirdError):
    """Stacks or prizes that no tournament has."""


class PlaceError(RailbirdError):
    """A place where no file can be written."""


class FileError(RailbirdError):
    """A file that cannot be read, or whose content cannot be used."""


class MissingFileError(FileError):
    """A file that does not exist."""


def quoted(text: str) -> str:
    """Return a text for use in an error: in quotes, and shortened if it is long."""
    longest = 60
    return repr(text if len(text) <= longest else text[: longest - 3] + "...")


def in_one_line(error: BaseException) -> str:
    """Return the error of another library about a file, as part of a sentence.

    It may quote the file: unprintable characters are escaped, and a long text is shortened.
    """
    longest = 160
    text = " ".join(str(error).split()) or type(error).__name__
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."
