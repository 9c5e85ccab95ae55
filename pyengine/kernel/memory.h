/*  Memory that is there only once it is written to. */

#ifndef PYENGINE_KERNEL_MEMORY_H
#define PYENGINE_KERNEL_MEMORY_H

#include <stddef.h>
#include <sys/mman.h>

/*  Give zeroed bytes; NULL where there are none. */
static inline void *reserve_bytes(size_t bytes)
{
    void *found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return found == MAP_FAILED ? NULL : found;
}

/*  Ask for large pages, where the system has them: what is read here and there is found more quickly. */
static inline void prefer_large_pages(void *start, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= (size_t)1 << 26) /* they come two megabytes at a time, much for what is small */
        madvise(start, bytes, MADV_HUGEPAGE);
#else
    (void)start, (void)bytes;
#endif
}

static inline void give_back_bytes(void *start, size_t bytes)
{
    if (start)
        munmap(start, bytes);
}

#endif
