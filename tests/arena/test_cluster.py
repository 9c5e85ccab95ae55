"""A real Dask cluster on this machine: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pyengine.arena.crew import ClusterCrew, HereCrew
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.report import notes
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.standings import Standing
from pyengine.arena.statistics import SequentialTest
from pyengine.arena.tournament import hold
from pyengine.errors import TournamentError

LACKING = {"LIBSWIPL_PATH": "/nowhere/libswipl.so", "SWI_HOME_DIR": "/nowhere", "CC": "/nowhere/cc"}
"""What a worker is told that shall find neither SWI-Prolog nor a C compiler."""

OPEN = SequentialTest(0, 10, alpha=1e-9, beta=1e-9)
PLAYERS = tuple(Player.parse(text) for text in ("alphabeta:depth=2", "random"))


@dataclass(frozen=True)
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]


def start(log: Path, *words: str, **environment: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", *words], stdout=file, stderr=file, env={**os.environ, **environment}
        )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    told = tmp_path / "scheduler.json"
    here = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(told))
    scheduler = start(tmp_path / "scheduler.log", "distributed.cli.dask_scheduler", "--port", "0", *here)
    words = ("distributed.cli.dask_worker", *here, "--nthreads", "1", "--no-nanny")
    whole, lacking = start(tmp_path / "whole.log", *words), start(tmp_path / "lacking.log", *words, **LACKING)
    try:
        deadline = time.monotonic() + 60
        while not told.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        yield Cluster(json.loads(told.read_text())["address"], scheduler, (whole, lacking))
    finally:
        for process in (whole, lacking, scheduler):
            process.kill()
            process.wait()


def results(standing: Standing) -> object:
    return [(pairing.as_max, pairing.as_min) for pairing in standing.pairings], [e.nodes for e in standing.efforts]


def test_tournaments_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    with ClusterCrew(cluster.address) as crew:
        crew._client.wait_for_workers(2, timeout=300)
        play_on(cluster, crew, tmp_path / "games.db")
    words = ("arena", "--resume", "--store", str(tmp_path / "games.db"), "--cluster", cluster.address, "--json")
    command = [sys.executable, "-m", "pyengine.cli", *words, "--games"]
    done = subprocess.run([*command, "64"], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr, json.loads(done.stdout)["played"]) == (0, "", 64)

    # Without a scheduler there is no cluster; what was played is kept.
    running = subprocess.Popen([*command, "2000"], stderr=subprocess.PIPE, text=True)
    with GameStore(tmp_path / "games.db") as store:
        deadline = time.monotonic() + 60
        while store.count <= 66 and running.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        cluster.scheduler.kill()
        _, told = running.communicate(timeout=300)
        assert (running.returncode, told) == (1, f"pyengine: the scheduler at {cluster.address} is gone\n")
        assert store.count > 66


def play_on(cluster: Cluster, crew: ClusterCrew, path: Path) -> None:
    plan = Plan(Rulebook.of("tictactoe"), PLAYERS, games=20)
    expected = results(hold(plan, HereCrew()))

    everywhere = GameStore()
    assert results(hold(plan, crew, everywhere)) == expected
    processes = {record.setting["process"] for record in everywhere.records().values() if record.setting}
    assert processes == {worker.pid for worker in cluster.workers}

    # Without a C compiler a worker plays in Python, and that is said.
    compiled = replace(plan, rules=replace(plan.rules, reasoner="c"))
    in_c = hold(compiled, crew)
    assert results(in_c) == expected
    assert in_c.reasoners.keys() == {"c", "python"}
    assert any("not all games were played with the same reasoner" in note for note in notes(in_c))

    # Without SWI-Prolog a worker cannot play by rules that are SWI-Prolog's alone, and is left out.
    asked, only = replace(plan, rules=replace(plan.rules, reasoner="swi")), GameStore()
    in_swi = hold(asked, crew, only)
    assert results(in_swi) == expected
    assert {record.setting["process"] for record in only.records().values() if record.setting} == {
        cluster.workers[0].pid
    }
    [note] = notes(in_swi)
    assert "does not play: SWI-Prolog is not installed" in note

    # A worker that dies takes nothing with it, and who is left cannot do what it cannot.
    def kill(standing: Standing) -> None:
        if standing.played >= 3:
            cluster.workers[0].kill()

    longer = replace(plan, games=60)
    with GameStore(path) as store:
        standing = hold(longer, crew, store, test=OPEN, progress=kill)
        assert (standing.played, len(store.records())) == (60, 60)
    assert results(standing) == results(hold(longer, HereCrew()))
    with pytest.raises(TournamentError, match=r"no worker of the cluster can play\nthe worker tcp://.* SWI-Prolog"):
        hold(asked, crew)


def test_nobody_at_that_address() -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense:99:::", "http://127.0.0.1:80"):
        with pytest.raises(TournamentError, match=f"no Dask scheduler at {address}"):
            ClusterCrew(address, seconds=0.5)
