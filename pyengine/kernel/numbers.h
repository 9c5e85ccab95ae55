/*  Numbers that do not fit into the bits that an entry of a table has for its value: they are listed, and known by their
    places. */

#ifndef PYENGINE_NUMBERS_H
#define PYENGINE_NUMBERS_H

#include "kernel.h"

typedef struct {
    Number *items;
    uint32_t *index; /* places by hash, from 1 */
    uint64_t count, mask;
} Numbers;

/*  Give the place of a number, a new one where it has none. False: no memory. */
bool list_number(Numbers *numbers, Number number, uint64_t *place);
void drop_numbers(Numbers *numbers);

#endif
