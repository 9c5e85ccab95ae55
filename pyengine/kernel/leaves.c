/*  Positions that are valued at sight: `pyengine/search/leaves.py`, with what `search.h` has for minimax too. */

#include "frames.h"

bool ends_at_horizon(Search *search, const Frame *frame, Word state, bool *is_leaf, bool *final)
{
    bool noisy = false;
    if (!is_final(search, state, final))
        return false;
    if (!*final && frame->left >= search->settings.floor && !is_noisy(search, state, &noisy))
        return false;
    *is_leaf = !noisy;
    return true;
}

bool is_in_range(Search *search, Number value)
{
    /* What is wrong is told by who takes over. */
    return (value.value >= search->least.value && value.value <= search->most.value) || end_run(search, ESCAPED);
}

bool value_end(Search *search, Visit *visit, bool final)
{
    if (!enter_node(search) || !value_at_sight(search, visit->state, final, &visit->value)
        || !is_in_range(search, visit->value))
        return false;
    search->leaves++;
    if (search->ordering.by_previous)
        note_value(&search->ordering, key_of(search->context, visit->state), visit->value.value);
    return true;
}
