"""Errors of a run's folder."""

from railbird.native.errors import RailbirdError


class StoreError(RailbirdError):
    """A folder, shard or manifest that cannot be read or written."""


class OtherRunError(RailbirdError):
    """A folder that belongs to a different run than the one to be written."""


class LogError(RailbirdError):
    """A log or other hand history that cannot be read or written."""


class MissingPackageError(RailbirdError):
    """A package that is needed for an optional feature and is not installed."""
