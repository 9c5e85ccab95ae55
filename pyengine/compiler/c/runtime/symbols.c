/*  Atoms and functors by number, and numbers by text. Numbers stay; new symbols are added under a lock, at places that
    never move, so that whoever has a number may look at its symbol without one. */

#include "context.h"
#include "mixing.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, CHUNKS = 1024 };

struct Symbols {
    pthread_mutex_t lock;
    uint32_t atom_count, functor_count;             /* all of them */
    uint32_t named_atom_count, named_functor_count; /* those that the rules name */
    uint32_t *atom_index, *functor_index;           /* open hash tables of numbers + 1 */
    size_t atom_places, functor_places;             /* powers of two */
    Atom *atoms[CHUNKS];
    Functor *functors[CHUNKS];
};

const Atom *atom_of(const Symbols *symbols, uint32_t number)
{
    return &symbols->atoms[number / CHUNK][number % CHUNK];
}

Functor functor_of(const Symbols *symbols, uint32_t number)
{
    return symbols->functors[number / CHUNK][number % CHUNK];
}

uint32_t named_atoms(const Symbols *symbols)
{
    return symbols->named_atom_count;
}

uint32_t named_functors(const Symbols *symbols)
{
    return symbols->named_functor_count;
}

static size_t functor_place(Functor functor, size_t places)
{
    return (size_t)mixed((uint64_t)functor.name << 32 | functor.arity, MIX_0) & (places - 1);
}

/*  Put a number into the first free place of an index. */
static void put(uint32_t *index, size_t places, size_t place, uint32_t number)
{
    while (index[place] != 0)
        place = (place + 1) & (places - 1);
    index[place] = number + 1;
}

/*  Make an index twice as large when it is half full; false where there is no memory. */
static bool grow_atom_index(Symbols *symbols)
{
    if (symbols->atom_count * 2 < symbols->atom_places)
        return true;
    size_t places = symbols->atom_places ? symbols->atom_places * 2 : 256;
    uint32_t *index = calloc(places, sizeof *index);
    if (index == NULL)
        return false;
    for (uint32_t i = 1; i < symbols->atom_count; i++) /* without [] */
        put(index, places, atom_of(symbols, i)->hash[0] & (places - 1), i);
    free(symbols->atom_index);
    symbols->atom_index = index;
    symbols->atom_places = places;
    return true;
}

static bool grow_functor_index(Symbols *symbols)
{
    if (symbols->functor_count * 2 < symbols->functor_places)
        return true;
    size_t places = symbols->functor_places ? symbols->functor_places * 2 : 256;
    uint32_t *index = calloc(places, sizeof *index);
    if (index == NULL)
        return false;
    for (uint32_t i = 0; i < symbols->functor_count; i++)
        put(index, places, functor_place(functor_of(symbols, i), places), i);
    free(symbols->functor_index);
    symbols->functor_index = index;
    symbols->functor_places = places;
    return true;
}

/*  Add an atom that is not there; the text must live as long as the symbols. */
static bool add_atom(Symbols *symbols, const char *text, size_t bytes, const uint64_t hash[2])
{
    uint32_t number = symbols->atom_count, chunk = number / CHUNK;
    if (chunk >= CHUNKS || !grow_atom_index(symbols))
        return false;
    if (symbols->atoms[chunk] == NULL && (symbols->atoms[chunk] = calloc(CHUNK, sizeof(Atom))) == NULL)
        return false;
    symbols->atoms[chunk][number % CHUNK] = (Atom){text, (uint32_t)bytes, UINT32_MAX, {hash[0], hash[1]}};
    if (number > 0)
        put(symbols->atom_index, symbols->atom_places, hash[0] & (symbols->atom_places - 1), number);
    symbols->atom_count++;
    return true;
}

static bool add_functor(Symbols *symbols, Functor functor)
{
    uint32_t number = symbols->functor_count, chunk = number / CHUNK;
    if (chunk >= CHUNKS || !grow_functor_index(symbols))
        return false;
    if (symbols->functors[chunk] == NULL && (symbols->functors[chunk] = calloc(CHUNK, sizeof(Functor))) == NULL)
        return false;
    symbols->functors[chunk][number % CHUNK] = functor;
    put(symbols->functor_index, symbols->functor_places, functor_place(functor, symbols->functor_places), number);
    symbols->functor_count++;
    return true;
}

static int by_text(const void *left, const void *right)
{
    const Atom *a = *(const Atom *const *)left, *b = *(const Atom *const *)right;
    return strcmp(a->text, b->text);
}

