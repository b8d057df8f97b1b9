"""Games by name, from the library, or by the file of their definition."""
