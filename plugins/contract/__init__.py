"""The contract of agents: forms, views, actions, games, trainers."""
