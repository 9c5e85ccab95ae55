#include "positions.h"

#include <string.h>

enum { FIRST_SLOTS = 1024, FIRST_BYTES = 1 << 14, FIRST_STARTS = 512 };

bool set_up_positions(Positions *positions)
{
    *positions = (Positions){.room = FIRST_BYTES, .start_room = FIRST_STARTS, .mask = FIRST_SLOTS - 1};
    positions->bytes = malloc(FIRST_BYTES);
    positions->starts = malloc(FIRST_STARTS * sizeof(uint64_t));
    positions->slots = calloc(FIRST_SLOTS, sizeof(uint32_t));
    if (positions->bytes && positions->starts && positions->slots) {
        positions->starts[0] = 0;
        return true;
    }
    tear_down_positions(positions);
    return false;
}

void tear_down_positions(Positions *positions)
{
    free(positions->bytes);
    free(positions->starts);
    free(positions->slots);
    *positions = (Positions){0};
}

void clear_positions(Positions *positions)
{
    memset(positions->slots, 0, (positions->mask + 1) * sizeof(uint32_t));
    positions->used = 0;
    positions->count = 0;
}

static uint64_t hash_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t hash = size * 0x9e3779b97f4a7c15u, word;
    for (; size >= 8; size -= 8, bytes += 8) {
        memcpy(&word, bytes, 8);
        unsigned __int128 product = (unsigned __int128)(hash ^ word ^ 0xa0761d6478bd642fu) * 0xe7037ed1a0b428dbu;
        hash = (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    if (size) {
        word = 0;
        memcpy(&word, bytes, size);
        unsigned __int128 product = (unsigned __int128)(hash ^ word ^ 0x8ebc6af09c88c6e3u) * 0x589965cc75374cc3u;
        hash = (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    return hash ^ (hash >> 29);
}

/*  The slot of some bytes: theirs, or the free one where they would go. */
static uint64_t slot_of(const Positions *positions, const uint8_t *bytes, size_t size, uint64_t hash)
{
    uint64_t at = hash & positions->mask;
    for (uint32_t number; (number = positions->slots[at]); at = (at + 1) & positions->mask) {
        size_t other_size;
        const uint8_t *other = bytes_of(positions, number - 1, &other_size);
        if (other_size == size && !memcmp(other, bytes, size))
            break;
    }
    return at;
}

static bool grow_slots(Positions *positions)
{
    uint64_t mask = 2 * positions->mask + 1;
    uint32_t *slots = calloc(mask + 1, sizeof(uint32_t));
    if (!slots)
        return false;
    for (uint32_t number = 0; number < positions->count; number++) {
        size_t size;
        const uint8_t *bytes = bytes_of(positions, number, &size);
        uint64_t at = hash_bytes(bytes, size) & mask;
        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = number + 1;
    }
    free(positions->slots);
    positions->slots = slots;
    positions->mask = mask;
    return true;
}

/*  Have room for one more position of a size. */
static bool make_room(Positions *positions, size_t size)
{
    if (positions->used + size > positions->room) {
        size_t room = positions->room + positions->room / 2 + size;
        if (!enlarge(&positions->bytes, room, 1))
            return false;
        positions->room = room;
    }
    if (positions->count + 2 > positions->start_room) {
        if (positions->start_room > UINT32_MAX / 2)
            return false;
        uint32_t room = positions->start_room + positions->start_room / 2;
        if (!enlarge(&positions->starts, room, sizeof(uint64_t)))
            return false;
        positions->start_room = room;
    }
    return true;
}

/*  Have the bytes of a position lie where those of the next one go. */
static bool lay_position(Positions *positions, const Context *context, Word position, size_t *size)
{
    *size = packed_size(context, position);
    if (!make_room(positions, *size))
        return false;
    pack(context, position, positions->bytes + positions->used);
    return true;
}

static bool lay_packed(Positions *positions, const uint8_t *bytes, size_t size)
{
    if (!make_room(positions, size))
        return false;
    memcpy(positions->bytes + positions->used, bytes, size);
    return true;
}

static bool append_laid(Positions *positions, size_t size)
{
    positions->used += size;
    positions->starts[++positions->count] = positions->used;
    return true;
}

static bool number_laid(Positions *positions, size_t size, uint32_t *number, bool *is_new)
{
    if (3 * ((uint64_t)positions->count + 1) > 2 * (positions->mask + 1) && !grow_slots(positions))
        return false;
    const uint8_t *bytes = positions->bytes + positions->used;
    uint64_t at = slot_of(positions, bytes, size, hash_bytes(bytes, size));
    *is_new = !positions->slots[at];
    if (*is_new) {
        append_laid(positions, size);
        positions->slots[at] = positions->count;
    }
    *number = positions->slots[at] - 1;
    return true;
}

bool number_position(Positions *positions, const Context *context, Word position, uint32_t *number, bool *is_new)
{
    size_t size;
    return lay_position(positions, context, position, &size) && number_laid(positions, size, number, is_new);
}

bool number_packed(Positions *positions, const uint8_t *bytes, size_t size, uint32_t *number, bool *is_new)
{
    return lay_packed(positions, bytes, size) && number_laid(positions, size, number, is_new);
}

bool append_position(Positions *positions, const Context *context, Word position)
{
    size_t size;
    return lay_position(positions, context, position, &size) && append_laid(positions, size);
}

bool append_packed(Positions *positions, const uint8_t *bytes, size_t size)
{
    return lay_packed(positions, bytes, size) && append_laid(positions, size);
}

int64_t find_packed(const Positions *positions, const uint8_t *bytes, size_t size)
{
    return (int64_t)positions->slots[slot_of(positions, bytes, size, hash_bytes(bytes, size))] - 1;
}
