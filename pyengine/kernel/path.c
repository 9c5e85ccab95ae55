#include "path.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

static Stop *stop_of(const Path *path, Key key)
{
    uint64_t at = key.low & path->mask;
    while (path->stops[at].times && !same_key(path->stops[at].key, key))
        at = (at + 1) & path->mask;
    return path->stops + at;
}

uint32_t times_on_path(const Path *path, Key key)
{
    return path->stops ? stop_of(path, key)->times : 0;
}

static bool grow(Path *path)
{
    Path larger = {NULL, path->count, path->stops ? 2 * path->mask + 1 : FIRST_ROOM - 1};
    larger.stops = calloc(larger.mask + 1, sizeof(Stop));
    if (!larger.stops)
        return false;
    for (uint64_t at = 0; path->stops && at <= path->mask; at++)
        if (path->stops[at].times)
            *stop_of(&larger, path->stops[at].key) = path->stops[at];
    free(path->stops);
    *path = larger;
    return true;
}

bool add_to_path(Path *path, Key key)
{
    if ((!path->stops || 2 * (path->count + 1) > path->mask + 1) && !grow(path))
        return false;
    Stop *found = stop_of(path, key);
    if (!found->times) {
        found->key = key;
        path->count++;
    }
    found->times++;
    return true;
}

/*  Free a slot; those behind it move up, so that no search for a key ends too soon. */
void take_off_path(Path *path, Key key)
{
    Stop *found = stop_of(path, key), *stops = path->stops;
    if (!found->times || --found->times)
        return;
    path->count--;
    uint64_t at = (uint64_t)(found - stops), mask = path->mask;
    for (uint64_t next = (at + 1) & mask; stops[next].times; next = (next + 1) & mask) {
        uint64_t home = stops[next].key.low & mask;
        if (((next - home) & mask) >= ((next - at) & mask)) {
            stops[at] = stops[next];
            at = next;
        }
    }
    stops[at].times = 0;
}

void clear_path(Path *path)
{
    if (path->stops)
        memset(path->stops, 0, (path->mask + 1) * sizeof(Stop));
    path->count = 0;
}

void drop_path(Path *path)
{
    free(path->stops);
    *path = (Path){0};
}
