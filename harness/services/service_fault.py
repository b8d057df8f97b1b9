"""What is wrong with one request to a service."""


class ServiceFault(Exception):  # noqa: N818  (what a service did, which is repeated, not raised to users)
    """A request that failed; it may succeed when it is repeated."""
