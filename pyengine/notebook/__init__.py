"""What notebooks show: positions, results and trees as they are, and a board to click."""
