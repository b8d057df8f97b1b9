"""Runs a schedule: here, in processes or on Ray, from chunk to shard, and goes on with it."""
