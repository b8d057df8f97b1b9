"""Play from Python, in a notebook or a script: agents by name or class in, a result out."""
