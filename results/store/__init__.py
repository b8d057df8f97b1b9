"""Files of a run: schemas, manifest, shards, reading them back."""
