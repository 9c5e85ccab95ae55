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
from typing import Any, Final

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


class PrologLibrary:
    """SWI-Prolog inside this process: its C functions, by their names without `PL_`."""

    def __init__(self, handle: int) -> None:
        keeping, releasing = ctypes.PyDLL(None, handle=handle), ctypes.CDLL(None, handle=handle)

        def quick(name: str, result: Any, *arguments: Any, lock: ctypes.CDLL = keeping) -> Function:
            function = lock[name]
            function.restype, function.argtypes = result, arguments
            return function

        def bare(name: str, lock: ctypes.CDLL = keeping) -> Function:
            function: Function = lock[name]
            return function

        self.call_predicate = quick("PL_call_predicate", _int, _pointer, _int, _pointer, _size, lock=releasing)
        self.open_frame = quick("PL_open_foreign_frame", _size)
        self.discard_frame = quick("PL_discard_foreign_frame", None, _size)
        self.new_refs = quick("PL_new_term_refs", _size, _int)
        self.reset_refs = quick("PL_reset_term_refs", None, _size)
        self.recorded_external = quick("PL_recorded_external", _int, _bytes, _size)
        self.predicate = quick("PL_predicate", _pointer, _bytes, _int, _bytes)
        self.exception = quick("PL_exception", _size, _size)
        self.clear_exception = quick("PL_clear_exception", None)
        self.raise_exception = quick("PL_raise_exception", _int, _size)
        self.term_type = quick("PL_term_type", _int, _size)
        self.is_acyclic = quick("PL_is_acyclic", _int, _size)
        self.get_string = quick("PL_get_string", _int, _size, _pointer, _pointer)
        self.get_nchars = quick("PL_get_nchars", _int, _size, _pointer, _pointer, ctypes.c_uint)
        self.mark_texts = quick("PL_mark_string_buffers", None, _pointer)
        self.release_texts = quick("PL_release_string_buffers_from_mark", None, _size)
        self.get_int64 = quick("PL_get_int64", _int, _size, _pointer)
        self.get_float = quick("PL_get_float", _int, _size, _pointer)
        self.get_name_arity = quick("PL_get_compound_name_arity_sz", _int, _size, _pointer, _pointer)
        self.get_list = quick("PL_get_list", _int, _size, _size, _size)
        self.get_arg = quick("_PL_get_arg_sz", None, _size, _size, _size)
        self.get_atom = quick("PL_get_atom", _int, _size, _pointer)
        self.put_atom = quick("PL_put_atom", _int, _size, _size)
        self.put_variable = quick("PL_put_variable", _int, _size)
        self.put_term = quick("PL_put_term", _int, _size, _size)
        self.put_nil = quick("PL_put_nil", _int, _size)
        self.put_int64 = quick("PL_put_int64", _int, _size, ctypes.c_int64)
        self.put_float = quick("PL_put_float", _int, _size, ctypes.c_double)
        self.put_chars = quick("PL_put_chars", _int, _size, _int, _size, _bytes)
        self.put_term_from_chars = quick("PL_put_term_from_chars", _int, _size, _int, _size, _bytes)
        self.new_atom = quick("PL_new_atom_mbchars", _size, _int, _size, _bytes)
        self.unregister_atom = quick("PL_unregister_atom", None, _size)
        self.new_functor = quick("PL_new_functor_sz", _size, _size, _size)
        self.cons_functor = quick("PL_cons_functor_v", _int, _size, _size, _size)
        self.unify_compound = quick("PL_unify_compound", _int, _size, _size)
        self.cons_list = quick("PL_cons_list", _int, _size, _size, _size)
        self.thread_self = quick("PL_thread_self", _int)
        self.attach_engine = quick("PL_thread_attach_engine", _int, _pointer, lock=releasing)
        self.destroy_engine = quick("PL_thread_destroy_engine", _int, lock=releasing)
        self.thread_raise = quick("PL_thread_raise", _int, _int, _int)
        self.sigaction = quick("PL_sigaction", _int, _int, _pointer, _pointer)
        # Without declared argument types ctypes passes Python's integers as C integers, which takes half the time.
        # Handles of frames and terms are small; what is a pointer is given as a ctypes value.
        self.bare_open_frame = bare("PL_open_foreign_frame")
        self.bare_discard_frame = bare("PL_discard_foreign_frame")
        self.bare_new_refs = bare("PL_new_term_refs")
        self.bare_recorded_external = bare("PL_recorded_external")
        self.bare_get_string = bare("PL_get_string")
        self.bare_call_predicate = bare("PL_call_predicate", releasing)
        self.is_running = True
        """False once Python has begun to exit: nothing may call Prolog any more."""

    def stop(self) -> None:
        """Let nothing call Prolog any more; write out what it has printed."""
        self.is_running = False
        if self.thread_self() > 0:
            self.call_predicate(None, PASS_EXCEPTION, self.predicate(b"flush_output", 0, b"system"), 0)


class Engine:
    """One Python thread's way into Prolog, with room for the values that C functions write back.

    The thread that started Prolog has an engine already; any other gets its own, which is given back when the thread
    ends.
    """

    def __init__(self, library: PrologLibrary) -> None:
        self.library = library
        self.is_ours = library.thread_self() < 0
        if self.is_ours and library.attach_engine(None) < 0:
            raise PrologMissingError("SWI-Prolog cannot serve another thread: no engine could be attached")
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

    def __del__(self) -> None:
        # Thread-local values die in their own thread, which is where an engine must be given back.
        if self.is_ours and self.library.is_running and self.library.thread_self() == self.thread:
            self.library.destroy_engine()


def library() -> PrologLibrary:
    """Start SWI-Prolog in this process, once; PrologMissingError where that cannot be done."""
    with _STARTING:
        return _start()


def engine() -> Engine:
    """Give the calling thread's engine, attaching one at its first call."""
    try:
        return PER_THREAD.engine  # type: ignore[no-any-return]
    except AttributeError:
        PER_THREAD.engine = Engine(library())
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
