"""The built-in predicates that the C run time has: for each version of the registry, the C function that does it.

What a version answers in Python its function answers in C, or it stops. A version that is not here is done elsewhere.
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple, cast

from pyengine.compiler.builtins.registry import Determinism
from pyengine.compiler.builtins.subtexts import SUB_TEXT_PATTERNS, sub_text_determinism
from pyengine.compiler.c.forms import C_TYPES


class CFunction(NamedTuple):
    """How compiled C calls a built-in.

    `inputs` and `outputs` have one letter for each: `w` a word, `i` an integer of 61 bits as an int64_t. Where such an
    input is not known to be an integer, the call stops unless it is one: everything else is an error.

    - test: `bool f(Context *, inputs…)`;
    - det, semidet: `bool f(Context *, inputs…, outputs *…)`;
    - nondet: `bool f(Context *, inputs…, bool (*next)(Context *, void *frame, outputs…), void *frame)`.
    """

    name: str
    determinism: Determinism
    inputs: str
    outputs: str
    which: tuple[str, ...] = ()
    """What comes before the inputs where a function does several built-ins."""
    can_stop: bool = True
    """Whether false may be a stop: else it is failure, and `det` is always true."""

    @property
    def prototype(self) -> str:
        """Declare it; what a header defines in place stays as it is."""
        which = ", int" * len(self.which)
        inputs = "".join(f", {C_TYPES[form]}" for form in self.inputs)
        outputs = [f", {C_TYPES[form]}" for form in self.outputs]
        if self.determinism == "nondet":
            return f"bool {self.name}(Context *{which}{inputs}, bool (*)(Context *, void *{''.join(outputs)}), void *);"
        return f"bool {self.name}(Context *{which}{inputs}{''.join(f'{output} *' for output in outputs)});"


_TABLE: Final = """
    ==/2                      aa   test     identical                ww
    \\==/2                    aa   test     is_different             ww
    @</2                      aa   test     is_before                ww
    @=</2                     aa   test     is_not_after             ww
    @>/2                      aa   test     is_after                 ww
    @>=/2                     aa   test     is_not_before            ww
    \\=/2                     aa   test     does_not_unify           ww
    compare/3                 gaa  test     is_order                 www
    compare/3                 faa  det      compared                 ww    w
    compare/3                 aaa  semidet  any_compared             www
    =@=/2                     aa   test     is_variant               ww
    \\=@=/2                   aa   test     is_no_variant            ww
    subsumes_term/2           aa   test     subsumes                 ww
    var/1                     a    test!    is_var                   w
    nonvar/1                  a    test!    is_nonvar                w
    integer/1                 a    test!    is_integer               w
    float/1                   a    test!    is_real                  w
    rational/1                a    test!    is_integer               w
    number/1                  a    test!    is_number                w
    atom/1                    a    test!    is_atom                  w
    string/1                  a    test!    is_text_string           w
    atomic/1                  a    test!    is_atomic                w
    compound/1                a    test!    is_compound              w
    callable/1                a    test!    is_callable              w
    is_list/1                 a    test     is_list                  w
    ground/1                  a    test     is_ground                w
    must_be/2                 aa   det      must_be                  ww
    is_of_type/2              aa   test     is_of_type               ww
    succ/2                    gg   test     is_successor             ii
    succ/2                    fg   semidet  predecessor              i     i
    succ/2                    gf   det      successor                i     i
    succ/2                    aa   semidet  any_successor            ww
    plus/3                    aaa  semidet  any_sum                  www
    between/3                 ggg  test     is_between               iwi
    between/3                 ggf  nondet   all_between              iw    i
    between/3                 aaa  nondet   any_between              www
    divmod/4                  aaff det      divided                  ii    ii
    length/2                  gg   test     has_length               wi
    length/2                  gf   det      list_length              w     i
    length/2                  fg   det      list_of_length           i     w
    length/2                  aa   nondet   any_length               ww
    proper_length/2           af   semidet  proper_length            w     i
    $list_end/3               aff  det      list_end                 w     iw
    $list_or_partial/1        a    det      begins_list              w
    $list_index/1             a    det      counts_items             w
    memberchk/2               gg   test     is_member                ww
    selectchk/3               ggf  semidet  without_first            ww    w
    append/2                  gf   semidet  joined_lists             w     w
    append/3                  ggf  semidet  appended                 ww    w
    reverse/2                 gf   semidet  reversed_list            w     w
    nth0/3                    ggf  semidet  item_from:0              iw    w
    nth1/3                    ggf  semidet  item_from:1              iw    w
    nth0/3                    fgf  nondet   numbered_items:0         w     iw
    nth1/3                    fgf  nondet   numbered_items:1         w     iw
    last/2                    gf   semidet! last_item                w     w
    flatten/2                 af   det      flattened                w     w
    list_to_set/2             af   det      list_to_set              w     w
    is_set/1                  a    test     is_set                   w
    subtract/3                ggf  det      subtracted               ww    w
    sum_list/2,sumlist/2                af   semidet  sum_of_list              w     w
    sum_list/2,sumlist/2                aa   semidet  any_sum_of_list          ww
    max_list/2                gf   semidet  extreme:FUNCTOR_MAX      w     w
    min_list/2                gf   semidet  extreme:FUNCTOR_MIN      w     w
    numlist/3                 aaf  semidet  list_of_integers         ii    w
    msort/2                   gf,af det      sort_list:false          w     w
    sort/2                    gf,af det      sort_list:true           w     w
    list_to_ord_set/2         af   det      sort_list:true           w     w
    sort/4                    aaaf det      sorted_by                www   w
    keysort/2                 af   det      keysorted                w     w
    copy_term/2,duplicate_term/2,copy_term_nat/2               gf   det!     same_term                w     w
    copy_term/2,duplicate_term/2,copy_term_nat/2               af   det      copy_term                w     w
    =../2                     gg   test     is_made_of               ww
    =../2                     gf   det      parts_of                 w     w
    =../2                     fg   det      term_of                  w     w
    =../2                     aa   semidet  any_parts                ww
    $name/2                   gf   det      name_of_term             w     w
    $arguments/2              gf   det      list_of_arguments        w     w
    arg/3                     ggf  semidet  argument_at              iw    w
    arg/3                     fgf  nondet   arguments_of             w     iw
    arg/3                     gaa  semidet  unified_argument         iww
    arg/3                     aaa  nondet   any_argument             www
    functor/3                 gff  det      functor_and_arity        w     wi
    functor/3                 fgg  det      term_with                ww    w
    functor/3                 aaa  semidet  any_functor              www
    compound_name_arity/3     aaa  semidet  compound_name_arity      www
    compound_name_arguments/3 aaa  semidet  compound_name_arguments  www
    term_variables/2          gf   det!     no_variables             w     w
    term_variables/2          aa   semidet  term_variables           ww
    term_variables/3          aaa  semidet  term_variables_and       www
    $free_variables/3         aaf  det      free_variables           ww    w
    $bagof/3                  aaa  nondet   give_groups:false        www
    $setof/3                  aaa  nondet   give_groups:true         www
    boards:replace_arg/5      ggfgf semidet replace_argument        iww   ww
    boards:replace_nth0/5     ggfgf semidet replace_item:0          iww   ww
    boards:replace_nth1/5     ggfgf semidet replace_item:1          iww   ww
    boards:cells_rows/3       ggf  semidet  rows_of_cells            wi    w
    boards:rows_columns/2     gf   semidet  columns_of_rows          w     w
    char_code/2               fg   det      char_of                  i     w
    char_code/2               gf   det      code_of                  w     i
    char_code/2               aa   semidet  any_char_code            ww
    atom_length/2,string_length/2             gf   det      length_of_text           w     i
    atom_length/2,string_length/2             aa   semidet  text_length              ww
    atom_codes/2,string_codes/2 gf   det      list_text:false          w     w
    atom_chars/2,string_chars/2 gf   det      list_text:true           w     w
    atom_codes/2,atom_chars/2 fg   det      text_of_list:0           w     w
    string_codes/2,string_chars/2 fg   det  text_of_list:1           w     w
    string_code/3             ggg  test     is_code_at               iww
    string_code/3             ggf  semidet  code_at                  iw    i
    atom_codes/2              aa   semidet  any_atom_list:false      ww
    atom_chars/2              aa   semidet  any_atom_list:true       ww
    atom_concat/3             ggf  det      joined_atom              ww    w
    string_concat/3           ggf  det      joined_string            ww    w
    atom_concat/3,string_concat/3             ggg  test     is_joined                www
    atomic_list_concat/2      af   det      concatenated             w     w
    atomic_list_concat/3      aaa  semidet  any_concatenated         www
    atom_number/2             aa   semidet  any_atom_number          ww
    atom_string/2             gf   det      as_string                w     w
