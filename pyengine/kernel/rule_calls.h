/*  Questions to the rules, and keys of positions. Each question has the same number of steps at hand, as each call of a
    rule has from Python. */

#ifndef PYENGINE_RULE_CALLS_H
#define PYENGINE_RULE_CALLS_H

#include "table.h"

static inline void allow_steps(Context *context)
{
    context->budget = STEPS_FOR_A_QUESTION;
}

/*  Take a position from outside; false where it is none, or none that the code of the rules was made for. */
static inline bool take_in(const Rules *rules, Context *context, const uint8_t *bytes, size_t size, Word *position)
{
    return unpack(context, bytes, size, position) && (!rules->admits || rules->admits(*position));
}

/*  The key of a position, never 0: its own where it is short, else a hash. */
Key key_of(const Context *context, Word position);

/*  Why the rules stopped: asked from outside, or something that they do not do in C. */
static inline enum Ending ending_of(const Context *context)
{
    return context->reason == INTERRUPTED && context->interrupt ? (enum Ending)context->interrupt : ESCAPED;
}

#endif
