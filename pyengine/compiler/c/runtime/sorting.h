/*  Words put into the standard order of their terms. */

#pragma once

#include "terms.h"

/*  Sort in place; equal ones stay in order, or with `unique` only the first of them stays. False is a stop. */
bool sort_words(Context *context, Word *words, size_t *count, bool unique);

/*  The same by keys: `keys[i]` is that of `words[i]`; both are moved. `down` is from the last to the first, where equal
    ones stay in order, too. */
bool sort_by_keys(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique);
