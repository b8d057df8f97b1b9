"""The ACPC's dealer, client, logs and replays."""
