"""Text to terms to a checked Program."""
