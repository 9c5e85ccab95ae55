/*  Questions of tests: procedures called with given terms, and all their solutions printed, one a line. */

#ifndef PYENGINE_ASKED_H
#define PYENGINE_ASKED_H

#include <stdio.h>
#include <string.h>

#include "context.h"
#include "emitted.h"

/*  What one question goes on with: the terms to print, and how many solutions are still wanted. */
typedef struct {
    Word terms[32];
    int count, left;
} Question;

typedef struct {
    const char *const *atoms;
    const Functor *functors;
    uint32_t atom_count, functor_count;
    bool (*const *questions)(Context *, Question *);
    int count;
} Program;

static bool is_too_deep; /* a cyclic term, most likely */

static void print_atom(Context *c, uint32_t number)
{
    const Atom *atom = atom_of((const Symbols *)c->symbols, number);
    printf("a%u:", atom->bytes);
    fwrite(atom->text, 1, atom->bytes, stdout);
}

/*  Write a term in prefix form; variables by address. */
static void print_term(Context *c, Word word, int depth)
{
    word = deref(word);
    if (depth > 300 || is_too_deep) { /* of a term that contains itself twice, there are too many parts */
        is_too_deep = true;
        printf("n");
        return;
    }
    switch (TAG(word)) {
    case REF:
        printf("v%llu;", (unsigned long long)word);
        return;
    case INT:
        printf("i%lld;", (long long)INT_VALUE(word));
        return;
    case ATOM:
        if (word == NIL)
            printf("n");
        else
            print_atom(c, ATOM_NUMBER(word));
        return;
    case LIST:
        printf("l");
        print_term(c, HEAD(word), depth + 1);
        print_term(c, TAIL(word), depth + 1);
        return;
    case STRUCT:
        printf("c%u;", ARITY(word));
        print_atom(c, functor_of((const Symbols *)c->symbols, FUNCTOR(word)).name);
        for (uint32_t i = 1; i <= ARITY(word); i++)
            print_term(c, ARG(word, i), depth + 1);
        return;
    case BOX:
        if (is_large(word)) {
            Large large = large_value(word);
            printf("h%lld;%llu;", (long long)(large >> 64), (unsigned long long)large);
        } else if (is_float(word)) {
            double value = float_value(word);
            uint64_t bits;
            memcpy(&bits, &value, sizeof bits);
            printf("f%llu;", (unsigned long long)bits);
        } else {
            printf("s%zu:", string_bytes(word));
            fwrite(string_text(word), 1, string_bytes(word), stdout);
        }
    }
}

static bool print_solution(Context *c, Question *question)
{
    printf("+%d;", question->count);
    for (int i = 0; i < question->count; i++)
        print_term(c, question->terms[i], 0);
    printf("\n");
    return --question->left > 0 && !is_too_deep;
}

#define MOST_SOLUTIONS 12
#define MOST_STEPS 3000000

static void ask_all(const Program *program)
{
    Symbols *symbols =
        make_symbols(program->atoms, program->atom_count, program->functors, program->functor_count);
    Context *c = make_context(symbols, (size_t)256 << 20);
    for (int i = 0; i < program->count; i++) {
        Question question = {.left = MOST_SOLUTIONS};
        is_too_deep = false;
        start_call(c, (size_t)4 << 20, MOST_STEPS);
        bool done = program->questions[i](c, &question);
        if (is_too_deep)
            printf("!3 a deep term\n");
        else if (!done && question.left > 0)
            printf("!%d %s\n", c->reason, c->what ? c->what : "");
        else
            printf(".\n");
        fflush(stdout);
    }
    free_context(c);
    free_symbols(symbols);
}

#endif
