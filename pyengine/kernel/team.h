/*  Several threads expand positions side by side, each some that follow one another, and write down where they lead. What they
    wrote is then read in order by one thread, so that positions get the numbers that they get without the others. */

#ifndef PYENGINE_TEAM_H
#define PYENGINE_TEAM_H

#include <string.h>

#include "reach.h"

typedef struct Team Team;

/*  Positions from which on it pays to share them out. */
enum { WORTH_SHARING = 512 };

/*  What is written of a position; of each successor its key follows and, where symmetric, the successor itself. */
typedef struct {
    uint32_t degree, mover;
    Number worths[2];
} Opened;

static inline const uint8_t *read_opened(const uint8_t *record, Opened *opened)
{
    memcpy(opened, record, sizeof *opened);
    return record + sizeof *opened;
}

static inline const uint8_t *read_bytes(const uint8_t *record, const uint8_t **bytes, size_t *size)
{
    uint32_t length;
    memcpy(&length, record, sizeof length);
    *size = length;
    *bytes = record + sizeof length;
    return *bytes + length;
}

/*  Expand the positions from the first one that waits up to an end, or as many as one round takes. NULL: no memory. */
Team *expand_in_team(const Reach *reach, Context *context, Context *const *helpers, uint32_t helper_count, uint64_t end);
void free_team(Team *team);

/*  What a member has written, of how many positions, and why it ended early, if it did. */
const uint8_t *records_of(const Team *team, uint32_t member, uint64_t *count, enum Ending *ending);

#endif
