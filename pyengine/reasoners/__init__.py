"""The ways to answer the contract of a rule file."""
