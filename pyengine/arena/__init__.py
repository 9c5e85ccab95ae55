"""Players against each other, many games, honestly counted.

>>> from pyengine.arena import HereCrew, Plan, Player, Rulebook, hold
>>> plan = Plan(Rulebook.of("tictactoe"), (Player.parse("alphabeta:depth=2"), Player.parse("first")), games=2)
>>> hold(plan, HereCrew()).played
2
"""

from pyengine.arena.crew import ClusterCrew, Crew, HereCrew, LocalCrew
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan, gauntlet, round_robin
from pyengine.arena.standings import PairingStanding, Standing
from pyengine.arena.statistics import SequentialTest, Tally
from pyengine.arena.tournament import hold
from pyengine.arena.tuning import Tuned, Tuning, tune
from pyengine.arena.weights import WeightedRules

__all__ = [
    "ClusterCrew",
    "Crew",
    "GameStore",
    "HereCrew",
    "LocalCrew",
    "PairingStanding",
    "Plan",
    "Player",
    "Rulebook",
    "SequentialTest",
    "Standing",
    "Tally",
    "Tuned",
    "Tuning",
    "WeightedRules",
    "gauntlet",
    "hold",
    "round_robin",
    "tune",
]
