"""What an agent is: forms, views, actions, games, trainers."""
