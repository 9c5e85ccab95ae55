/*  Walks through a game: opens positions from the start to a depth, asks everything that the rules answer about each,
    and prints how many positions there are at each depth. */

#include <stdio.h>
#include <stdlib.h>

#include "context.h"
#include "rules.h"

static int stopped;

static void count_stop(Context *c, bool done)
{
    if (!done && stopped++ == 0)
        fprintf(stderr, "%s: %s\n", RULES.name, c->what ? c->what : "");
}

static void ask(Context *c, Word position, Expansion *expansion)
{
    Number number;
    bool flag;
    Word word;
    if (RULES.staticval)
        count_stop(c, RULES.staticval(c, position, &number));
    const Word given[] = {INT_WORD(1), INT_WORD(2)};
    union {
        bool of_bool;
        Number of_Number;
        Word of_Word;
    } answer;
#define ASK(name, type, inputs) \
    if (RULES.name) \
        count_stop(c, RULES.name(c, position, given, &answer.of_##type));
    QUESTIONS(ASK)
    if (RULES.canonical)
        count_stop(c, RULES.canonical(c, position, &word));
    if (RULES.order && expansion->count > 0)
        count_stop(c, RULES.order(c, position, expansion->moves[0], &flag, &number));
}

static unsigned long walk(Context *c, Word position, int depth)
{
    Word *mark = c->top;
    Expansion expansion;
    unsigned long sum = 0;
    start_call(c, (size_t)4 << 20, 20000000);
    c->top = mark;
    if (!RULES.expand(c, position, &expansion)) {
        count_stop(c, false);
        exit(2);
    }
    ask(c, position, &expansion);
    if (depth == 0)
        sum = 1;
    else
        for (uint32_t i = 0; i < expansion.count; i++)
            sum += walk(c, expansion.children[i], depth - 1);
    c->top = mark;
    return sum;
}

int main(int count, char **arguments)
{
    static uint8_t bytes[1 << 16];
    FILE *file = fopen(arguments[1], "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    Symbols *symbols = make_symbols(RULES.atoms, RULES.atom_count, RULES.functors, RULES.functor_count);
    Context *c = make_context(symbols, (size_t)64 << 20);
    Word position;
    start_call(c, (size_t)4 << 20, 20000000);
    RULES.start(c);
    if (count < 3 || !unpack(c, bytes, size, &position) || !RULES.admits(position))
        return 3;
    for (int depth = 1; depth <= atoi(arguments[2]); depth++)
        printf("%lu\n", walk(c, position, depth));
    free_context(c);
    free_symbols(symbols);
    return stopped ? 4 : 0;
}
