/*  How long a program waits for one read somewhere in so many bytes, each read depending on the one before it.

    cc -O2 -o memory_reads memory_reads.c && ./memory_reads BYTES
    prints nanoseconds of the processor. Large pages are asked for, as the table of a search asks for them. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { READS = 3000000, LINE = 64 };

int main(int count, char **arguments)
{
    size_t bytes = count > 1 ? strtoull(arguments[1], NULL, 10) : 0, lines = bytes / LINE;
    char *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || !lines)
        return 1;
#ifdef MADV_HUGEPAGE
    madvise(start, bytes, MADV_HUGEPAGE);
#endif
    for (size_t at = 0; at < bytes; at += 4096)
        start[at] = 1;
    uint64_t chance = 88172645463325252u;
    clock_t begun = clock();
    for (int i = 0; i < READS; i++) {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        chance += *(volatile uint64_t *)(start + (uint64_t)(((unsigned __int128)chance * lines) >> 64) * LINE);
    }
    printf("%.1f\n", (double)(clock() - begun) / CLOCKS_PER_SEC * 1e9 / READS);
    return 0;
}
