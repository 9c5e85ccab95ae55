/*  The game as a program of its own: perft and playouts.

        game perft DEPTH
        game playouts GAMES [SEED]
*/

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "context.h"
#include "counts.h"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int give_up(const Context *context)
{
    fprintf(stderr, "%s: the rules stopped: %s\n", RULES.name, context->what ? context->what : "something C does not do");
    return 1;
}

static int count_plies(Context *context, uint32_t depth)
{
    for (uint32_t plies = 1; plies <= depth; plies++) {
        double start = seconds_now();
        Perft perft = {.root = INITIAL, .root_size = sizeof INITIAL, .depth = plies};
        kernel_perft(&RULES, context, &perft);
        if (perft.ending != DONE)
            return give_up(context);
        printf("perft %" PRIu32 ": %" PRIu64 "  %.3f s\n", plies, perft.counts[0], seconds_now() - start);
        kernel_free_perft(&perft);
    }
    return 0;
}

static int play_by_chance(Context *context, uint64_t games, uint64_t seed)
{
    double start = seconds_now();
    Playouts playouts = {
        .root = INITIAL, .root_size = sizeof INITIAL, .seed = seed, .games = games, .most_plies = 100000};
    kernel_playouts(&RULES, context, &playouts);
    double seconds = seconds_now() - start;
    if (playouts.ending != DONE)
        return give_up(context);
    printf("%" PRIu64 " games, %.1f plies each, %.0f games a second; mean worth", playouts.played,
           (double)playouts.plies / (double)playouts.played, (double)playouts.played / seconds);
    for (uint32_t player = 0; player < RULES.players; player++)
        printf(" %+.4f", playouts.sums[player] / (double)(playouts.played - playouts.broken_off));
    printf("\n");
    return 0;
}

/*  Read a number above 0; 0 for whatever else the word is. */
static uint64_t number_in(const char *word)
{
    char *end;
    unsigned long long number = strtoull(word, &end, 10);
    return *end || *word == '-' ? 0 : number;
}

int main(int words, char **word)
{
    Symbols *known = make_symbols(RULES.atoms, RULES.atom_count, RULES.functors, RULES.functor_count);
    Context *context = known ? make_context(known, (size_t)1 << 30) : NULL;
    struct rlimit stack;
    if (context == NULL || getrlimit(RLIMIT_STACK, &stack)) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    size_t stack_bytes = stack.rlim_cur == RLIM_INFINITY ? (size_t)64 << 20 : stack.rlim_cur / 2;
    start_call(context, stack_bytes, INT64_MAX);
    RULES.start(context);
    uint64_t number = words > 2 ? number_in(word[2]) : 0, seed = words > 3 ? number_in(word[3]) : 1;
    if (words == 3 && !strcmp(word[1], "perft") && number && number < UINT32_MAX)
        return count_plies(context, (uint32_t)number);
    if ((words == 3 || words == 4) && !strcmp(word[1], "playouts") && number && seed)
        return play_by_chance(context, number, seed);
    fprintf(stderr, "usage: %s perft DEPTH | playouts GAMES [SEED]\n", word[0]);
    return 2;
}
