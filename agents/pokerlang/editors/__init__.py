"""Editors: words in colours for TextMate grammars and Pygments, and a language server."""
