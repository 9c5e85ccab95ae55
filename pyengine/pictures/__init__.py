"""Pictures of searches: the tree that a search went through, as SVG, HTML, DOT or text."""
