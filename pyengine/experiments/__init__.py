"""Published experiments, done again with the arena."""
