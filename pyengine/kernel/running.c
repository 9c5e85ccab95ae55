#include "running.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "context.h"
#include "counting.h"
#include "reach.h"

struct Job {
    enum Task task;
    Context *context;
    const void *subject;
    void *details;
    uint64_t stack_bytes;
    int64_t steps;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool is_over;
};

/*  Bytes of a thread's stack that its rules leave alone: for the thread itself, and for what does not look at the limit. */
#define SPARE_BYTES ((uint64_t)1 << 17)

static void *work(void *argument)
{
    Job *job = argument;
    start_call(job->context, job->stack_bytes - SPARE_BYTES, job->steps);
    switch (job->task) {
    case SEARCH_TASK:
        kernel_search((Search *)job->subject, job->details);
        break;
    case MINIMAX_TASK:
        kernel_minimax((Search *)job->subject, job->details);
        break;
    case PERFT_TASK:
        kernel_perft(job->subject, job->context, job->details);
        break;
    case PLAYOUTS_TASK:
        kernel_playouts(job->subject, job->context, job->details);
        break;
    case REACH_TASK:
        kernel_reach((Reach *)job->subject, job->context, job->details);
        break;
    case LABEL_TASK:
        kernel_label((Reach *)job->subject, job->context, job->details);
        break;
    }
    pthread_mutex_lock(&job->lock);
    job->is_over = true;
    pthread_cond_signal(&job->over);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

Job *kernel_start(
    uint32_t task, Context *context, const void *subject, void *details, uint64_t stack_bytes, int64_t steps)
{
    Job *job = calloc(1, sizeof *job);
    pthread_attr_t attributes;
    pthread_condattr_t clock;
    if (!job)
        return NULL;
    job->task = (enum Task)task;
    job->context = context;
    job->subject = subject;
    job->details = details;
    job->stack_bytes = stack_bytes;
    job->steps = steps;
    pthread_mutex_init(&job->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&job->over, &clock);
    pthread_condattr_destroy(&clock);
    pthread_attr_init(&attributes);
    bool started = !pthread_attr_setstacksize(&attributes, stack_bytes)
        && !pthread_create(&job->thread, &attributes, work, job);
    pthread_attr_destroy(&attributes);
    if (started)
        return job;
    pthread_cond_destroy(&job->over);
    pthread_mutex_destroy(&job->lock);
    free(job);
    return NULL;
}

bool kernel_wait(Job *job, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t nanoseconds = until.tv_nsec + (int64_t)(seconds * 1e9);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_mutex_lock(&job->lock);
    while (!job->is_over && pthread_cond_timedwait(&job->over, &job->lock, &until) != ETIMEDOUT) {
    }
    bool is_over = job->is_over;
    pthread_mutex_unlock(&job->lock);
    return is_over;
}

void kernel_interrupt(Context *context, int ending)
{
    context->interrupt = ending;
}

void kernel_finish(Job *job)
{
    pthread_join(job->thread, NULL);
    pthread_cond_destroy(&job->over);
    pthread_mutex_destroy(&job->lock);
    free(job);
}
