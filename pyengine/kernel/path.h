/*  The positions from the root to the current one, by their keys; the last one in is the first one out. */

#ifndef PYENGINE_PATH_H
#define PYENGINE_PATH_H

#include "table.h"

typedef struct {
    Key key;
    uint32_t times; /* 0 where the slot is free */
} Stop;

typedef struct {
    Stop *stops;
    uint64_t count, mask; /* room for mask + 1, none where `stops` is NULL */
} Path;

/*  How often the path comes by a position. */
uint32_t times_on_path(const Path *path, Key key);
bool add_to_path(Path *path, Key key); /* false: no memory */
void take_off_path(Path *path, Key key);
void clear_path(Path *path);
void drop_path(Path *path);

#endif
