"""The betting that chains are made of: listed whole, walked, and cut into rounds."""
