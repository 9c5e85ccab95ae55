/*  Connect Four as one would write it in plain C: an array of cells, the height of each column, moves made and taken
    back, lines looked for around the last disc, alpha-beta by iterative deepening
    with a table keyed by a Zobrist hash. No bit tricks.

    It visits the same positions as the driver does on rules/connect_four.pl with canonical=False, for comparison:
    `connect_four DEPTH` prints the value, the nodes and the seconds.
*/

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6, CELLS = WIDTH * HEIGHT, LINES = 69, ROOM = 1 << 22 };
enum { EXACT, LOWER, UPPER };

static int8_t cells[WIDTH][HEIGHT]; /* 0 empty, 1 x, 2 o */
static int heights[WIDTH], discs;
static int8_t lines[LINES][4][2];
static uint64_t keys[WIDTH][HEIGHT][3], hash;
static const int order[WIDTH] = {3, 4, 2, 5, 1, 6, 0};
static uint64_t nodes;

typedef struct {
    uint64_t key;
    double value;
    int8_t left, bound, best;
    bool solved, used;
} Entry;

static Entry *table;

static uint64_t draw(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void prepare(void)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int count = 0;
    for (int d = 0; d < 4; d++)
        for (int x = 0; x < WIDTH; x++)
            for (int y = 0; y < HEIGHT; y++) {
                int right = x + 3 * steps[d][0], up = y + 3 * steps[d][1];
                if (right >= WIDTH || up >= HEIGHT || up < 0)
                    continue;
                for (int i = 0; i < 4; i++) {
                    lines[count][i][0] = (int8_t)(x + i * steps[d][0]);
                    lines[count][i][1] = (int8_t)(y + i * steps[d][1]);
                }
                count++;
            }
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++)
            for (int i = 1; i < 3; i++)
                keys[x][y][i] = draw();
    table = calloc(ROOM, sizeof *table);
}

static int run(int x, int y, int right, int up, int player)
{
    int length = 0;
    for (x += right, y += up; x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && cells[x][y] == player; x += right, y += up)
        length++;
    return length;
}

static bool wins(int x, int player)
{
    int y = heights[x] - 1;
    return run(x, y, 1, 0, player) + run(x, y, -1, 0, player) >= 3 || run(x, y, 0, -1, player) >= 3 ||
           run(x, y, 1, 1, player) + run(x, y, -1, -1, player) >= 3 ||
           run(x, y, 1, -1, player) + run(x, y, -1, 1, player) >= 3;
}

static double estimate(void)
{
    int open[3] = {0, 0, 0};
    for (int i = 0; i < LINES; i++) {
        bool seen[3] = {false, false, false};
        for (int j = 0; j < 4; j++)
            seen[cells[lines[i][j][0]][lines[i][j][1]]] = true;
        open[1] += !seen[2];
        open[2] += !seen[1];
    }
    return (open[1] - open[2]) / (double)(LINES + 1);
}

static void drop(int x, int player)
{
    hash ^= keys[x][heights[x]][player];
    cells[x][heights[x]++] = (int8_t)player;
    discs++;
}

static void lift(int x, int player)
{
    discs--;
    cells[x][--heights[x]] = 0;
    hash ^= keys[x][heights[x]][player];
}

static Entry *find(void)
{
    uint64_t slot = hash % ROOM;
    while (table[slot].used && table[slot].key != hash)
        slot = (slot + 1) % ROOM;
    return &table[slot];
}

static uint64_t estimates;

/*  Value the position after the disc in column `last`, or the first one where it is -1. */
static double value(int player, int last, int left, double alpha, double beta, bool is_root)
{
    Entry *entry = find();
    int best_move = -1;
    if (entry->used) {
        if (!is_root && (entry->left == left || (entry->solved && entry->left <= left)))
            if (entry->bound == EXACT || (entry->bound == LOWER ? entry->value >= beta : entry->value <= alpha)) {
                estimates += !entry->solved;
                return entry->value;
            }
        best_move = entry->best;
    }
    nodes++;
    if (last >= 0 && (wins(last, 3 - player) || discs == CELLS)) {
        double worth = wins(last, 3 - player) ? (player == 1 ? -1 : 1) : 0;
        *entry = (Entry){hash, worth, INT8_MIN, EXACT, -1, true, true};
        return worth;
    }
    if (left < 1) {
        double worth = estimate();
        estimates++;
        *entry = (Entry){hash, worth, (int8_t)left, EXACT, -1, false, true};
        return worth;
    }
    bool maximizing = player == 1;
    double best = maximizing ? -INFINITY : INFINITY, origin = maximizing ? alpha : beta;
    uint64_t mark = estimates;
    int chosen = -1;
    for (int i = best_move >= 0 ? -1 : 0; i < WIDTH; i++) {
        int x = i < 0 ? best_move : order[i];
        if (heights[x] == HEIGHT || (i >= 0 && x == best_move))
            continue;
        drop(x, player);
        double found = value(3 - player, x, left - 1, alpha, beta, false);
        lift(x, player);
        if (chosen >= 0 && (maximizing ? found <= best : found >= best))
            continue;
        best = found;
        chosen = x;
        if (maximizing && found > alpha)
            alpha = found;
        if (!maximizing && found < beta)
            beta = found;
        if (alpha >= beta)
            break;
    }
    int bound = maximizing ? (best <= origin && origin > -INFINITY ? UPPER : best >= beta ? LOWER : EXACT)
                           : (best >= origin && origin < INFINITY ? LOWER : best <= alpha ? UPPER : EXACT);
    *find() = (Entry){hash, best, (int8_t)left, (int8_t)bound, (int8_t)chosen, estimates == mark, true};
    return best;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    prepare();
    clock_t start = clock();
    double found = 0;
    for (int iteration = 1; iteration <= depth; iteration++)
        found = value(1, -1, iteration, -INFINITY, INFINITY, true);
    printf("%.17g %llu %.6f\n", found, (unsigned long long)nodes, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
