"""What compiled rules are made of while they run: terms, unification, errors, order, arithmetic, text."""
