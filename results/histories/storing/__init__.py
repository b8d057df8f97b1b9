"""Between hands and runs: hands put together into matches and stored, and stored matches read."""
