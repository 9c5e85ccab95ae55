#include "notes.h"

#include <stdlib.h>

enum { FIRST_ROOM = 256 };

static Note *slot_of(const Notes *notes, Key key)
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
    Note *found = slot_of(notes, key);
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
            *slot_of(&larger, notes->notes[at].key) = notes->notes[at];
    free(notes->notes);
    *notes = larger;
    return true;
}

double *make_note(Notes *notes, Key key)
{
    if ((!notes->notes || 2 * (notes->count + 1) > notes->mask + 1) && !grow(notes))
        return NULL;
    Note *found = slot_of(notes, key);
    if (!found->is_there) {
        *found = (Note){key, 0, true};
        notes->count++;
    }
    return &found->number;
}

void drop_notes(Notes *notes)
{
    free(notes->notes);
    *notes = (Notes){0};
}
