"""Cards, holdings and hand ranks."""
