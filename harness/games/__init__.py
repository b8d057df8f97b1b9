"""Games by name: those of the library, and those whose definition is in a file."""
