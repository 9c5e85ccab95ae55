"""Built-in predicates written in Python, and how one is declared.

A built-in is a Python function under a decorator that says how the predicate may be called. One predicate may have
several such *versions*, each for one call pattern; a pattern has one letter for each argument:

- `g`: the function gets a clean value (`runtime.terms`: no `Var` anywhere in it);
- `a`: it gets any term, which may be or contain variables: `deref` it before looking at it;
- `f`: an output. The function does not get it; it returns it. The compiler assigns it, or unifies it with whatever
  stood at that place in the call.

- `n`: an output as `f`, of a version that is only for calls where a variable stands there for the first time.

The decorators:

- `@test("integer/1", "a")`: the function returns True or False;
- `@det("atom_length/2", "af", types="integer")`: it returns its output, or a tuple of its outputs where there are
  several, in the order of the arguments, or None where there is none. It has exactly one solution, or raises an error;
- `@semidet("nth/3", "ggf")`: the same, or it returns `FAIL`;
- `@nondet("member/2", "fg")`: a generator function, which yields what a `det` one would return, once a solution. It
  must not look at the trail unless it asks for it (`trail=True`).

Options:

- `types`: one word for each output (`types="number integer"`) that says what it always is, to the compiler's profit:
  a key of `registry.OUTPUT_TYPES`, which tells what each of them means; `as_inputs` is the default;
- `trail=True`: the function takes the trail as its last argument, because it binds variables of its `a` arguments
  with `unify(x, y, trail)`. A nondet one with a trail undoes its own bindings before each alternative but the first
  (`mark = len(trail)` at the start, `undo(trail, mark)`). On failure or at its end it need not undo anything.

Versions are tried in the order of their declaration, and the first that fits a call is taken. A `g` fits only what
the compiler knows to be clean. An `f` fits everything; but where the argument is not a variable's first occurrence
the solution is unified afterwards. If that is not the same (an error for an output of a wrong type, an
enumeration that ends), declare a version with `g` or `a` at that place before it.

Several of one shape are declared in a loop: `registry.named` names the function of each, so that code can import it.

Errors are raised (`runtime.errors`): `raise type_error("integer", value)`. A `det` version for `g` arguments checks
types, too: clean says nothing about the type.

Where no version fits, and for what needs none in Python, there is Prolog: `library/*.pl` holds one block of clauses a
predicate, blank lines between the blocks, `%` comments before them. The compiler finds `name/arity` there by the
heads of the blocks, and compiles it like a rule of the file. A predicate that calls an argument (`maplist/3`) is
written as in SWI-Prolog's library; the compiler specialises it for the closure it is called with.

>>> from pyengine.compiler.builtins.registry import versions
>>> [version.pattern for version in versions("ground", 1)]
['a']
"""
