"""A net: shape, weights, inference and learning; C code with its Python wrappers."""
