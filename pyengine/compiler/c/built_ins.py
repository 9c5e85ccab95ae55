"""The built-in predicates that the C run time has: for each version of the registry, the C function that does it.

What a version answers in Python its function answers in C, or it stops. A version that is not here is done elsewhere.
"""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from pyengine.compiler.builtins.registry import Determinism, Version


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
    header: str
    can_stop: bool = True
    """Whether false may be a stop: else it is failure, and `det` is always true."""


_TABLE: Final = """
    comparing.h  ==/2                      aa   test     identical                ww
    comparing.h  \\==/2                    aa   test     is_different             ww
    comparing.h  @</2                      aa   test     is_before                ww
    comparing.h  @=</2                     aa   test     is_not_after             ww
    comparing.h  @>/2                      aa   test     is_after                 ww
    comparing.h  @>=/2                     aa   test     is_not_before            ww
    comparing.h  \\=/2                     aa   test     does_not_unify           ww
    comparing.h  compare/3                 gaa  test     is_order                 www
    comparing.h  compare/3                 faa  det      compared                 ww    w
    comparing.h  compare/3                 aaa  semidet  any_compared             www
    comparing.h  =@=/2                     aa   test     is_variant               ww
    comparing.h  \\=@=/2                   aa   test     is_no_variant            ww
    comparing.h  subsumes_term/2           aa   test     subsumes                 ww
    comparing.h  var/1                     a    test!    is_var                   w
    comparing.h  nonvar/1                  a    test!    is_nonvar                w
    comparing.h  integer/1                 a    test!    is_integer               w
    comparing.h  float/1                   a    test!    is_real                  w
    comparing.h  rational/1                a    test!    is_integer               w
    comparing.h  number/1                  a    test!    is_number                w
    comparing.h  atom/1                    a    test!    is_atom                  w
    comparing.h  string/1                  a    test!    is_text_string           w
    comparing.h  atomic/1                  a    test!    is_atomic                w
    comparing.h  compound/1                a    test!    is_compound              w
    comparing.h  callable/1                a    test!    is_callable              w
    comparing.h  is_list/1                 a    test     is_list                  w
    comparing.h  ground/1                  a    test     is_ground                w
    comparing.h  must_be/2                 aa   det      must_be                  ww
    comparing.h  is_of_type/2              aa   test     is_of_type               ww
    integers.h   succ/2                    gg   test     is_successor             ii
    integers.h   succ/2                    fg   semidet  predecessor              i     i
    integers.h   succ/2                    gf   det      successor                i     i
    integers.h   succ/2                    aa   semidet  any_successor            ww
    integers.h   plus/3                    aaa  semidet  any_sum                  www
    integers.h   between/3                 ggg  test     is_between               iwi
    integers.h   between/3                 ggf  nondet   all_between              iw    i
    integers.h   between/3                 aaa  nondet   any_between              www
    integers.h   divmod/4                  aaff det      divided                  ii    ii
    lists.h      length/2                  gg   test     has_length               wi
    lists.h      length/2                  gf   det      list_length              w     i
    lists.h      length/2                  fg   det      list_of_length           i     w
    lists.h      length/2                  aa   nondet   any_length               ww
    lists.h      proper_length/2           af   semidet  proper_length            w     i
    lists.h      $list_end/3               aff  det      list_end                 w     iw
    lists.h      $list_or_partial/1        a    det      begins_list              w
    lists.h      memberchk/2               gg   test     is_member                ww
    lists.h      selectchk/3               ggf  semidet  without_first            ww    w
    lists.h      append/2                  gf   semidet  joined_lists             w     w
    lists.h      append/3                  ggf  semidet  appended                 ww    w
    lists.h      reverse/2                 gf   semidet  reversed_list            w     w
    lists.h      nth0/3                    ggf  semidet  item_from_0              iw    w
    lists.h      nth1/3                    ggf  semidet  item_from_1              iw    w
    lists.h      nth0/3                    fgf  nondet   items_from_0             w     iw
    lists.h      nth1/3                    fgf  nondet   items_from_1             w     iw
    lists.h      last/2                    gf   semidet! last_item                w     w
    lists.h      flatten/2                 af   det      flattened                w     w
    lists.h      list_to_set/2             af   det      list_to_set              w     w
    lists.h      is_set/1                  a    test     is_set                   w
    lists.h      subtract/3                ggf  det      subtracted               ww    w
    lists.h      sum_list/2                af   semidet  sum_of_list              w     w
    lists.h      sumlist/2                 af   semidet  sum_of_list              w     w
    lists.h      sum_list/2                aa   semidet  any_sum_of_list          ww
    lists.h      sumlist/2                 aa   semidet  any_sum_of_list          ww
    lists.h      max_list/2                gf   semidet  max_of_list              w     w
    lists.h      min_list/2                gf   semidet  min_of_list              w     w
    lists.h      numlist/3                 aaf  semidet  list_of_integers         ii    w
    lists.h      msort/2                   gf   det      msorted                  w     w
    lists.h      msort/2                   af   det      msorted                  w     w
    lists.h      sort/2                    gf   det      sorted_set               w     w
    lists.h      sort/2                    af   det      sorted_set               w     w
    lists.h      list_to_ord_set/2         af   det      sorted_set               w     w
    lists.h      sort/4                    aaaf det      sorted_by                www   w
    lists.h      keysort/2                 af   det      keysorted                w     w
    structure.h  copy_term/2               gf   det!     same_term                w     w
    structure.h  duplicate_term/2          gf   det!     same_term                w     w
    structure.h  copy_term_nat/2           gf   det!     same_term                w     w
    terms.h      copy_term/2               af   det      copy_term                w     w
    terms.h      duplicate_term/2          af   det      copy_term                w     w
    terms.h      copy_term_nat/2           af   det      copy_term                w     w
    structure.h  =../2                     gg   test     is_made_of               ww
    structure.h  =../2                     gf   det      parts_of                 w     w
    structure.h  =../2                     fg   det      term_of                  w     w
    structure.h  =../2                     aa   semidet  any_parts                ww
    structure.h  arg/3                     ggf  semidet  argument_at              iw    w
    structure.h  arg/3                     fgf  nondet   arguments_of             w     iw
    structure.h  arg/3                     aaa  nondet   any_argument             www
    structure.h  functor/3                 gff  det      functor_and_arity        w     wi
    structure.h  functor/3                 fgg  det      term_with                ww    w
    structure.h  functor/3                 aaa  semidet  any_functor              www
    structure.h  compound_name_arity/3     aaa  semidet  compound_name_arity      www
    structure.h  compound_name_arguments/3 aaa  semidet  compound_name_arguments  www
    structure.h  term_variables/2          gf   det!     no_variables             w     w
    structure.h  term_variables/2          aa   semidet  term_variables           ww
    structure.h  term_variables/3          aaa  semidet  term_variables_and       www
    structure.h  $free_variables/3         aaf  det      free_variables           ww    w
    structure.h  $bagof/3                  aaa  nondet   grouped                  www
    structure.h  $setof/3                  aaa  nondet   grouped_sets             www
    boards.h     boards:replace_arg/5      ggfgf semidet replace_argument        iww   ww
    boards.h     boards:replace_nth0/5     ggfgf semidet replace_item_from_0     iww   ww
    boards.h     boards:replace_nth1/5     ggfgf semidet replace_item_from_1     iww   ww
    boards.h     boards:cells_rows/3       ggf  semidet  rows_of_cells            wi    w
    boards.h     boards:rows_columns/2     gf   semidet  columns_of_rows          w     w
    texts.h      char_code/2               fg   det      char_of                  i     w
    texts.h      char_code/2               aa   semidet  any_char_code            ww
    texts.h      atom_length/2             aa   semidet  text_length              ww
    texts.h      string_length/2           aa   semidet  text_length              ww
    texts.h      atom_codes/2              gf   det      codes_of                 w     w
    texts.h      atom_chars/2              gf   det      chars_of                 w     w
    texts.h      atom_codes/2              aa   semidet  any_atom_codes           ww
    texts.h      atom_chars/2              aa   semidet  any_atom_chars           ww
    texts.h      atom_concat/3             ggf  det      joined_atom              ww    w
    texts.h      string_concat/3           ggf  det      joined_string            ww    w
    texts.h      atom_concat/3             ggg  test     is_joined                www
    texts.h      string_concat/3           ggg  test     is_joined                www
    texts.h      atomic_list_concat/2      af   det      concatenated             w     w
    texts.h      atomic_list_concat/3      aaa  semidet  any_concatenated         www
    texts.h      atom_number/2             aa   semidet  any_atom_number          ww
    texts.h      atom_string/2             gf   det      as_string                w     w
"""
"""Header, predicate, call pattern, determinism (with `!` where it cannot stop), function, inputs and outputs."""


def _read() -> dict[tuple[str, int, str], CFunction]:
    table = {}
    for line in _TABLE.strip().splitlines():
        header, indicator, pattern, determinism, name, *letters = line.split()
        predicate, _, arity = indicator.rpartition("/")
        inputs, outputs = (*letters, "", "")[:2]
        can_stop = not determinism.endswith("!")
        how = cast(Determinism, determinism.rstrip("!"))
        table[predicate, int(arity), pattern] = CFunction(name, how, inputs, outputs, header, can_stop)
    return table


BUILT_INS: Final[dict[tuple[str, int, str], CFunction]] = _read()
"""What C has, by name, arity and call pattern of a version."""


def built_in(version: Version, are_integers: tuple[bool, ...]) -> CFunction | None:
    """Find the function for a version called with such arguments; None where C has none."""
    function = BUILT_INS.get((version.name, version.arity, version.pattern))
    if function is None:
        return None
    fits = all(is_int or letter == "w" for is_int, letter in zip(are_integers, function.inputs, strict=True))
    return function if fits else None
