"""What can be said about a rule file without running it."""
