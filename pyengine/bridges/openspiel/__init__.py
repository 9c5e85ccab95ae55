"""Rule files as games of OpenSpiel: `register("game.pl")`, and OpenSpiel's own algorithms take them.

`registration` makes a game known to OpenSpiel, `game` and `observer` are what OpenSpiel asks of it. The other way
round, `pyengine.load("openspiel:NAME")` takes a game of OpenSpiel; that is `native/openspiel.py`.
"""

from pyengine.bridges.openspiel.registration import register as register
