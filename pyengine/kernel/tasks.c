#include "tasks.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "context.h"
#include "counts.h"
#include "mcts.h"
#include "memory.h"
#include "proof.h"
#include "slices.h"
#include "reach.h"

#ifdef __has_feature
#if __has_feature(thread_sanitizer) && !defined(__SANITIZE_THREAD__)
#define __SANITIZE_THREAD__ 1
#endif
#endif

/*  The sanitizer of threads does not follow a task from slice to slice. */
#if defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#include <ucontext.h>
#define HAS_SLICES 1
#else
#define HAS_SLICES 0 /* every task has a thread */
#endif

struct Job {
    enum Task task;
    Context *context;
    const void *subject;
    void *details;
    uint64_t stack_bytes;
    int64_t steps;
    bool on_thread, is_over;
    /* on a thread of its own: */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over;
    /* else: */
#if HAS_SLICES
    ucontext_t waiting, working;
    void *stack;
    int64_t slice_end; /* in nanoseconds */
#endif
};

/*  Bytes of a stack that the rules leave alone: for what does not look at the limit. */
#define SPARE_BYTES ((uint64_t)1 << 17)

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void work(Job *job)
{
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
    case GROW_TASK:
        kernel_grow((Tree *)job->subject, job->context, job->details);
        break;
    case PROOF_TASK:
        kernel_prove((Search *)job->subject, job->details);
        break;
    }
}

static void *work_on_thread(void *argument)
{
    Job *job = argument;
    work(job);
    pthread_mutex_lock(&job->lock);
    job->is_over = true;
    pthread_cond_signal(&job->over);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

static bool start_thread(Job *job)
{
    pthread_attr_t attributes;
    pthread_condattr_t clock;
    pthread_mutex_init(&job->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&job->over, &clock);
    pthread_condattr_destroy(&clock);
    pthread_attr_init(&attributes);
    bool started = !pthread_attr_setstacksize(&attributes, job->stack_bytes)
        && !pthread_create(&job->thread, &attributes, work_on_thread, job);
    pthread_attr_destroy(&attributes);
    if (started)
        return true;
    pthread_cond_destroy(&job->over);
    pthread_mutex_destroy(&job->lock);
    return false;
}

#if HAS_SLICES

/*  Whoever should overrun the stack after all meets this, and nobody's memory. */
#define GUARD_BYTES ((size_t)1 << 16)

/*  The task that has the thread. */
static __thread Job *current;

void pause_if_due(void)
{
    Job *job = current;
    if (job && now() >= job->slice_end)
        swapcontext(&job->working, &job->waiting);
}

static void work_in_slices(void)
{
    Job *job = current;
    work(job);
    job->is_over = true;
}

static bool set_up_slices(Job *job)
{
    job->stack = reserve_bytes(job->stack_bytes);
    if (!job->stack)
        return false;
    mprotect(job->stack, GUARD_BYTES, PROT_NONE);
    getcontext(&job->working);
    job->working.uc_stack.ss_sp = job->stack;
    job->working.uc_stack.ss_size = job->stack_bytes;
    job->working.uc_link = &job->waiting;
    makecontext(&job->working, work_in_slices, 0);
    return true;
}

static bool work_for(Job *job, double seconds)
{
    if (!job->is_over) {
        Job *outer = current;
        job->slice_end = seconds < 1e9 ? now() + (int64_t)(seconds * 1e9) : INT64_MAX;
        current = job;
        swapcontext(&job->waiting, &job->working);
        current = outer;
    }
    return job->is_over;
}

#else

void pause_if_due(void)
{
}

#endif

bool kernel_start(
    Job **jobs, uint32_t number, uint32_t task, Context *context, const void *subject, void *details,
    uint64_t stack_bytes, int64_t steps, uint32_t on_thread)
{
    Job *job = calloc(1, sizeof *job);
    if (!job)
        return false;
    job->task = (enum Task)task;
    job->context = context;
    job->subject = subject;
    job->details = details;
    job->stack_bytes = stack_bytes;
    job->steps = steps;
    job->on_thread = on_thread || !HAS_SLICES;
    bool is_ready = false;
#if HAS_SLICES
    is_ready = !job->on_thread && set_up_slices(job);
#endif
    if (is_ready || (job->on_thread && start_thread(job))) {
        jobs[number] = job;
        return true;
    }
    free(job);
    return false;
}

bool kernel_wait(Job **jobs, uint32_t number, double seconds)
{
    Job *job = jobs[number];
#if HAS_SLICES
    if (!job->on_thread)
        return work_for(job, seconds);
#endif
    int64_t end = now() + (int64_t)(seconds * 1e9);
    struct timespec until = {.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
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

static void finish(Job *job)
{
#if HAS_SLICES
    if (!job->on_thread) {
        work_for(job, INFINITY);
        give_back_bytes(job->stack, job->stack_bytes);
        free(job);
        return;
    }
#endif
    pthread_join(job->thread, NULL);
    pthread_cond_destroy(&job->over);
    pthread_mutex_destroy(&job->lock);
    free(job);
}

void kernel_finish(Job **jobs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int nobody = 0;
        if (jobs[i])
            atomic_compare_exchange_strong(&jobs[i]->context->interrupt, &nobody, STOPPED_BY_USER);
    }
    for (uint32_t i = 0; i < count; i++)
        if (jobs[i]) {
            finish(jobs[i]);
            jobs[i] = NULL;
        }
}
