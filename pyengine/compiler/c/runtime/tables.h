/*  What tabled procedures have answered, outside the heap: ground words that stay valid as long as a call from
    outside lasts, and longer while there is room. */

#pragma once

#include "terms.h"

/*  The solutions of one call: `count` rows of `width` words each, all different. */
typedef struct Answers {
    struct Answers *chained, *around;
    uint64_t hash;
    uint32_t procedure, input_count, width;
    uint32_t count, room;
    bool is_complete, is_active;
    Word *inputs, *words;
} Answers;

struct Tables *make_tables(void);
void free_tables(struct Tables *tables);

/*  Give what is known of a call with ground inputs. Where `is_complete` is false, the caller must now find all
    solutions, add each of them, and then say that they are complete. NULL is a stop: such a call that meets itself again
    is done elsewhere. */
Answers *recall(Context *context, uint32_t procedure, const Word *inputs, uint32_t input_count, uint32_t width);
bool add_answer(Context *context, Answers *answers, const Word *outs);
void complete(Context *context, Answers *answers);

/*  Before a call from outside: forget what stopped half-way, and everything where little room is left. */
void forget_unfinished(Context *context);
