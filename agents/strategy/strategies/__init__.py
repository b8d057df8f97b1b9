"""Strategies that come with railbird, as `railbird solve` wrote them."""
