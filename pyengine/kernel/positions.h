/*  Distinct positions by number, each as the bytes of `pack`, all in one buffer. */

#ifndef PYENGINE_POSITIONS_H
#define PYENGINE_POSITIONS_H

#include <stdlib.h>

#include "kernel.h"

typedef struct {
    uint8_t *bytes;
    size_t used, room;
    uint64_t *starts; /* where each one's bytes are; one more than there are positions */
    uint32_t count, start_room;
    uint32_t *slots; /* numbers from 1, found by hash; 0 where free */
    uint64_t mask;
} Positions;

/*  Make an array larger; false: no memory, and it is as it was. */
static inline bool enlarge(void *array, size_t items, size_t size)
{
    void **place = array, *larger = realloc(*place, items * size);
    if (larger)
        *place = larger;
    return larger;
}

bool set_up_positions(Positions *positions); /* false: no memory */
void tear_down_positions(Positions *positions);
void clear_positions(Positions *positions);

static inline const uint8_t *bytes_of(const Positions *positions, uint32_t number, size_t *size)
{
    *size = positions->starts[number + 1] - positions->starts[number];
    return positions->bytes + positions->starts[number];
}

/*  Give the number of a position, a new one where it is new (`is_new`). False: no memory. */
bool number_position(Positions *positions, const Context *context, Word position, uint32_t *number, bool *is_new);

/*  The same for a position that is packed already. */
bool number_packed(Positions *positions, const uint8_t *bytes, size_t size, uint32_t *number, bool *is_new);
bool append_packed(Positions *positions, const uint8_t *bytes, size_t size);

/*  Add a position at the end, whatever there is already: it will not be found, only read by its number. */
bool append_position(Positions *positions, const Context *context, Word position);

/*  Give the number of a position that is packed already; -1 where it is not there. */
int64_t find_packed(const Positions *positions, const uint8_t *bytes, size_t size);

#endif
