/*  Proof-number search: questions of yes and no about positions, and the table of their numbers. */

#ifndef PYENGINE_PROOF_H
#define PYENGINE_PROOF_H

#include "table.h"

/*  The number of what cannot be shown; the other number of such a position is 0. */
#define INFINITE (((uint32_t)1 << 29) - 1)

/*  About how many positions must still be valued to show that a question holds, and that it does not. */
typedef struct {
    uint32_t proof, disproof;
} ProofNumbers;

/*  The numbers of positions met before: 24 bytes an entry. It holds what `pyengine/search/proof_table.py` would hold. */
typedef struct ProofTable ProofTable;

EXPORT ProofTable *kernel_make_proof_table(uint64_t entries);
EXPORT void kernel_free_proof_table(ProofTable *table);
EXPORT uint64_t kernel_proof_table_count(const ProofTable *table);

/*  Have the line of a key fetched, for who will look for it soon. */
void expect_numbers(const ProofTable *table, Key key);

/*  Give the numbers of a position; false where there are none. */
bool find_numbers(const ProofTable *table, Key key, ProofNumbers *out);

/*  Keep the numbers of a position, and the bits of the number of nodes that its largest visit took. False: no memory. */
bool store_numbers(ProofTable *table, Key key, ProofNumbers numbers, uint64_t nodes);

/*  One question about a position: whether it is worth at least, or more than, a goal to MAX. */
typedef struct {
    Run run;
    ProofTable *table; /* of this question, or NULL */
    Number goal;
    uint8_t is_strict;
    /* answered */
    uint8_t holds, has_lowest, has_highest;
    Number lowest, highest; /* the least worth met that it holds for; the largest that it does not */
    int64_t choice;         /* the successor that decides the root for who moves there; -1 where none does */
} Proving;

EXPORT void kernel_prove(Search *search, Proving *proving);

#endif
