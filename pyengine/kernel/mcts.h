/*  Monte-Carlo tree search; `pyengine/search/mcts.py` says how, and does the same. */

#ifndef PYENGINE_MCTS_H
#define PYENGINE_MCTS_H

#include "counts.h"

#define NO_NODE UINT32_MAX

/*  How a tree is grown, and what is played for. */
typedef struct {
    uint64_t seed, most_plies;
    uint64_t room;      /* positions that are kept */
    double exploration; /* squared */
    Number unknown;     /* the worth of a playout that is cut off, without an estimate */
    uint8_t opposed;
    Number least, most; /* what two opponents cannot better */
    double low[MOST_PLAYERS], high[MOST_PLAYERS]; /* between what values lie, as far as is known */
} Sampling;

/*  A position of the tree; its successors are `count` nodes from `first` on, none where it is not opened. */
typedef struct {
    uint64_t visits;
    uint32_t first, count;
    uint32_t unsolved; /* successors that are not solved */
    uint32_t best;     /* of those that are, the one that the mover likes best; or NO_NODE */
    uint32_t mover;
    uint32_t floats;   /* which exact values are floats, a bit for each player */
    uint8_t solved;
} TreeNode;

/*  A task: go on until there are so many iterations, or the root is solved. */
typedef struct {
    uint64_t most_nodes;
    /* counted on from what is there */
    uint64_t nodes, leaves;
    /* answered */
    uint32_t ending;
} Growth;

typedef struct Tree Tree;

/*  Make a tree over a position that is not final. NULL: no memory. */
EXPORT Tree *kernel_make_tree(const Rules *rules, const Sampling *settings, const uint8_t *root, size_t size);
EXPORT void kernel_free_tree(Tree *tree);
EXPORT void kernel_grow(Tree *tree, Context *context, Growth *growth);
/*  Read a node, and what its visits came to, or its exact values: one number for each player. */
EXPORT void kernel_tree_node(const Tree *tree, uint32_t number, TreeNode *node, double *sums);

#endif
