"""The universal chess interface: any program that speaks it plays against the rules of any game."""
