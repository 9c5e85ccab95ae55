/*  Atoms and functors by number, and numbers by text. Numbers stay; new symbols are added under a lock, at places that
    never move, so that whoever has a number may look at its symbol without one. Symbols that the rules name are found
    without a lock, too: their index does not change. */

#include "context.h"
#include "mixing.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, CHUNKS = 1024 };

#define MOST_TEXT ((size_t)64 << 20) /* bytes of atoms made at run time, which are never given back */

/*  An open hash table of numbers + 1, with a power of two of places. */
typedef struct {
    uint32_t *numbers;
    size_t places, count;
} Index;

struct Symbols {
    Named named;
    pthread_mutex_t lock;
    uint32_t atom_count, functor_count; /* all of them */
    Index named_atoms, named_functors, new_atoms, new_functors;
    size_t new_bytes; /* of the texts of new atoms */
    _Atomic uint32_t letters[128]; /* numbers + 1 of atoms of one character, once they were asked for */
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

static uint64_t functor_hash(Functor functor)
{
    return mixed((uint64_t)functor.name << 32 | functor.arity, MIX_0);
}

/*  Put a number into the first free place of an index. */
static void put(Index *index, uint64_t hash, uint32_t number)
{
    size_t place = hash & (index->places - 1);
    while (index->numbers[place] != 0)
        place = (place + 1) & (index->places - 1);
    index->numbers[place] = number + 1;
    index->count++;
}

/*  Make an index twice as large when it is half full; false where there is no memory. */
static bool grow(const Symbols *symbols, Index *index, bool of_atoms)
{
    if (index->count * 2 < index->places)
        return true;
    Index grown = {.places = index->places ? index->places * 2 : 64};
    grown.numbers = calloc(grown.places, sizeof *grown.numbers);
    if (grown.numbers == NULL)
        return false;
    for (size_t i = 0; i < index->places; i++) {
        uint32_t number = index->numbers[i] - 1;
        if (index->numbers[i] != 0)
            put(&grown, of_atoms ? atom_of(symbols, number)->hash[0] : functor_hash(functor_of(symbols, number)), number);
    }
    free(index->numbers);
    *index = grown;
    return true;
}

/*  Add an atom that is not there; the text must live as long as the symbols. */
static bool add_atom(Symbols *symbols, Index *index, const char *text, size_t bytes, const uint64_t hash[2])
{
    uint32_t number = symbols->atom_count, chunk = number / CHUNK;
    if (chunk >= CHUNKS || !grow(symbols, index, true))
        return false;
    if (symbols->atoms[chunk] == NULL && (symbols->atoms[chunk] = calloc(CHUNK, sizeof(Atom))) == NULL)
        return false;
    symbols->atoms[chunk][number % CHUNK] = (Atom){text, (uint32_t)bytes, UINT32_MAX, {hash[0], hash[1]}};
    if (number > 0) /* [] is found by nobody: it is not the atom '[]' */
        put(index, hash[0], number);
    symbols->atom_count++;
    return true;
}

static bool add_functor(Symbols *symbols, Index *index, Functor functor)
{
    uint32_t number = symbols->functor_count, chunk = number / CHUNK;
    if (chunk >= CHUNKS || !grow(symbols, index, false))
        return false;
    if (symbols->functors[chunk] == NULL && (symbols->functors[chunk] = calloc(CHUNK, sizeof(Functor))) == NULL)
        return false;
    symbols->functors[chunk][number % CHUNK] = functor;
    put(index, functor_hash(functor), number);
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
        made = add_atom(symbols, &symbols->named_atoms, atoms[i], bytes, hash);
    }
    for (uint32_t i = 0; made && i < functor_count; i++)
        made = add_functor(symbols, &symbols->named_functors, functors[i]);
    symbols->named = (Named){symbols->atom_count, symbols->functor_count};
    /* no index is ever empty */
    if (made && rank_atoms(symbols) && grow(symbols, &symbols->named_atoms, true) &&
        grow(symbols, &symbols->named_functors, false) && grow(symbols, &symbols->new_atoms, true) &&
        grow(symbols, &symbols->new_functors, false))
        return symbols;
    free_symbols(symbols);
    return NULL;
}

