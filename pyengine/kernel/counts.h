/*  Counting and sampling without values: lines of play, and games played at random. */

#ifndef PYENGINE_COUNTS_H
#define PYENGINE_COUNTS_H

#include "kernel.h"

enum { MOST_PLAYERS = 16 };

/*  The move sequences of exactly a length. */
typedef struct {
    const uint8_t *root;
    size_t root_size;
    uint32_t depth;
    uint8_t merges; /* each distinct position of a ply is expanded once: needs memory for a ply's positions */
    uint8_t splits; /* one count for each of the root's moves */
    uint32_t share, shares; /* which part of the work, where several threads count: their counts add up */
    /* answered */
    uint32_t ending, root_count;
    uint64_t *counts; /* low and high halves: one count, or `root_count` of them */
    uint64_t nodes;   /* positions expanded */
    uint32_t patience;
} Perft;

/*  Games played at random, each move with the same chance. */
typedef struct {
    const uint8_t *root;
    size_t root_size;
    uint64_t seed, first, games, most_plies; /* each game has its own chance: game `first` is played first */
    /* answered */
    uint32_t ending;
    uint64_t played, broken_off, plies; /* those broken off have no outcome, their plies count */
    double sums[MOST_PLAYERS];          /* of the outcomes, by player */
} Playouts;

EXPORT void kernel_perft(const Rules *rules, Context *context, Perft *perft);
EXPORT void kernel_free_perft(Perft *perft);
EXPORT void kernel_playouts(const Rules *rules, Context *context, Playouts *playouts);

#endif
