"""The questions of the kernel, asked of the procedures: the contract as `python/expander.py` has it, in C."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from pyengine.compiler.analysis.entries import AnalysedGame, key_of
from pyengine.compiler.c.forms import C_TYPES, Form, converted
from pyengine.compiler.c.module import Module
from pyengine.compiler.c.quoting import literal
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import may_branch
from pyengine.compiler.runtime.terms import Value, functor
from pyengine.compiler.techniques import techniques
from pyengine.language.contract import ARGUMENTS, OWN, QUESTIONS, SPLIT, Entry

_TO_MOVE, _MOVE, _MEMORY, _ORDER, _CANONICAL = (OWN[n] for n in ("to_move", "move", "memory", "order", "canonical"))
_LEGAL, _RESULT = SPLIT
_STATICVAL, _FEATURE, _WEIGHT = (OWN[name] for name in ("staticval", "feature", "weight"))
_CATEGORY, _EXPECTED = OWN["category"], OWN["expected"]
_GIVEN: Final = ", const Word *given"
_NEXT: Final = ", bool (*next)(Context *, void *, Word, Word), void *frame"
_UNLESS_DEFERRED: Final = "c->deferring || "
"""What is looked at of a successor only where it is chosen."""
_NUMBERS: Final = {"w": "word_number", "i": "integer_number", "u": "unsigned_number", "l": "large_number"}
"""How a worth is made of each form."""


class EntryPoints:
    """Writes the functions of `RULES`."""

    def __init__(
        self, module: Module, entries: Collection[Key], contract: AnalysedGame, players: Sequence[Value]
    ) -> None:
        self._module = module
        self._entries = entries
        self._contract = contract
        self._players = players
        self.questions: list[str] = []

    def functions(self) -> list[str]:
        """Write all of them, and `start`."""
        lines = ["static void rules_start(Context *c)", "{", "    (void)c;", "}", ""]
        if self._contract.interface.is_own:
            lines += [*self._mover(), *self._worths(), *self._moves()]
        else:
            lines += self._textbook()
        over = self._contract.interface.over
        never = ["    (void)c, (void)position;", "    return *out = false, true;"]
        lines += self._asked("is_over", ", bool *out", never if over is None else self._tested(over))
        split = self._in_two_steps()
        lines += split
        lines += [f"#define HAS_TERMINAL {int(over is not None)}", f"#define IS_SPLIT {int(bool(split))}"]
        plays = ['#include "playing.h"'] if self._skips() and techniques().plays else []
        lines += [*self._deferred(), *self._count_moves(), '#include "asking.h"', *plays, ""]
        self.questions += ["is_terminal", "expand"] + ["begin"] * (over is not None)
        self.questions += [] if split and not self._module.has_deferred else ["defer", "make"]
        if self._skips():
            self.questions += ["count", "child"] + ["play"] * len(plays)
        return [*lines, *self._optional(), *self._staticval(), *self._order(), *self._canonical()]

    def _deferred(self) -> list[str]:
        """Write whether moves are made later, of which frame, and whether one that is chosen must be looked at."""
        moves = _MOVE if self._contract.interface.is_own else self._contract.interface.moves
        lines = [f"#define IS_DEFERRED {int(self._module.has_deferred)}"]
        if self._module.has_deferred:
            lines += [f"#define DEFERRED_FRAME {self._module.names.function(key_of(_MOVE))}_frame"]
        return [*lines, f"#define MAY_BRANCH {int(bool(self._may_branch(moves, ['move', 'child'])))}"]

    # Calls

    def _has(self, entry: Entry) -> bool:
        return key_of(entry) in self._entries

    def _call(self, entry: Entry, args: list[str], rest: list[str]) -> str:
        key = key_of(entry)
        kinds = self._module.signature(key).inputs
        given = [converted(text, "w", form) for text, form in zip(args, kinds, strict=True)]
        return f"{self._module.names.function(key)}({', '.join(['c', *given, *rest])})"

    def _given(self, entry: Entry, player: str = "") -> list[str]:
        """Name what is given to a predicate, in the order of its arguments."""
        if entry.is_question:
            return ["state", *(f"given[{place}]" for place, _ in enumerate(entry.given))]
        words = {"position": "state", "state": "state", "memory": "memory", "player": player}
        inputs = zip(entry.arguments, entry.modes[0].pattern, strict=True)
        return [words[ARGUMENTS[argument]] for argument, way in inputs if way == "g"]

    def _output(self, entry: Entry) -> Form:
        """Give the form of the one output."""
        return self._module.signature(key_of(entry)).outputs[0]

    def _is_clean(self, entry: Entry) -> bool:
        outs = self._module.procedure(key_of(entry)).summary.outs
        return outs is None or all(clean for clean, _ in outs)

    def _ground(self, entry: Entry, words: list[str], unless: str = "") -> list[str]:
        """Write that outputs must be ground, and may not have too many parts, where they may share some."""
        long = self._may_branch(entry, words)
        unclean = [] if self._is_clean(entry) else words
        return [
            *[f"    NEED(resolve_ground(c, {word}, &{word}));" for word in unclean],
            *[f"    NEED({unless}has_few_parts(c, {word}));" for word in long],
        ]

    def _may_branch(self, entry: Entry, words: list[str]) -> list[str]:
        """Give those of the outputs of a predicate, by their names, that may share parts."""
        outs = self._module.procedure(key_of(entry)).summary.outs or ()
        return [word for word, (_, type_) in zip(words, outs, strict=False) if may_branch(type_)]

    def _question(self, name: str, params: str, body: list[str]) -> list[str]:
        """Write a question of the kernel."""
        self.questions.append(name)
        return self._asked(name, params, body)

    def _asked(self, name: str, params: str, body: list[str]) -> list[str]:
        """Write a function that asks, and one that forgets what was bound or kept on the way."""
        names = [part.rsplit(" ", 1)[1].lstrip("*") for part in params.split(", ")[1:]]
        given = f"(Context *c, Word position{params})"
        return [
            *[f"static bool ask_{name}{given}", "{", *body, "}", ""],
            *[f"static bool rules_{name}{given}", "{", f"    ASKED(ask_{name}, {', '.join(names)});", "}", ""],
        ]

    def _parts(self) -> list[str]:
        if not self._contract.has_memory:
            return ["    Word state = position;"]
        return [
            f"    if (!IS_FUNCTOR(position, {self._module.names.header(functor('-', 2))}))",
            '        STOP("a position without its memory");',
            "    Word state = ARG(position, 1), memory = ARG(position, 2);",
            "    (void)memory;",
        ]

    def _number(self, entry: Entry, args: list[str], out: str) -> list[str]:
        """Write a call whose output must be a number."""
        form = self._output(entry)
        return [
            "    {",
            f"        {C_TYPES[form]} value = 0;",
            f'        MUST_HOLD({self._call(entry, args, ["&value"])}, "{entry.name} fails");',
            f"        NEED({_NUMBERS[form]}(c, value, {out}));",
            "    }",
        ]

    # The questions

    def _mover(self) -> list[str]:
        form = self._output(_TO_MOVE)
        lines = [
            *self._parts(),
            f"    {C_TYPES[form]} found = 0;",
            f'    MUST_HOLD({self._call(_TO_MOVE, ["state"], ["&found"])}, "to_move fails");',
            f"    Word player = {converted('found', form, 'w')};",
        ]
        if not self._is_clean(_TO_MOVE):
            lines += ["    NEED(resolve_ground(c, player, &player));"]
        for index, player in enumerate(self._players):
            lines += [f"    if (same_ground(player, {self._module.names.constant(player)}))"]
            lines += [f"        return *out = {index}, true;"]
        return self._question("mover", ", uint32_t *out", [*lines, '    STOP("no player");'])

    def _worths(self) -> list[str]:
        worth, lines = self._contract.interface.worth, self._parts()
        if not self._contract.interface.has_utilities:
            lines += self._number(worth, self._given(worth), "&out[0]")
            return self._question("worths", ", Number *out", [*lines, *self._opposite()])
        for index, player in enumerate(self._players):
            word = self._module.names.constant(player)
            lines += self._number(worth, self._given(worth, word), f"&out[{index}]")
        return self._question("worths", ", Number *out", [*lines, "    return true;"])

    def _opposite(self) -> list[str]:
        """What the other player gets of two."""
        if len(self._players) > 2:
            return ['    STOP("one worth for many players");']
        if len(self._players) < 2:
            return ["    return true;"]
        return ["    out[1] = (Number){-out[0].value, out[0].is_float};", "    return true;"]

    def _moves(self) -> list[str]:
        """Write `moves`, and the continuation between it and the procedure."""
        signature = self._module.signature(key_of(_MOVE))
        move_type, child_type = (C_TYPES[form] for form in signature.outputs)
        giving = [
            f"static bool give_move(Context *c, void *frame, {move_type} move, {child_type} child)",
            "{",
            "    struct Giving *giving = frame;",
            f"    Word move_word = {converted('move', signature.outputs[0], 'w')};",
            f"    Word child_word = {converted('child', signature.outputs[1], 'w')};",
            *self._ground(_MOVE, ["move_word", "child_word"], _UNLESS_DEFERRED),
        ]
        if self._contract.has_memory:
            giving += ["    Word memory;"]
            if self._has(_MEMORY):
                call = self._call(_MEMORY, ["giving->memory", "move_word"], ["&memory"])
                giving += [f'    MUST_HOLD({call}, "memory fails");', *self._ground(_MEMORY, ["memory"])]
            else:
                giving += ["    Word *cell = TAKE(2);", "    cell[0] = move_word;", "    cell[1] = giving->memory;"]
                giving += ["    memory = (Word)cell | LIST;"]
            giving += self._paired("child_word")
        giving += ["    return giving->next(c, giving->frame, move_word, child_word);", "}", ""]
        memory = "memory" if self._contract.has_memory else "NIL"
        body = [*self._parts(), f"    struct Giving giving = {{next, frame, {memory}}};"]
        if signature.is_many:
            body.append(f"    return {self._call(_MOVE, ['state'], ['give_move', '&giving'])};")
        else:
            call = self._call(_MOVE, ["state"], ["&move", "&child"])
            body += [f"    {move_type} move;", f"    {child_type} child;"]
            body += [f"    return HELD({call}) ? give_move(c, &giving, move, child) : true;"]
        return [*giving, *self._moves_question(body)]

    def _skips(self) -> bool:
        """Tell whether moves can be counted and made by number."""
        return self._contract.interface.is_own and bool(self._module.skipping) and self._is_clean(_MOVE)

    def _count_moves(self) -> list[str]:
        """Write what counts the moves, where that has code of its own."""
        counts = self._skips() and techniques().counts_apart
        lines = [f"#define COUNTS_APART {int(counts)}"]
        if counts:
            call = self._call(_MOVE, ["state"], []).replace("(", "_count(", 1)
            body = [*self._parts(), "    c->reason = GOING;", "    c->counted = 0;", f"    return {call};"]
            lines += ["static bool rules_count_moves(Context *c, Word position)", "{", *body, "}"]
        chooses = self._module.chooses and not self._may_branch(_MOVE, ["move", "child"])
        lines += [f"#define CHOOSES {int(chooses)}"]
        if chooses:
            call = self._call(_MOVE, ["state"], ["chance", "child"]).replace("(", "_choose(", 1)
            given = "(Context *c, Word position, Chance *chance, Word *child)"
            lines += [f"static inline bool rules_choose{given}", "{", *self._parts(), f"    return {call};", "}"]
        return [*lines, ""]

    def _in_two_steps(self) -> list[str]:
        """Write the legal moves, and where one of them leads, where the rules tell them apart."""
        if not self._has(_LEGAL) or self._contract.has_memory:
            return []
        signature = self._module.signature(key_of(_LEGAL))
        form = signature.outputs[0]
        giving = [
            f"static bool give_legal(Context *c, void *frame, {C_TYPES[form]} move)",
            "{",
            "    struct Giving *giving = frame;",
            f"    Word move_word = {converted('move', form, 'w')};",
            *self._ground(_LEGAL, ["move_word"]),
            "    return giving->next(c, giving->frame, move_word, NIL);",
            "}",
            "",
        ]
        header = f"static bool enumerate_legal(Context *c, Word position{_NEXT})"
        body = [*self._parts(), "    struct Giving giving = {next, frame, NIL};", "    c->reason = GOING;"]
        if signature.is_many:
            body.append(f"    return {self._call(_LEGAL, ['state'], ['give_legal', '&giving'])};")
        else:
            body += [f"    {C_TYPES[form]} move;"]
            body += [
                f"    return HELD({self._call(_LEGAL, ['state'], ['&move'])}) ? give_legal(c, &giving, move) : true;"
            ]
        self.questions.append("legal")
        result = [*self._term(_RESULT, ["state", "move"]), "    return true;"]
        return [*giving, header, "{", *body, "}", "", *self._question("result", ", Word move, Word *out", result)]

    def _moves_question(self, body: list[str]) -> list[str]:
        self.questions.append("moves")
        given = f"(Context *c, Word position{_NEXT})"
        asked = ["    Word *base = c->base;", "    c->reason = GOING;", "    c->base = c->top;", "    c->asked++;"]
        asked += ["    bool done = ask_moves(c, position, next, frame);", "    c->base = base;", "    return done;"]
        lines = [f"static bool ask_moves{given}", "{", *body, "}", ""]
        return [*lines, f"static bool rules_moves{given}", "{", *asked, "}", ""]

    def _paired(self, state: str) -> list[str]:
        """Write a position in the place of its state: that with the memory."""
        return [
            "    Word *pair = TAKE(3);",
            f"    pair[0] = {self._module.names.header(functor('-', 2))};",
            f"    pair[1] = {state};",
            "    pair[2] = memory;",
            f"    {state} = (Word)pair | STRUCT;",
        ]

    def _tested(self, entry: Entry) -> list[str]:
        """Write whether something holds."""
        call = self._call(entry, self._given(entry), [])
        return [*self._parts(), f"    *out = HELD({call});", "    return true;"]

    def _staticval(self) -> list[str]:
        lines = self._parts()
        if not self._contract.interface.is_own:  # it is the worth of final positions, and need not estimate others
            form = self._output(_STATICVAL)
            lines += [f"    {C_TYPES[form]} value = 0;", "    *out = (Number){0, false};"]
            lines += [f"    return !HELD({self._call(_STATICVAL, ['state'], ['&value'])}) ||"]
            lines += [f"           {_NUMBERS[form]}(c, value, out);"]
            return self._question("staticval", ", Number *out", lines)
        estimate = self._contract.interface.estimate
        if estimate is _STATICVAL:
            lines += [*self._number(_STATICVAL, ["state"], "out"), "    return true;"]
            return self._question("staticval", ", Number *out", lines)
        if estimate is _EXPECTED:
            lines = ["    Word class = NIL;", f"    NEED(ask_{_CATEGORY.name}(c, position, NULL, &class));"]
            lines += [*self._number(_EXPECTED, ["class"], "out"), "    return true;"]
            return self._question("staticval", ", Number *out", lines)
        return [] if estimate is None else self._weighted()

    def _weighted(self) -> list[str]:
        """Write the sum of features by their weights."""
        signature = self._module.signature(key_of(_FEATURE))
        types = [C_TYPES[form] for form in signature.outputs]
        adding = [f"static bool add_feature(Context *c, void *frame, {types[0]} feature, {types[1]} value)", "{"]
        adding += ["    Number weight, amount;"]
        feature = converted("feature", signature.outputs[0], "w")
        if not self._is_clean(_FEATURE):
            words = [name for name, form in zip(("feature", "value"), signature.outputs, strict=True) if form == "w"]
            adding += [f"    NEED(resolve_ground(c, {name}, &{name}));" for name in words]  # an integer is no term
        adding += self._number(_WEIGHT, [feature], "&weight")
        adding += [f"    NEED({_NUMBERS[signature.outputs[1]]}(c, value, &amount));"]
        adding += ["    return add_weighted(c, frame, weight, amount);", "}", ""]
        lines = [*self._parts(), "    *out = (Number){0, false};"]
        if signature.is_many:
            lines.append(f"    return {self._call(_FEATURE, ['state'], ['add_feature', 'out'])};")
        else:
            lines += [f"    {types[0]} feature;", f"    {types[1]} value;"]
            call = self._call(_FEATURE, ["state"], ["&feature", "&value"])
            lines += [f"    return HELD({call}) ? add_feature(c, out, feature, value) : true;"]
        return [*adding, *self._question("staticval", ", Number *out", lines)]

    def _order(self) -> list[str]:
        if not self._has(_ORDER):
            return []
        form = self._output(_ORDER)
        call = self._call(_ORDER, ["state", "move"], ["&value"])
        lines = [*self._parts(), f"    {C_TYPES[form]} value = 0;", f"    *has_score = HELD({call});"]
        lines += [f"    return !*has_score || {_NUMBERS[form]}(c, value, out);"]
        return self._question("order", ", Word move, bool *has_score, Number *out", lines)

    def _optional(self) -> list[str]:
        """Write the questions of the table that the rules define; where one has no answer, Python says so."""
        lines = []
        for entry in filter(self._has, QUESTIONS):
            match entry.wanted:
                case "":
                    lines += self._question(
                        entry.name, f"{_GIVEN}, bool *out", ["    (void)given;", *self._tested(entry)]
                    )
                case "number":
                    body = ["    (void)given;", *self._parts(), *self._number(entry, self._given(entry), "out")]
                    lines += self._question(entry.name, f"{_GIVEN}, Number *out", [*body, "    return true;"])
                case _:
                    body = ["    (void)given;", *self._term(entry), "    return true;"]
                    lines += self._question(entry.name, f"{_GIVEN}, Word *out", body)
        return lines

    def _term(self, entry: Entry, given: list[str] | None = None) -> list[str]:
        """Write a call whose output must be ground."""
        form = self._output(entry)
        call = self._call(entry, self._given(entry) if given is None else given, ["&value"])
        lines = [*self._parts(), f"    {C_TYPES[form]} value = 0;", f'    MUST_HOLD({call}, "{entry.name} fails");']
        return [*lines, f"    *out = {converted('value', form, 'w')};", *self._ground(entry, ["*out"])]

    def _canonical(self) -> list[str]:
        if not self._has(_CANONICAL):
            return []
        lines = self._term(_CANONICAL)
        if self._contract.has_memory:
            lines += self._paired("*out")
        return self._question("canonical", ", Word *out", [*lines, "    return true;"])

    # Rules in the words of textbooks

    def _textbook(self) -> list[str]:
        moves_of, worth = self._contract.interface.moves, self._contract.interface.worth
        lines = [
            "    Word list = NIL;",
            f"    if (!HELD({self._call(moves_of, ['position'], ['&list'])}))",
            "        list = NIL;",
            *self._ground(moves_of, ["list"], _UNLESS_DEFERRED),
            "    for (; TAG(list) == LIST; list = TAIL(list))",
            "        NEED(next(c, frame, HEAD(list), HEAD(list)));",
            "    if (list != NIL)",
            f"        STOP({literal(f'{moves_of.name} gives no list')});",
            "    return true;",
        ]
        number = self._number(worth, ["state"], "&out[0]")
        worths = ["    Word state = position;", *number, *self._opposite()]
        return [
            *self._textbook_mover(),
            *self._moves_question(lines),
            *self._question("worths", ", Number *out", worths),
        ]

    def _textbook_mover(self) -> list[str]:
        assert self._contract.interface.movers is not None
        of_max, of_min = self._contract.interface.movers
        if self._has(of_max):
            lines = [f"    if (HELD({self._call(of_max, ['position'], [])}))", "        return *out = 0, true;"]
            if self._has(of_min):
                lines += [f"    if (!HELD({self._call(of_min, ['position'], [])}))"]
                lines += [f'        STOP("{of_max.name} and {of_min.name} fail");']
            lines += ["    return *out = 1, true;"]
        else:
            lines = [f"    *out = HELD({self._call(of_min, ['position'], [])});", "    return true;"]
        return self._question("mover", ", uint32_t *out", lines)
