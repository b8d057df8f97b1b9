"""Workers elsewhere, whose journal and services are at the dispatching side."""
