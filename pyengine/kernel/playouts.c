#include "playouts.h"

#include "rule_calls.h"
#include "counts.h"
#include "slices.h"

/*  Words of the heap that a game may use before its position is moved back to the start: what is in the cache is fast. */
#define ROAM ((ptrdiff_t)1 << 14)

/*  One word of the stream that a seed begins (SplitMix64 of Steele, Lea and Flood). */
static uint64_t seed_word(uint64_t seed, uint64_t number)
{
    uint64_t mixed = seed + (number + 1) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

void begin_chance(Chance *chance, uint64_t seed, uint64_t number)
{
    for (uint64_t i = 0; i < 4; i++)
        chance->words[i] = seed_word(seed, 4 * number + i);
}

/*  Copy a position to the start of the free heap: first behind everything, from there to the start. */
static bool move_back(Context *context, Word *mark, Word *position)
{
    Word *behind = context->top, whole;
    if (!copy_whole(context, *position, &whole))
        return false;
    if (context->top - behind > behind - mark)
        return true; /* the position is larger than all that could be given back */
    release(context, mark);
    return copy_whole(context, whole, position);
}

/*  What a player does in a position: count the moves, choose one by its number, and see where it leads. The moves are
    all made only where the rules cannot leave them out. `count` is 0 where the position is final, with its worths. */
typedef struct {
    uint32_t count;
    const Number *worths;
    const Word *children; /* NULL where they are made by their number, or by a move */
    const Word *moves;    /* by which one is made, or what makes one, else NULL */
} Opened;

static bool find_worths(const Rules *rules, Context *context, Word position, const Number **out)
{
    Number *worths = (Number *)take(context, sizeof(Number) / sizeof(Word) * rules->players);
    *out = worths;
    return worths && rules->worths(context, position, worths);
}

static bool open_position(const Rules *rules, Context *context, Word position, Opened *opened)
{
    if (!rules->count) {
        Expansion expansion;
        if (!(rules->defer ? rules->defer : rules->legal ? rules->legal : rules->expand)(context, position, &expansion))
            return false;
        *opened = (Opened){.count = expansion.count, .worths = expansion.worths};
        if (rules->defer || rules->legal)
            opened->moves = expansion.moves;
        else
            opened->children = expansion.children;
        return true;
    }
    *opened = (Opened){0};
    Word *before = context->top;
    if (!rules->count(context, position, &opened->count))
        return false;
    if (opened->count)
        return true; /* what counting took from the heap may serve to make one of them */
    release(context, before);
    return find_worths(rules, context, position, &opened->worths);
}

static bool follow(const Rules *rules, Context *context, const Opened *opened, uint32_t index, Word *position)
{
    if (!rules->count && rules->defer)
        return rules->make(context, *position, opened->moves[index], position);
    if (!rules->count && rules->legal)
        return rules->result(context, *position, opened->moves[index], position);
    if (!opened->children)
        return rules->child(context, *position, index, position);
    *position = opened->children[index];
    return true;
}

/*  Play on by the code of the rules, as far as nobody need look at the clock or the heap: false where they stop. */
static bool go_on(const Rules *rules, Context *context, Word *mark, uint64_t most_plies, RandomGame *game)
{
    uint64_t left = most_plies - game->plies;
    game->most = game->plies + (left < PATIENCE ? left : PATIENCE);
    game->border = mark + ROAM;
    return rules->play(context, game) && (context->top <= game->border || move_back(context, mark, &game->position));
}

/*  Make one move, if there is one, and the game may have more; `out` has how it went where not. */
static bool make_a_move(
    const Rules *rules, Context *context, Word *mark, uint64_t most_plies, RandomGame *game, Playout *out, bool *is_out)
{
    Opened opened;
    if (!open_position(rules, context, game->position, &opened))
        return false;
    *is_out = !opened.count || game->plies >= most_plies;
    if (*is_out) {
        *out = (Playout){game->plies, opened.count ? NULL : opened.worths, game->position};
        return true;
    }
    game->plies++;
    return follow(rules, context, &opened, number_below(&game->chance, opened.count), &game->position) &&
        (context->top - mark <= ROAM || move_back(context, mark, &game->position));
}

enum Ending play_at_random(
    const Rules *rules, Context *context, Word *mark, Word position, Chance *chance, uint64_t most_plies,
    uint32_t *patience, Playout *out)
{
    RandomGame game = {.position = position, .chance = *chance};
    for (bool is_out = false; !is_out;) {
        uint64_t plies = game.plies;
        bool done = true;
        pause_now_and_then(patience);
        if (context->interrupt)
            return (enum Ending)context->interrupt;
        if (rules->play && plies < most_plies)
            done = go_on(rules, context, mark, most_plies, &game);
        *patience += (uint32_t)(game.plies - plies);
        allow_steps(context);
        if (done && game.is_over) {
            is_out = true;
            *out = (Playout){game.plies, NULL, game.position};
            done = find_worths(rules, context, game.position, &out->worths);
        } else if (done && game.plies == plies) /* the heap is full of the position, or the rules have no `play` */
            done = make_a_move(rules, context, mark, most_plies, &game, out, &is_out);
        if (!done)
            return ending_of(context);
    }
    return DONE;
}

void kernel_playouts(const Rules *rules, Context *context, Playouts *playouts)
{
    Word *start = context->top, root;
    playouts->ending = DONE;
    playouts->played = playouts->broken_off = playouts->plies = 0;
    context->reason = GOING;
    for (int player = 0; player < MOST_PLAYERS; player++)
        playouts->sums[player] = 0;
    if (!take_in(rules, context, playouts->root, playouts->root_size, &root)) {
        playouts->ending = ESCAPED;
        return;
    }
    Word *mark = context->top;
    uint32_t patience = 0;
    while (playouts->played < playouts->games) {
        Chance chance;
        Playout game;
        begin_chance(&chance, playouts->seed, playouts->first + playouts->played);
        playouts->ending =
            play_at_random(rules, context, mark, root, &chance, playouts->most_plies, &patience, &game);
        if (playouts->ending)
            break;
        for (uint32_t player = 0; game.worths && player < rules->players; player++)
            playouts->sums[player] += game.worths[player].value;
        playouts->broken_off += !game.worths;
        playouts->plies += game.plies;
        playouts->played++;
        release(context, mark);
    }
    release(context, start);
}
