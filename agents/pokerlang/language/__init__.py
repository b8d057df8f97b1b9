"""The language as text: its words, the syntax tree, the parser and the standard layout."""
