/*  What alpha-beta asks of its transposition table: `pyengine/search/lookup.py`, with what `search.h` has for minimax too. */

#include "frames.h"

/*  Count a position that was asked about others that are alike, and what was saved: the bits of a number of nodes. */
static void note_alike(Search *search, int64_t ply, uint8_t work)
{
    AlikePly *at = search->alike + (ply < MOST_ALIKE_PLIES ? ply : MOST_ALIKE_PLIES - 1);
    at->visits++;
    at->saved_nodes += (uint64_t)1 << work >> 1;
}

/*  Look for a successor in the table; true where it answers. */
static bool look_up_entry(Search *search, const Frame *frame, Visit *visit)
{
    const Settings *settings = &search->settings;
    const Entry *entry = known_entry(search, visit->key);
    if (!entry)
        return false;
    double value = entry->value;
    if (serves(settings, entry, frame->left)
        && (entry->bound == EXACT
            || (entry->bound == LOWER ? value >= frame->beta.value : value <= frame->alpha.value))) {
        visit->value = take_entry(search, entry, &visit->line);
        return true;
    }
    if (visit->draft != frame->left && serves(settings, entry, visit->draft)
        && (frame->is_max ? entry->bound != LOWER && value <= frame->alpha.value
                          : entry->bound != UPPER && value >= frame->beta.value)) {
        visit->value = take_entry(search, entry, &visit->line);
        return true;
    }
    if (settings->table_move && is_noted_of(search, entry, visit->is_own))
        visit->hint_child = entry->child;
    return false;
}

bool look_up_child(Search *search, Frame *frame, uint32_t number, Visit *visit, bool *is_answer)
{
    const TableKey *expected = frame->expected + frame->place % 2;
    const TableKey *known = frame->child_keys ? frame->child_keys + number : expected->child == number + 1 ? expected : NULL;
    *is_answer = false;
    if (known) {
        visit->own = known->own;
        visit->key = known->key;
        visit->is_own = known->is_own;
    } else if (search->has_table || search->ordering.by_previous) {
        visit->own = visit->key = key_of(search->context, visit->state);
    }
    if (!search->has_table)
        return true;
    if (!known
        && !table_key(search, visit->state, visit->own, frame->ply + 1, frame->asks_alike, &visit->key, &visit->is_own))
        return false;
    *is_answer = look_up_entry(search, frame, visit);
    if (frame->asks_alike)
        note_alike(search, frame->ply + 1, *is_answer && search->found.is_own != visit->is_own ? search->found.work : 0);
    return true;
}
