"""Tournament specs and game definitions, ready to run: data only, read as package resources."""
