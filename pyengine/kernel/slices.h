/*  Where a task looks whether its slice of time is over. */

#ifndef PYENGINE_SLICES_H
#define PYENGINE_SLICES_H

#include <stdint.h>

enum { PATIENCE = 16 }; /* positions between two looks at the clock */

/*  Give the thread back to whoever waits, until it waits again, where the slice is over. */
void pause_if_due(void);

/*  The same, now and then. */
static inline void pause_now_and_then(uint32_t *patience)
{
    if (__builtin_expect(++*patience >= PATIENCE, 0)) {
        *patience = 0;
        pause_if_due();
    }
}

#endif
