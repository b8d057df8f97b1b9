"""From the syntax tree to a program that can be played, with everything wrong reported."""
