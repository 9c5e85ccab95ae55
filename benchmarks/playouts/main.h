/*  `GAME perft DEPTH` counts the move sequences of that length; `GAME playouts COUNT` plays random games, and prints
    their number, all plies, the mean worth, and the seconds of the processor. */

static uint64_t perft(const Position *position, int depth)
{
    Position here = *position;
    unsigned count = moves(&here);
    if (depth == 1)
        return count;
    uint64_t sum = 0;
    for (unsigned n = 0; n < count; n++) {
        Position next = here;
        make(&next, n);
        sum += perft(&next, depth - 1);
    }
    return sum;
}

/*  xorshift64* of Marsaglia and Vigna. */
static uint64_t chance = 0x9e3779b97f4a7c15;

static inline unsigned choose(unsigned bound)
{
    chance ^= chance >> 12;
    chance ^= chance << 25;
    chance ^= chance >> 27;
    return (unsigned)(((chance * 0x2545f4914f6cdd1d >> 32) * bound) >> 32);
}

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    Position first = start();
    if (!strcmp(words[1], "perft")) {
        printf("%" PRIu64 "\n", perft(&first, atoi(words[2])));
        return 0;
    }
    uint64_t plies = 0;
    int64_t sum = 0;
    long games = atol(words[2]);
    clock_t before = clock();
    for (long game = 0; game < games; game++) {
        Position position = first;
        for (unsigned number; (number = moves(&position)) != 0; plies++)
            make(&position, choose(number));
        sum += worth(&position);
    }
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    printf("%ld %" PRIu64 " %.4f %.6f\n", games, plies, (double)sum / (double)games, seconds);
    return 0;
}
