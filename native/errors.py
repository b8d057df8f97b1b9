"""The root of the project's errors, and those of the native room."""


class RailbirdError(Exception):
    """Anything railbird refuses; the message names the culprit and the mend in one sentence."""


class GameDefinitionError(RailbirdError):
    """A game definition that cannot be read or contradicts itself."""


class CardError(RailbirdError):
    """Cards that are unknown, doubled, or not in the game's deck."""


class RangeError(RailbirdError):
    """A range of hole cards that cannot be read, is empty, or has weights that are no weights."""


class RankerError(RailbirdError):
    """A ranker that does not exist, or cannot rank the cards that are held."""


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


def in_one_line(error: BaseException) -> str:
    """What another library says of a file, as part of a sentence.

    It may quote the file: what cannot be printed is escaped, and a long text is cut.
    """
    longest = 160
    text = " ".join(str(error).split()) or type(error).__name__
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."
