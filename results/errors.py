"""What can be wrong with a run's folder."""

from railbird.native.errors import RailbirdError


class StoreError(RailbirdError):
    """A folder, shard or manifest that cannot be read or written."""


class OtherRunError(RailbirdError):
    """A folder that belongs to another run than the one that wants to write into it."""


class LogError(RailbirdError):
    """A log or another history of hands that cannot be read or written."""


class MissingPackageError(RailbirdError):
    """A package that something optional needs and that is not installed."""
