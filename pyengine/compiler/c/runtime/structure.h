/*  Terms taken apart, put together and copied; their variables. */

#pragma once

#include "terms.h"

/*  A compound term of a name and arguments; false is a stop. */
bool make_compound(Context *context, Word name, const Word *args, size_t count, Word *out);

/*  copy_term/2 of a term without variables */
static inline bool same_term(Context *context, Word x, Word *out)
{
    (void)context;
    *out = x;
    return true;
}

/*  =../2 */
bool parts_of(Context *context, Word x, Word *out);
bool is_made_of(Context *context, Word x, Word parts);
bool term_of(Context *context, Word parts, Word *out);
bool any_parts(Context *context, Word x, Word parts);

/*  arg/3 */
bool argument_at(Context *context, int64_t index, Word x, Word *out);
bool arguments_of(Context *context, Word x, bool (*next)(Context *, void *, int64_t, Word), void *frame);
bool any_argument(Context *context, Word index, Word x, Word value, bool (*next)(Context *, void *), void *frame);

/*  functor/3, compound_name_arity/3, compound_name_arguments/3 */
bool functor_and_arity(Context *context, Word x, Word *name, int64_t *arity);
bool term_with(Context *context, Word name, Word arity, Word *out);
bool any_functor(Context *context, Word x, Word name, Word arity);
bool compound_name_arity(Context *context, Word x, Word name, Word arity);
bool compound_name_arguments(Context *context, Word x, Word name, Word args);

/*  term_variables/2,3 */
bool no_variables(Context *context, Word x, Word *out);
bool term_variables(Context *context, Word x, Word found);
bool term_variables_and(Context *context, Word x, Word found, Word tail);

/*  What bagof/3 and setof/3 are made of: the free variables of a goal, and the solutions by groups. */
bool free_variables(Context *context, Word bound, Word goal, Word *out);
bool grouped(Context *context, Word witness, Word pairs, Word result, bool (*next)(Context *, void *), void *frame);
bool grouped_sets(Context *context, Word witness, Word pairs, Word result, bool (*next)(Context *, void *),
                  void *frame);
