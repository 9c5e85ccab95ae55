"""Rules as C."""