"""
"""Predicates, call patterns, determinism (with `!` where it cannot stop), function (and what comes
before its inputs), inputs and outputs."""


def _read() -> dict[tuple[str, int, str], CFunction]:
    table = {}
    for line in _TABLE.strip().splitlines():
        indicators, patterns, determinism, name, *letters = line.split()
        name, *which = name.split(":")
        inputs, outputs = (*letters, "", "")[:2]
        can_stop = not determinism.endswith("!")
        how = cast(Determinism, determinism.rstrip("!"))
        for indicator, pattern in itertools.product(indicators.split(","), patterns.split(",")):
            predicate, _, arity = indicator.rpartition("/")
            key = predicate, int(arity), pattern
            table[key] = CFunction(name, how, inputs, outputs, tuple(which), can_stop)
    for number, kind in enumerate(("atom", "string")):
        for pattern in SUB_TEXT_PATTERNS:
            table[f"sub_{kind}", 5, pattern] = CFunction(
                f"sub_text_{pattern[1:]}",
                sub_text_determinism(pattern),
                "".join(form for way, form in zip(pattern, "wiiiw", strict=True) if way == "g"),
                "".join(form for way, form in zip(pattern, "wiiiw", strict=True) if way == "f"),
                (str(number),),
            )
    return table


BUILT_INS: Final[dict[tuple[str, int, str], CFunction]] = _read()
"""What C has, by name, arity and call pattern of a version."""
