"""Plays a schedule, from chunks to shards: in this process, in worker processes or on Ray."""
