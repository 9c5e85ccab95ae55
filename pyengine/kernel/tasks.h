/*  Tasks with a large stack of their own, so that whoever waits for one can see to signals and limits.

    A task by itself runs on the thread that waits for it, a slice of time after the other: it stops between two positions and
    is taken up there, which costs less than another thread would. Several tasks at once run on threads of their own.
*/

#ifndef PYENGINE_TASKS_H
#define PYENGINE_TASKS_H

#include "kernel.h"

enum Task { SEARCH_TASK, MINIMAX_TASK, PERFT_TASK, PLAYOUTS_TASK, REACH_TASK, LABEL_TASK, GROW_TASK, PROOF_TASK };

typedef struct Job Job;

/*  Jobs are kept in places of the caller's, who may be interrupted on the way back and knows them all the same. */

/*  Make a task ready; false where there is no memory for it. `subject` is the Search, Reach or Tree, or else the rules. */
EXPORT bool kernel_start(
    Job **jobs, uint32_t number, uint32_t task, Context *context, const void *subject, void *details,
    uint64_t stack_bytes, int64_t steps, uint32_t on_thread);
/*  Wait for a time; true when the task is done. */
EXPORT bool kernel_wait(Job **jobs, uint32_t number, double seconds);
/*  Ask the task to end soon, for a reason of `enum Ending`; 0 takes that back before the next one. */
EXPORT void kernel_interrupt(Context *context, int ending);
/*  Wait for the end of all jobs, which are asked for it where nobody has done so, and let go of them. */
EXPORT void kernel_finish(Job **jobs, uint32_t count);

#endif
