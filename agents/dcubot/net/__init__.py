"""A net: its shape and weights, what it answers and learns; C and its Python face together."""
