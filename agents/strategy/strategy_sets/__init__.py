"""Sets of equilibria that come with railbird, as `railbird solve --starts` wrote them."""
