"""The suite that holds an agent to the contract."""
