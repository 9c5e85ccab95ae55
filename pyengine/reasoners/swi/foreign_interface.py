"""SWI-Prolog's foreign interface: its C functions, found through pyswip and typed; one engine for each Python thread.

Functions that return at once keep Python's lock (`PyDLL`), which makes them quicker; only calls into rules release
it, so that other threads, and the watchdog, run meanwhile.
"""

from __future__ import annotations

import atexit
import ctypes
import threading
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pyengine.errors import PrologMissingError
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.swi.installation import missing

PASS_EXCEPTION: Final = 0x10  # PL_Q_PASS_EXCEPTION
UTF8: Final = 0x00100000
AS_ATOM: Final = 0x01 | UTF8
AS_STRING: Final = 0x02 | UTF8
AS_NUMBER: Final = 0x38 | UTF8
AS_VARIABLE: Final = 0x40 | UTF8
AS_WRITTEN: Final = 0x80 | 0x77 | UTF8
"""A string or an integer as Latin-1, where it lies: a copy would stay in Prolog's string buffers."""
VARIABLE, ATOM, INTEGER, RATIONAL, FLOAT, STRING, TERM, NIL, BLOB, LIST_PAIR = range(1, 11)
DICT: Final = 44

_int, _size, _pointer, _bytes = ctypes.c_int, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_char_p
_STARTING: Final = threading.Lock()
PER_THREAD: Final = threading.local()

Function = Callable[..., Any]
Handler: Final = ctypes.CFUNCTYPE(None, _int)


class SignalAction(ctypes.Structure):
    """What `PL_sigaction` takes: a C function to run in the Prolog thread that is signalled."""

    _fields_ = (("function", Handler), ("predicate", _pointer), ("flags", _int), ("reserved", _pointer * 2))


_RELEASING: Final = frozenset({"call_predicate", "attach_engine", "destroy_engine"})
_FUNCTIONS: Final = (
    (None, (), "clear_exception"),
    (None, (_size,), "discard_frame=PL_discard_foreign_frame reset_refs=PL_reset_term_refs unregister_atom"),
    (None, (_size,), "release_texts=PL_release_string_buffers_from_mark"),
    (None, (_pointer,), "mark_texts=PL_mark_string_buffers"),
    (None, (_size, _size, _size), "get_arg=_PL_get_arg_sz"),
    (_size, (), "open_frame=PL_open_foreign_frame"),
    (_size, (_int,), "new_refs=PL_new_term_refs"),
    (_size, (_size,), "exception"),
    (_size, (_size, _size), "new_functor=PL_new_functor_sz"),
    (_size, (_int, _size, _bytes), "new_atom=PL_new_atom_mbchars"),
    (_pointer, (_bytes, _int, _bytes), "predicate"),
    (_int, (), "thread_self destroy_engine=PL_thread_destroy_engine"),
    (_int, (_size,), "raise_exception term_type is_acyclic put_variable put_nil"),
    (_int, (_size, _size), "put_atom put_term unify_compound"),
    (_int, (_size, _size, _size), "get_list cons_list cons_functor=PL_cons_functor_v"),
    (_int, (_size, _pointer), "get_int64 get_float get_atom"),
    (_int, (_size, _pointer, _pointer), "get_string get_name_arity=PL_get_compound_name_arity_sz"),
    (_int, (_size, _pointer, _pointer, ctypes.c_uint), "get_nchars"),
    (_int, (_size, ctypes.c_int64), "put_int64"),
    (_int, (_size, ctypes.c_double), "put_float"),
    (_int, (_size, _int, _size, _bytes), "put_chars put_term_from_chars"),
    (_int, (_bytes, _size), "recorded_external"),
    (_int, (_pointer,), "attach_engine=PL_thread_attach_engine"),
    (_int, (_int, _int), "thread_raise"),
    (_int, (_int, _pointer, _pointer), "sigaction"),
    (_int, (_pointer, _int, _pointer, _size), "call_predicate"),
)
"""What C functions give and take, and their names: without `PL_`, or `name=that in C`."""


