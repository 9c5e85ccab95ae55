/*  Contexts and the symbols that they share. */

#pragma once

#include "terms.h"

typedef struct Symbols Symbols;

/*  An atom by its number: its text in UTF-8, which may hold zeros. */
typedef struct {
    const char *text;
    uint32_t bytes;
    uint32_t rank;    /* among the atoms that the rules name, in the standard order */
    uint64_t hash[2]; /* of the text */
} Atom;

/*  The symbols of a game: those that its rules name, in the order of their numbers. The arrays must live as long.
    NULL where there is no memory. */
Symbols *make_symbols(const char *const *atoms, uint32_t atom_count, const Functor *functors, uint32_t functor_count);
void free_symbols(Symbols *symbols);

/*  How many the rules name: symbols with higher numbers were made at run time. What all symbols begin with, since it is
    asked for each key of a position. */
typedef struct {
    uint32_t atoms, functors;
} Named;

static inline uint32_t named_atoms(const Symbols *symbols)
{
    return ((const Named *)symbols)->atoms;
}

static inline uint32_t named_functors(const Symbols *symbols)
{
    return ((const Named *)symbols)->functors;
}

const Atom *atom_of(const Symbols *symbols, uint32_t number);
Functor functor_of(const Symbols *symbols, uint32_t number);

/*  The numbers of symbols, new ones where needed; any thread may ask. False is a stop. */
bool find_atom(Context *context, const char *text, size_t bytes, uint32_t *number);
bool find_functor(Context *context, uint32_t name, uint32_t arity, uint32_t *number);

/*  A context whose heap has so many bytes, of which only those used take memory. NULL where there is none. */
Context *make_context(Symbols *symbols, size_t memory_bytes);
void free_context(Context *context);

/*  Begin a call from outside: an empty heap, so much stack from here on, so many steps. */
void start_call(Context *context, size_t stack_bytes, int64_t steps);
