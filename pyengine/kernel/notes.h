/*  Numbers noted under keys: what positions were worth, how much moves have cut off, how often a path comes by. */

#ifndef PYENGINE_NOTES_H
#define PYENGINE_NOTES_H

#include "table.h"

typedef struct {
    Key key;
    double number;
    bool is_there;
} Note;

typedef struct {
    Note *notes;
    uint64_t count, mask; /* room for mask + 1, none where `notes` is NULL */
} Notes;

/*  Give the number under a key, to read or to change; NULL where there is none. */
double *find_note(const Notes *notes, Key key);
/*  The same, 0 where there was none; NULL: no memory. */
double *make_note(Notes *notes, Key key);
/*  Forget a number that is there. */
void forget_note(Notes *notes, double *number);
void clear_notes(Notes *notes);
void drop_notes(Notes *notes);

#endif