class PrologLibrary:
    """SWI-Prolog inside this process: its C functions, by their names."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Function: ...

    def __init__(self, handle: int) -> None:
        keeping, releasing = ctypes.PyDLL(None, handle=handle), ctypes.CDLL(None, handle=handle)
        for result, arguments, names in _FUNCTIONS:
            for name, _, full in (entry.partition("=") for entry in names.split()):
                function = (releasing if name in _RELEASING else keeping)[full or f"PL_{name}"]
                function.restype, function.argtypes = result, arguments
                setattr(self, name, function)
        # Without declared argument types ctypes passes Python's integers as C integers, which takes half the time.
        # Handles of frames and terms are small; what is a pointer is given as a ctypes value.
        self.bare_open_frame: Function = keeping["PL_open_foreign_frame"]
        self.bare_discard_frame: Function = keeping["PL_discard_foreign_frame"]
        self.bare_new_refs: Function = keeping["PL_new_term_refs"]
        self.bare_recorded_external: Function = keeping["PL_recorded_external"]
        self.bare_get_string: Function = keeping["PL_get_string"]
        self.bare_call_predicate: Function = releasing["PL_call_predicate"]
        self.is_running = True
        """False once Python has begun to exit: nothing may call Prolog any more."""

    def stop(self) -> None:
        """Let nothing call Prolog any more; write out what it has printed."""
        self.is_running = False
        if self.thread_self() > 0:
            self.call_predicate(None, PASS_EXCEPTION, self.predicate(b"flush_output", 0, b"system"), 0)


class Engine:
    """One Python thread's way into Prolog, with room for the values that C functions write back."""

    def __init__(self, library: PrologLibrary) -> None:
        self.library = library
        self.thread: int = library.thread_self()
        self.text, self.length = ctypes.c_void_p(), ctypes.c_size_t()
        self.name, self.arity = ctypes.c_size_t(), ctypes.c_size_t()
        self.integer, self.real = ctypes.c_int64(), ctypes.c_double()
        byref = ctypes.byref
        self.at_text, self.at_length = byref(self.text), byref(self.length)
        self.refs = (self.at_text, self.at_length, byref(self.name), byref(self.arity), byref(self.integer))
        self.stack_limit = 0
        self.patience = 10.0
        """How many seconds it may take to bring the answer of the last call over."""
        # What the watchdog sees: the budget of the call under way, how many calls there were, which it saw last, when
        # and with how much memory it first saw that one; and what it answers: the reason why the call was stopped.
        self.is_main = threading.current_thread() is threading.main_thread()
        self.is_ticking = False
        self.budget: Budget | None = None
        self.calls = 0
        self.seen = 0
        self.began = 0.0
        self.baseline = 0
        self.alarm: BaseException | None = None


class _Attachment:
    """Holds a Python thread to an engine of Prolog's, and gives that back when the thread ends.

    The thread that started Prolog has an engine already; any other gets its own. Only the thread knows its attachment:
    a thread-local value dies in its own thread, which is where an engine must be given back. An `Engine` may live
    longer, since the watchdog looks at it.
    """

    def __init__(self, library: PrologLibrary) -> None:
        self._library = library
        self._is_ours = library.thread_self() < 0
        if self._is_ours and library.attach_engine(None) < 0:
            raise PrologMissingError("SWI-Prolog cannot serve another thread: no engine could be attached")
        self._thread: int = library.thread_self()

    def __del__(self) -> None:
        if self._is_ours and self._library.is_running and self._library.thread_self() == self._thread:
            self._library.destroy_engine()


def library() -> PrologLibrary:
    """Start SWI-Prolog in this process, once; PrologMissingError where that cannot be done."""
    with _STARTING:
        return _start()


def engine() -> Engine:
    """Give the calling thread's engine, attaching one at its first call."""
    try:
        return PER_THREAD.engine  # type: ignore[no-any-return]
    except AttributeError:
        prolog = library()
        PER_THREAD.attachment = _Attachment(prolog)
        PER_THREAD.engine = Engine(prolog)
        return PER_THREAD.engine  # type: ignore[no-any-return]


@cache
def _start() -> PrologLibrary:
    try:
        from pyswip import core, prolog  # noqa: F401  (importing pyswip.prolog is what starts Prolog)
    except SystemExit as stop:
        raise missing(f"SWI-Prolog stopped at its start (status {stop.code})") from None
    except Exception as error:
        raise missing(f"{type(error).__name__}: {error}") from None
    try:
        started = PrologLibrary(core._lib._handle)
    except AttributeError as error:
        raise missing(f"this version lacks a function that is needed: {error}") from None
    # pyswip's own exit handler would unload Prolog, which complains about threads that still use it. The process ends
    # anyway; only what trusted rules have printed must not be lost.
    atexit.unregister(core.cleanupProlog)
    atexit.register(started.stop)
    return started