void free_symbols(Symbols *symbols)
{
    for (uint32_t i = symbols->named.atoms; i < symbols->atom_count; i++)
        free((char *)atom_of(symbols, i)->text);
    for (size_t i = 0; i < CHUNKS; i++) {
        free(symbols->atoms[i]);
        free(symbols->functors[i]);
    }
    free(symbols->named_atoms.numbers);
    free(symbols->named_functors.numbers);
    free(symbols->new_atoms.numbers);
    free(symbols->new_functors.numbers);
    pthread_mutex_destroy(&symbols->lock);
    free(symbols);
}

/*  Look for a symbol in an index; UINT32_MAX where there is none. */
static uint32_t seek_atom(const Symbols *symbols, const Index *index, const char *text, size_t bytes,
                          const uint64_t hash[2])
{
    size_t place = hash[0] & (index->places - 1);
    for (uint32_t found; (found = index->numbers[place]) != 0; place = (place + 1) & (index->places - 1)) {
        const Atom *atom = atom_of(symbols, found - 1);
        if (atom->hash[1] == hash[1] && atom->bytes == bytes && memcmp(atom->text, text, bytes) == 0)
            return found - 1;
    }
    return UINT32_MAX;
}

static uint32_t seek_functor(const Symbols *symbols, const Index *index, Functor wanted)
{
    size_t place = functor_hash(wanted) & (index->places - 1);
    for (uint32_t found; (found = index->numbers[place]) != 0; place = (place + 1) & (index->places - 1)) {
        Functor functor = functor_of(symbols, found - 1);
        if (functor.name == wanted.name && functor.arity == wanted.arity)
            return found - 1;
    }
    return UINT32_MAX;
}

/*  Add a new atom with a copy of its text; UINT32_MAX where there is no room. */
static uint32_t new_atom(Symbols *symbols, const char *text, size_t bytes, const uint64_t hash[2])
{
    char *copy = bytes < MOST_TEXT - symbols->new_bytes ? malloc(bytes + 1) : NULL;
    if (copy == NULL)
        return UINT32_MAX;
    memcpy(copy, text, bytes);
    copy[bytes] = 0;
    if (!add_atom(symbols, &symbols->new_atoms, copy, bytes, hash)) {
        free(copy);
        return UINT32_MAX;
    }
    symbols->new_bytes += bytes + 1;
    return symbols->atom_count - 1;
}

static bool look_for_atom(Context *context, const char *text, size_t bytes, uint32_t *number)
{
    Symbols *symbols = context->symbols;
    uint64_t hash[2];
    hash_text(text, bytes, hash);
    *number = seek_atom(symbols, &symbols->named_atoms, text, bytes, hash);
    if (*number != UINT32_MAX)
        return true;
    pthread_mutex_lock(&symbols->lock);
    *number = seek_atom(symbols, &symbols->new_atoms, text, bytes, hash);
    if (*number == UINT32_MAX)
        *number = new_atom(symbols, text, bytes, hash);
    pthread_mutex_unlock(&symbols->lock);
    return *number != UINT32_MAX || stop(context, FULL, "atoms");
}

bool find_atom(Context *context, const char *text, size_t bytes, uint32_t *number)
{
    if (bytes != 1 || (unsigned char)*text >= 128)
        return look_for_atom(context, text, bytes, number);
    _Atomic uint32_t *letter = &context->symbols->letters[(unsigned char)*text];
    uint32_t known = atomic_load_explicit(letter, memory_order_relaxed);
    if (known == 0) {
        NEED(look_for_atom(context, text, bytes, number));
        atomic_store_explicit(letter, *number + 1, memory_order_relaxed);
        return true;
    }
    *number = known - 1;
    return true;
}

bool find_functor(Context *context, uint32_t name, uint32_t arity, uint32_t *number)
{
    Symbols *symbols = context->symbols;
    Functor wanted = {name, arity};
    *number = seek_functor(symbols, &symbols->named_functors, wanted);
    if (*number != UINT32_MAX)
        return true;
    pthread_mutex_lock(&symbols->lock);
    *number = seek_functor(symbols, &symbols->new_functors, wanted);
    if (*number == UINT32_MAX && add_functor(symbols, &symbols->new_functors, wanted))
        *number = symbols->functor_count - 1;
    pthread_mutex_unlock(&symbols->lock);
    return *number != UINT32_MAX || stop(context, FULL, "functors");
}
