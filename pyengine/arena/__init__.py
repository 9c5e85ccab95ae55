"""Players against each other, many games, honestly counted."""