/*  Number the atoms that the rules name in the standard order, by which most comparisons are done. */
static bool rank_atoms(Symbols *symbols)
{
    Atom **ordered = malloc((symbols->atom_count + 1) * sizeof *ordered);
    if (ordered == NULL)
        return false;
    for (uint32_t i = 0; i < symbols->atom_count; i++)
        ordered[i] = &symbols->atoms[i / CHUNK][i % CHUNK];
    qsort(ordered, symbols->atom_count, sizeof *ordered, by_text);
    for (uint32_t i = 0; i < symbols->atom_count; i++)
        ordered[i]->rank = i;
    free(ordered);
    return true;
}

Symbols *make_symbols(const char *const *atoms, uint32_t atom_count, const Functor *functors, uint32_t functor_count)
{
    Symbols *symbols = calloc(1, sizeof *symbols);
    if (symbols == NULL)
        return NULL;
    pthread_mutex_init(&symbols->lock, NULL);
    bool made = true;
    for (uint32_t i = 0; made && i < atom_count; i++) {
        uint64_t hash[2];
        size_t bytes = strlen(atoms[i]);
        hash_text(atoms[i], bytes, hash);
        made = add_atom(symbols, atoms[i], bytes, hash);
    }
    for (uint32_t i = 0; made && i < functor_count; i++)
        made = add_functor(symbols, functors[i]);
    symbols->named_atom_count = atom_count;
    symbols->named_functor_count = functor_count;
    if (made && rank_atoms(symbols))
        return symbols;
    free_symbols(symbols);
    return NULL;
}

void free_symbols(Symbols *symbols)
{
    for (uint32_t i = symbols->named_atom_count; i < symbols->atom_count; i++)
        free((char *)atom_of(symbols, i)->text);
    for (size_t i = 0; i < CHUNKS; i++) {
        free(symbols->atoms[i]);
        free(symbols->functors[i]);
    }
    free(symbols->atom_index);
    free(symbols->functor_index);
    pthread_mutex_destroy(&symbols->lock);
    free(symbols);
}

/*  Look for an atom; UINT32_MAX where there is none. Under the lock. */
static uint32_t seek_atom(const Symbols *symbols, const char *text, size_t bytes, const uint64_t hash[2])
{
    size_t place = hash[0] & (symbols->atom_places - 1);
    for (uint32_t found; (found = symbols->atom_index[place]) != 0; place = (place + 1) & (symbols->atom_places - 1)) {
        const Atom *atom = atom_of(symbols, found - 1);
        if (atom->hash[1] == hash[1] && atom->bytes == bytes && memcmp(atom->text, text, bytes) == 0)
            return found - 1;
    }
    return UINT32_MAX;
}

bool find_atom(Context *context, const char *text, size_t bytes, uint32_t *number)
{
    Symbols *symbols = context->symbols;
    uint64_t hash[2];
    hash_text(text, bytes, hash);
    pthread_mutex_lock(&symbols->lock);
    *number = seek_atom(symbols, text, bytes, hash);
    if (*number == UINT32_MAX && bytes < UINT32_MAX) {
        char *copy = malloc(bytes + 1);
        if (copy != NULL) {
            memcpy(copy, text, bytes);
            copy[bytes] = 0;
            if (add_atom(symbols, copy, bytes, hash))
                *number = symbols->atom_count - 1;
            else
                free(copy);
        }
    }
    pthread_mutex_unlock(&symbols->lock);
    return *number != UINT32_MAX || stop(context, FULL, "atoms");
}

bool find_functor(Context *context, uint32_t name, uint32_t arity, uint32_t *number)
{
    Symbols *symbols = context->symbols;
    pthread_mutex_lock(&symbols->lock);
    *number = UINT32_MAX;
    size_t place = functor_place((Functor){name, arity}, symbols->functor_places);
    for (uint32_t found; (found = symbols->functor_index[place]) != 0;
         place = (place + 1) & (symbols->functor_places - 1)) {
        Functor functor = functor_of(symbols, found - 1);
        if (functor.name == name && functor.arity == arity) {
            *number = found - 1;
            break;
        }
    }
    if (*number == UINT32_MAX && add_functor(symbols, (Functor){name, arity}))
        *number = symbols->functor_count - 1;
    pthread_mutex_unlock(&symbols->lock);
    return *number != UINT32_MAX || stop(context, FULL, "functors");
}
