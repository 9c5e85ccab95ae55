/*  Memory that is there only once it is written to. */

#ifndef PYENGINE_KERNEL_MEMORY_H
#define PYENGINE_KERNEL_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGE_PAGE ((size_t)1 << 21)

/*  Give zeroed bytes, which begin where a large page does if they fill one; NULL where there are none. */
static inline void *reserve_bytes(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), more = bytes < LARGE_PAGE ? 0 : LARGE_PAGE;
    bytes = (bytes + page - 1) & ~(page - 1);
    char *found = mmap(NULL, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED)
        return NULL;
    size_t before = more ? -(uintptr_t)found % LARGE_PAGE : 0;
    if (before)
        munmap(found, before);
    if (more > before)
        munmap(found + before + bytes, more - before);
    return found + before;
}

/*  Ask for large pages, where the system has them: what is read here and there is found more quickly. */
static inline void prefer_large_pages(void *start, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= LARGE_PAGE) /* much for what is small */
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
