/*  Games at random, by what `count` and `child` do, in one loop, so that the C compiler sees all of it. The code of a game
    whose moves can be counted includes this behind `asking.h`. */

#pragma once

/*  Begin a question: what the one before has bound or kept is forgotten, what it has taken stays. */
#define BEGIN_QUESTION()        \
    do {                        \
        c->kept = kept;         \
        c->trailed = trailed;   \
        c->reason = GOING;      \
        c->base = c->top;       \
    } while (0)

/*  Make one of the moves of a position that is not final; how many there are. */
static inline bool play_one(Context *c, Word *position, Chance *chance, uint32_t *number)
{
    Word here = *position;
#if CHOOSES
    c->reason = GOING;
    NEED(rules_choose(c, here, chance, position));
    *number = c->counted;
    if (*number != MANY) {
        if (HAS_TERMINAL && *number == 0)
            STOP("no moves");
        return true;
    }
#endif
    NEED(ask_number(c, here, number));
    if (*number == 0)
        return true;
    c->base = c->top;
    c->has_found = COUNTS_APART;
    NEED(ask_child(c, here, number_below(chance, *number), position));
    c->has_found = false;
    return true;
}

static inline bool play_on(Context *c, RandomGame *game)
{
    Word *const kept = c->kept;
    const size_t trailed = c->trailed;
    Word position = game->position;
    Chance chance = game->chance;
    while (game->plies < game->most && c->top <= game->border) {
        bool is_over;
        uint32_t mover, number = 0;
        c->budget = STEPS_FOR_A_QUESTION;
        BEGIN_QUESTION();
        NEED(ask_is_over(c, position, &is_over));
        if (!is_over) {
            BEGIN_QUESTION();
            NEED(ask_mover(c, position, &mover));
            BEGIN_QUESTION();
            NEED(play_one(c, &position, &chance, &number));
        }
        if (number == 0) {
            game->is_over = true;
            break;
        }
        game->plies++;
    }
    game->position = position;
    game->chance = chance;
    return true;
}

static bool rules_play(Context *c, RandomGame *game)
{
    Word *kept = c->kept, *base = c->base;
    size_t trailed = c->trailed;
    c->found_of = 0;
    bool done = play_on(c, game);
    c->has_found = false;
    c->base = base;
    c->kept = kept;
    c->trailed = trailed;
    return done;
}

#undef BEGIN_QUESTION
