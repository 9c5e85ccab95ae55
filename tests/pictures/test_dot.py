"""Trees in the language of Graphviz, and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pydot
import pytest

import pyengine
from pyengine.pictures import draw
from pyengine.search import PLAIN

from .games import Given


def graph_of(text: str) -> pydot.Dot:
    [graph] = pydot.graph_from_dot_data(text)
    return graph


def test_nodes_and_edges() -> None:
    graph = graph_of(draw(pyengine.load("tree_bratko"), algorithm="alphabeta", format="dot"))
    nodes = {
        node.get_name(): node for node in graph.get_nodes() if node.get_name().startswith("n") and node.get("label")
    }
    assert len(nodes) == 13
    assert len(graph.get_edges()) == 12
    assert (nodes["n0"].get("shape"), nodes["n1"].get("shape")) == ('"box"', '"ellipse"')
    assert nodes["n5"].get("label") == '"e\\n≥5"'
    dashed = [edge for edge in graph.get_edges() if edge.get("style") == '"dashed"']
    assert {(edge.get_source(), edge.get_destination()) for edge in dashed} == {("n5", "n7"), ("n8", "n12")}
    assert [edge.get("xlabel") for edge in dashed] == ['"1 pruned (β)"', '"1 pruned (α)"']


def test_links_do_not_count_for_the_layout() -> None:
    table = replace(PLAIN, table=1000)
    graph = graph_of(draw(pyengine.load("nim"), algorithm="alphabeta", options=table, format="dot"))
    links = [edge for edge in graph.get_edges() if edge.get("constraint") == '"false"']
    assert len(links) == 4


@pytest.mark.parametrize("name", ['say "hi"', "back\\slash\\", "<b>&", "a\nb"])
def test_names_are_quoted(name: str) -> None:
    class Named(Given):
        def text(self, state: str) -> str:
            return name

    graph = graph_of(draw(Named({"r": ["r.0"]}, {"r.0": (1,)}), format="dot"))
    assert len(graph.get_edges()) == 1
    [label] = [node.get("label") for node in graph.get_nodes() if node.get_name() == "n0"]
    quoted = " ".join(name.split()).replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    assert label == f'"{quoted}\\n1"'


def test_json_has_everything() -> None:
    tree = json.loads(draw(pyengine.load("tree_bratko"), algorithm="alphabeta", format="json"))
    assert (tree["positions"], tree["skipped"], tree["best"], len(tree["nodes"])) == (11, 2, "b", 13)
    assert (tree["alpha_cuts"], tree["beta_cuts"]) == (1, 1)
    assert tree["nodes"][5] == {
        "number": 5,
        "parent": 1,
        "kind": "inner",
        "text": "e",
        "move": "",
        "mover": 0,
        "worth": [5],
        "bound": "at least",
        "entered": ["-inf", 4],
        "closed": [5, 4],
        "best": False,
        "same_as": None,
        "skipped": 1,
        "cut": "beta",
        "hidden": 0,
        "ending": "",
    }
