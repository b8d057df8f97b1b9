"""The ACPC dealer, client, logs and replays."""
