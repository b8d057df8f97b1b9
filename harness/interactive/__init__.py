"""Play from Python, in a notebook or a script: takes agents by name or class, returns a result."""
