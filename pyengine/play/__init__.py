"""Matches of people and the engine, for any game that follows the contract."""
