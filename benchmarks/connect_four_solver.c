/*  A solver written for Connect Four alone, which `solver.py` measures pyengine against.

    usage: connect_four_solver WIDTH HEIGHT COLUMNS MEGABYTES
    COLUMNS are the moves so far, counted from 1 ("-" for none). It prints who wins (1: the player to move, -1: the other,
    0: nobody), the positions searched and the seconds of the processor.

    A position is two bit boards. Every cell that would complete a line is known by shifting, so wins, forced replies and
    moves that give the game away are seen without being searched. Moves go by how often their cell has cut off before.
    The table has buckets of two: one keeps what took most work, the other what is new.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Board;

enum { MOST_WIDTH = 10, CELLS = 64, MIRRORED = 12 };
enum { UPPER = 1, LOWER = 2, EXACT = 3 };

static int width, height, step; /* bits from one column to the next: one above each stays empty */
static Board bottoms, cells;
static uint64_t nodes;
static int history[2][CELLS];

/*  An entry: the key in 56 bits, then value + 1 in two, bound in two. The work, as a power of two, stands beside. */
typedef struct {
    uint64_t words[2];
} Bucket;

static Bucket *table;
static uint8_t *works;
static uint64_t buckets;

static Board column_of(int column)
{
    return (((Board)1 << height) - 1) << (column * step);
}

/*  The empty cells that complete a line of four for the player with these discs. */
static Board completing(Board discs, Board taken)
{
    Board found = (discs << 1) & (discs << 2) & (discs << 3);
    for (int turn = step - 1; turn <= step + 1; turn++) {
        Board two = (discs << turn) & (discs << 2 * turn);
        found |= two & (discs << 3 * turn);
        found |= two & (discs >> turn);
        two = (discs >> turn) & (discs >> 2 * turn);
        found |= two & (discs << turn);
        found |= two & (discs >> 3 * turn);
    }
    return found & cells & ~taken;
}

static Board mirrored(Board board)
{
    Board out = 0, one = ((Board)1 << step) - 1;
    for (int column = 0; column < width; column++)
        out |= ((board >> (column * step)) & one) << ((width - 1 - column) * step);
    return out;
}

/*  One number for a position: a bit above the discs of each column, and the discs of the mover. Early on it stands for the
    mirror image too; later that costs more than it saves. */
static uint64_t key_of(Board discs, Board taken)
{
    uint64_t one = discs + taken + bottoms;
    if (__builtin_popcountll(taken) > MIRRORED)
        return one;
    uint64_t other = mirrored(discs) + mirrored(taken) + bottoms;
    return one < other ? one : other;
}

static uint64_t bucket_of(uint64_t key)
{
    return (uint64_t)(((unsigned __int128)(key * 0x9e3779b97f4a7c15u) * buckets) >> 64);
}

static int look_up(uint64_t key, int *value)
{
    const Bucket *bucket = table + bucket_of(key);
    for (int i = 0; i < 2; i++)
        if (bucket->words[i] >> 8 == key && bucket->words[i] & 3) {
            *value = (int)(bucket->words[i] >> 2 & 3) - 1;
            return (int)(bucket->words[i] & 3);
        }
    return 0;
}

static void keep(uint64_t key, int value, int bound, uint64_t work)
{
    uint64_t at = bucket_of(key), word = key << 8 | (uint64_t)(value + 1) << 2 | (uint64_t)bound;
    uint8_t size = (uint8_t)(64 - __builtin_clzll(work | 1));
    Bucket *bucket = table + at;
    if (bucket->words[0] >> 8 == key || size >= works[at]) {
        if (bucket->words[0] >> 8 != key)
            bucket->words[1] = bucket->words[0];
        bucket->words[0] = word;
        works[at] = size;
    } else {
        bucket->words[1] = word;
    }
}

/*  Put the moves that are left in order: those whose cells have cut off most go first. */
static int arrange(Board moves, int side, Board *out)
{
    int count = 0, keys[MOST_WIDTH];
    for (int i = 0; i < width; i++) {
        int column = width / 2 + (i & 1 ? -(i + 1) / 2 : i / 2);
        Board cell = column >= 0 && column < width ? moves & column_of(column) : 0;
        if (!cell)
            continue;
        int key = history[side][__builtin_ctzll(cell)], at = count++;
        for (; at && keys[at - 1] < key; at--) {
            keys[at] = keys[at - 1];
            out[at] = out[at - 1];
        }
        keys[at] = key;
        out[at] = cell;
    }
    return count;
}

/*  What a position is worth to the player to move, who has these discs. */
static int solve(Board discs, Board taken, int alpha, int beta)
{
    nodes++;
    Board open = (taken + bottoms) & cells, other = discs ^ taken;
    if (!open)
        return 0;
    if (completing(discs, taken) & open)
        return 1;
    Board threats = completing(other, taken), forced = threats & open;
    if (forced) {
        if (forced & (forced - 1))
            return -1;
        open = forced;
    }
    open &= ~(threats >> 1); /* below such a cell one gives the game away */
    if (!open)
        return -1;
    int left = width * height - __builtin_popcountll(taken);
    if (left <= 2)
        return 0;
    uint64_t key = key_of(discs, taken), before = nodes;
    int value, bound = look_up(key, &value);
    if (bound == EXACT || (bound == LOWER && value >= beta) || (bound == UPPER && value <= alpha))
        return value;
    int side = left & 1, count, best = -1, start = alpha;
    Board moves[MOST_WIDTH];
    count = arrange(open, side, moves);
    for (int i = 0; i < count && count > 1; i++) { /* a successor that the table knows may cut off at once */
        bound = look_up(key_of(other, taken | moves[i]), &value);
        if (bound & UPPER && -value >= beta)
            return -value;
    }
    for (int i = 0; i < count; i++) {
        value = -solve(other, taken | moves[i], -beta, -alpha);
        if (value > best)
            best = value;
        if (best > alpha)
            alpha = best;
        if (alpha >= beta) {
            for (int j = 0; j < i; j++)
                history[side][__builtin_ctzll(moves[j])]--;
            history[side][__builtin_ctzll(moves[i])] += i;
            break;
        }
    }
    keep(key, best, best <= start ? UPPER : best >= beta ? LOWER : EXACT, nodes - before);
    return best;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: %s WIDTH HEIGHT COLUMNS MEGABYTES\n", argv[0]);
        return 2;
    }
    width = atoi(argv[1]);
    height = atoi(argv[2]);
    step = height + 1;
    if (width < 4 || height < 2 || width > MOST_WIDTH || width * step > 56) {
        fprintf(stderr, "the board does not fit\n");
        return 2;
    }
    for (int column = 0; column < width; column++) {
        bottoms |= (Board)1 << (column * step);
        cells |= column_of(column);
    }
    buckets = strtoull(argv[4], NULL, 10) * 1000000 / (sizeof(Bucket) + 1);
    table = calloc(buckets, sizeof(Bucket));
    works = calloc(buckets, 1);
    if (!table || !works)
        return 1;
    Board discs = 0, taken = 0;
    for (const char *move = argv[3]; *move >= '1' && *move <= '9'; move++) {
        int column = *move - '1';
        Board cell = (taken + ((Board)1 << (column * step))) & column_of(column);
        if (column >= width || !cell || completing(discs, taken) & cell) {
            fprintf(stderr, "no game goes on after column %c\n", *move);
            return 2;
        }
        discs ^= taken;
        taken |= cell;
    }
    clock_t start = clock();
    int value = solve(discs, taken, -1, 1);
    printf("%d %llu %.3f\n", value, (unsigned long long)nodes, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
