/*  The positions that can be reached, by number, and the game as a graph of these numbers.

    0 is the first root, and what is nearer to a root has the smaller number, as in `pyengine/search/retrograde.py`. The work can
    be stopped between any two positions, and taken up again.
*/

#ifndef PYENGINE_REACH_H
#define PYENGINE_REACH_H

#include "kernel.h"
#include "notes.h"
#include "positions.h"

enum { FINAL = 255 }; /* stands in for the mover where the game is over */

/*  How a game can end. */
typedef struct {
    Number worths[2];
} End;

/*  Python reads it between two tasks. */
typedef struct Reach {
    const Rules *rules;
    bool keeps_moves; /* else positions are only counted */
    bool symmetric;   /* one number for all positions that are alike */
    Positions keys;
    Positions firsts; /* where symmetric: the first position met of each number; not indexed */
    uint64_t expanded;
    /* where moves are kept: */
    uint8_t *movers;
    uint32_t *degrees, *arrivals, *ends; /* moves out of each and into it, and how it ends where it is final */
    uint32_t *successors;
    uint64_t successor_count, successor_room;
    uint32_t room, arrival_room;
    End *kinds; /* of ends */
    Notes kind_notes; /* their numbers, from 1 */
    uint32_t kind_count, kind_room;
    uint64_t finals;
    /* labels: */
    uint32_t *values; /* kinds of ends, or NO_LABEL */
    int32_t *distances;
    uint64_t *starts; /* of the predecessors of each */
    uint32_t *predecessors;
} Reach;

#define NO_LABEL UINT32_MAX

/*  Go on until so many positions are expanded. */
typedef struct {
    const uint8_t *roots; /* packed, one after the other */
    const uint64_t *root_starts;
    uint32_t root_count;
    uint64_t most_nodes;
    Context *const *helpers; /* of other threads that expand positions, too */
    uint32_t helper_count;
    /* answered */
    uint32_t ending;
} Reaching;

/*  Label every position by going backwards from the ends. */
typedef struct {
    Number endless;
    /* answered */
    uint32_t ending;
    uint8_t complete;
    End one, other; /* where the players are not opposed */
} Labelling;

EXPORT Reach *kernel_make_reach(const Rules *rules, uint32_t keeps_moves, uint32_t symmetric);
EXPORT void kernel_free_reach(Reach *reach);
EXPORT void kernel_reach(Reach *reach, Context *context, Reaching *reaching);
EXPORT void kernel_label(Reach *reach, Context *context, Labelling *labelling);

/*  The bytes of a position: its key, or where symmetric and asked for the first one met. */
EXPORT const uint8_t *kernel_reach_bytes(const Reach *reach, uint32_t number, uint32_t first, uint64_t *size);
EXPORT int64_t kernel_reach_find(const Reach *reach, const uint8_t *bytes, uint64_t size);

#endif
