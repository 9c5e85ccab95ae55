"""The table of predicates agrees with the SWI-Prolog that is installed."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path

from pyengine.language.vocabulary import LIBRARIES, PREDICATES, Indicator

_PROGRAM = Path(__file__).with_name("installed.pl")
_WRITTEN_FOR = "9000"
OUTSIDE = """
    shell/1 shell/2 open/3 open/4 consult/1 load_files/2 assertz/1 asserta/1 assert/1 retract/1 abolish/1 halt/0 halt/1
    write/1 format/2 format/3 nl/0 read/1 b_setval/2 nb_setval/2 recorda/3 flag/3 thread_create/3 op/3 tmp_file/2
    set_prolog_flag/2 get_time/1 random/1 random_between/3 process_create/3 tcp_socket/1 delete_file/1 getenv/2
    put_attr/3 setarg/3 nb_setarg/3 engine_create/3 prolog_cut_to/1 call_continuation/1 @/2 apply/2 term_string/3
    write_length/3 interpolate_string/4 write_term/2 print_message/2 use_module/1 call_with_inference_limit/3
    garbage_collect/0 trace/0 directory_member/3
"""


@lru_cache(maxsize=1)
def installed() -> tuple[str, dict[Indicator, tuple[set[str], set[str | None], bool]]]:
    """Ask SWI-Prolog for its version, and for libraries, modes and protection of each predicate."""
    done = subprocess.run(
        ["swipl", str(_PROGRAM), *sorted(LIBRARIES)], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    version = ""
    found: dict[Indicator, tuple[set[str], set[str | None], bool]] = {}
    for line in done.stdout.splitlines():
        library, name, arity, meta, kind = line.split("\t")
        if library == "version":
            version = name
            continue
        libraries, metas, _ = found.setdefault((name, int(arity)), (set(), set(), kind == "core"))
        libraries.add(library)
        metas.add(None if meta == "." else meta)
    return version, found


def test_every_safe_predicate_exists_as_listed():
    _, found = installed()
    wrong = []
    for name, listed in PREDICATES.items():
        if not listed.safe or listed.newer or listed.library == "backcomp":
            continue
        libraries, metas, _ = found.get(name, (set(), set(), False))
        if listed.library not in libraries or listed.meta not in metas:
            wrong.append((name, listed, libraries, metas))
    assert not wrong


def test_every_builtin_is_listed():
    version, found = installed()
    unlisted = [name for name, (libraries, _, _) in found.items() if name not in PREDICATES and "system" in libraries]
    if version.startswith(_WRITTEN_FOR):
        assert not unlisted


def test_every_export_of_an_allowed_library_is_listed():
    version, found = installed()
    unlisted = [name for name in found if name not in PREDICATES]
    if version.startswith(_WRITTEN_FOR):
        assert not unlisted


def test_what_a_file_cannot_redefine_agrees():
    """Two more are compiled in place, whatever a file defines."""
    _, found = installed()
    protected = {name for name, (libraries, _, core) in found.items() if "system" in libraries and core}
    assert {name for name, listed in PREDICATES.items() if listed.core} == protected | {("*->", 2), ("@", 2)}


def test_predicates_that_reach_outside_are_unsafe():
    names = [(name, int(arity)) for name, arity in (word.rsplit("/", 1) for word in OUTSIDE.split())]
    assert [name for name in names if PREDICATES[name].safe] == []


def test_unsafe_predicates_have_a_reason():
    assert all(listed.safe or listed.reason for listed in PREDICATES.values())


def test_modes_have_one_character_an_argument():
    assert not [n for n, listed in PREDICATES.items() if listed.meta is not None and len(listed.meta) != n[1]]
