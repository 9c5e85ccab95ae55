"""The protocol as the server speaks it: what pygls has, but that every request is answered, whatever it is.

pygls tells an error of a message that it cannot read to the person at the editor and lets the editor wait; it hands
requests on before the editor has said what it can do; and it takes characters for ends of lines that the protocol does
not.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Iterator
from typing import Any, Final

from cattrs import BaseValidationError, transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

_LOG: Final = logging.getLogger(__name__)
_MOST_LETTERS: Final = 300
_HandedOn = Iterator[tuple[Any, tuple[Any, ...], None]]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602
NOT_INITIALIZED: Final = -32002


class Refusal(JsonRpcException):
    """Why something that was asked for is not done, for the person who asked."""

    CODE = -32803
    """The protocol's code for a request that failed although nothing is wrong with it."""
    MESSAGE = "this cannot be done"


class RuleProtocol(LanguageServerProtocol):
    """One conversation with an editor."""

    has_ended = False
    """Whether the editor has asked for the end of the server."""

    @property
    def has_begun(self) -> bool:
        """Whether the editor has said what it can do."""
        return self._workspace is not None

    @property
    def was_shut_down(self) -> bool:
        """Whether the editor has said that it will ask nothing more."""
        return bool(self._shutdown)

    def take(self, data: bytes | str) -> None:
        """Take a message as it came; what is wrong with one that cannot be taken is the answer to it."""
        try:
            told = json.loads(data)
        except (ValueError, RecursionError) as error:
            self._refuse(None, PARSE_ERROR, f"this is no JSON: {error}")
            return
        if not isinstance(told, dict) or told.get("jsonrpc") != self.VERSION:
            self._refuse(_id_of(told), INVALID_REQUEST, "this is no message of JSON-RPC 2.0")
        elif "method" not in told:
            self._take_answer(told)
        elif not isinstance(told["method"], str) or ("id" in told and _id_of(told) is None):
            self._refuse(_id_of(told), INVALID_REQUEST, "a method is a text, and an id a text or an integer")
        elif self._is_in_time(told):
            self._take_question(told)

    def _is_in_time(self, told: dict[str, Any]) -> bool:
        """Tell whether a message may come now; a request that may not is answered, a notification is passed over."""
        method, code, why = told["method"], INVALID_REQUEST, ""
        if method == types.EXIT:
            return True
        if self.was_shut_down:
            why = "nothing is done after shutdown"
        elif not self.has_begun and method != types.INITIALIZE:
            code, why = NOT_INITIALIZED, "initialize comes first"
        elif self.has_begun and method == types.INITIALIZE:
            why = "initialize comes once"
        if why and "id" in told:
            self._refuse(told["id"], code, why)
        return not why

    def _take_question(self, told: dict[str, Any]) -> None:
        kind = self.get_message_type(told["method"])
        try:
            message = self._converter.structure({"params": None, **told}, kind) if kind else None
        except Exception as error:  # cattrs raises what a wrong value happens to raise
            why = f"{told['method']}: {_reasons(error)}"
            if "id" in told:
                self._refuse(told["id"], INVALID_PARAMS, why)
            else:
                _LOG.error("%s", why)
            return
        if message is not None:
            self.handle_message(message)
        elif "id" in told:
            self._handle_request(told["id"], told["method"], told.get("params"))

    def _take_answer(self, told: dict[str, Any]) -> None:
        """Take what the editor answers to a question of ours; where it makes no sense, it is an error."""
        given = _id_of(told)
        if given is None or given not in self._request_futures:
            return
        try:
            message = self.structure_message(told)
        except JsonRpcException as error:
            self._request_futures.pop(given).set_exception(error)
            return
        self.handle_message(message)

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        """Give a request up; nothing that is no id is one's."""
        if isinstance(msg_id, int | str):
            super()._handle_cancel_notification(msg_id)

    def _refuse(self, given: int | str | None, code: int, why: str) -> None:
        if given is None:  # then the answer says so
            self._send_data({"jsonrpc": self.VERSION, "id": None, "error": {"code": code, "message": why}})
        else:
            self._send_response(given, error=types.ResponseError(code, why))

    def _send_response(
        self, msg_id: int | str, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        """Answer; an error says what went wrong, and not where in the server."""
        if error is not None:
            error = types.ResponseError(error.code, error.message[:_MOST_LETTERS])
        super()._send_response(msg_id, result, error)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> Generator[Any, Any, None]:
        """Let the conversation end."""
        self.has_ended = True
        yield from ()

    # The desk has the texts, and nobody else.

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> _HandedOn:
        """Hand it on that a text is open."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _HandedOn:
        """Hand a change on."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> _HandedOn:
        """Hand it on that a text is closed."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None


def _id_of(told: object) -> int | str | None:
    """Give the id of a message, if it is one."""
    given = told.get("id") if isinstance(told, dict) else None
    return given if isinstance(given, int | str) and not isinstance(given, bool) else None


def _reasons(error: Exception) -> str:
    if isinstance(error, BaseValidationError):
        return "; ".join(transform_error(error))
    return str(error) or type(error).__name__
