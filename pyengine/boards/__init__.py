"""Positions as pictures of their boards, once, for trees, notebooks, pages and terminals' files."""

from pyengine.boards.changes import changed_cells as changed_cells
from pyengine.boards.changes import origin_and_target as origin_and_target
from pyengine.boards.drawing import draw as draw
from pyengine.boards.drawing import svg as svg
from pyengine.boards.picture import cells as cells
from pyengine.boards.words import describe as describe
