"""The layout of rule files: line breaks, indentation and blanks, in the style of the games that come along."""
