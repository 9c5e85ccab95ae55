"""Playing a game at the table: people and the engine, for any game that follows the contract."""
