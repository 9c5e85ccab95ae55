#include "notes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

static Note *place_of(const Notes *notes, Key key)
{
    uint64_t at = key.low & notes->mask;
    while (notes->notes[at].is_there && !same_key(notes->notes[at].key, key))
        at = (at + 1) & notes->mask;
    return notes->notes + at;
}

double *find_note(const Notes *notes, Key key)
{
    if (!notes->notes)
        return NULL;
    Note *found = place_of(notes, key);
    return found->is_there ? &found->number : NULL;
}

static bool grow(Notes *notes)
{
    Notes larger = {NULL, notes->count, notes->notes ? 2 * notes->mask + 1 : FIRST_ROOM - 1};
    larger.notes = calloc(larger.mask + 1, sizeof(Note));
    if (!larger.notes)
        return false;
    for (uint64_t at = 0; notes->notes && at <= notes->mask; at++)
        if (notes->notes[at].is_there)
            *place_of(&larger, notes->notes[at].key) = notes->notes[at];
    free(notes->notes);
    *notes = larger;
    return true;
}

double *make_note(Notes *notes, Key key)
{
    if ((!notes->notes || 2 * (notes->count + 1) > notes->mask + 1) && !grow(notes))
        return NULL;
    Note *found = place_of(notes, key);
    if (!found->is_there) {
        *found = (Note){key, 0, true};
        notes->count++;
    }
    return &found->number;
}

/*  Those behind its slot move up, so that no search for a key ends too soon. */
void forget_note(Notes *notes, double *number)
{
    Note *slots = notes->notes, *found = (Note *)((char *)number - offsetof(Note, number));
    uint64_t at = (uint64_t)(found - slots), mask = notes->mask;
    for (uint64_t next = (at + 1) & mask; slots[next].is_there; next = (next + 1) & mask) {
        uint64_t home = slots[next].key.low & mask;
        if (((next - home) & mask) >= ((next - at) & mask)) {
            slots[at] = slots[next];
            at = next;
        }
    }
    slots[at].is_there = false;
    notes->count--;
}

void clear_notes(Notes *notes)
{
    if (notes->notes)
        memset(notes->notes, 0, (notes->mask + 1) * sizeof(Note));
    notes->count = 0;
}

void drop_notes(Notes *notes)
{
    free(notes->notes);
    *notes = (Notes){0};
}
