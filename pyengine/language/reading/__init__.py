"""Text to terms: tokens, brackets, operators, and what is wrong where a text is not Prolog."""
