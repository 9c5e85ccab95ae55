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

static uint64_t rotate(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

/*  xoshiro256** of Blackman and Vigna. */
static uint64_t next_word(Chance *chance)
{
    uint64_t *words = chance->words, result = rotate(words[1] * 5, 7) * 9, shifted = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = rotate(words[3], 45);
    return result;
}

/*  A number below `bound`, each with the same chance. */
static uint32_t choose(Chance *chance, uint32_t bound)
{
    uint64_t product = (next_word(chance) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t unfair = -bound % bound;
        while ((uint32_t)product < unfair)
            product = (next_word(chance) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
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

static bool open_position(const Rules *rules, Context *context, Word position, Opened *opened)
{
    static const size_t WORDS = sizeof(Number) / sizeof(Word);
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
    Number *worths = (Number *)take(context, WORDS * rules->players);
    opened->worths = worths;
    return worths && rules->worths(context, position, worths);
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

enum Ending play_at_random(
    const Rules *rules, Context *context, Word *mark, Word position, Chance *chance, uint64_t most_plies,
    uint32_t *patience, Playout *out)
{
    for (uint64_t plies = 0;; plies++) {
        Opened opened;
        pause_now_and_then(patience);
        if (context->interrupt)
            return (enum Ending)context->interrupt;
        allow_steps(context);
        if (!open_position(rules, context, position, &opened))
            return ending_of(context);
        if (!opened.count || plies >= most_plies) {
            *out = (Playout){plies, opened.count ? NULL : opened.worths, position};
            return DONE;
        }
        if (!follow(rules, context, &opened, choose(chance, opened.count), &position) ||
            (context->top - mark > ROAM && !move_back(context, mark, &position)))
            return ending_of(context);
    }
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
