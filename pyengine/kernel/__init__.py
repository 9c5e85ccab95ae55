"""The search kernel in C, and how Python calls it."""
