#include "numbers.h"

#include <stdlib.h>
#include <string.h>

void drop_numbers(Numbers *numbers)
{
    free(numbers->items);
    free(numbers->index);
    *numbers = (Numbers){0};
}

static uint64_t hash_number(Number number)
{
    uint64_t bits;
    memcpy(&bits, &number.value, sizeof bits);
    bits = (bits ^ number.is_float) * 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 29;
}

static bool same_number(Number one, Number other)
{
    return !memcmp(&one.value, &other.value, sizeof one.value) && one.is_float == other.is_float;
}

static bool grow_numbers(Numbers *numbers)
{
    uint64_t room = numbers->index ? 2 * (numbers->mask + 1) : 256;
    Number *items = realloc(numbers->items, room / 2 * sizeof(Number));
    if (items)
        numbers->items = items;
    uint32_t *index = calloc(room, sizeof(uint32_t));
    if (!items || !index) {
        free(index);
        return false;
    }
    free(numbers->index);
    numbers->index = index;
    numbers->mask = room - 1;
    for (uint64_t place = 0; place < numbers->count; place++) {
        uint64_t at = hash_number(numbers->items[place]) & numbers->mask;
        while (index[at])
            at = (at + 1) & numbers->mask;
        index[at] = (uint32_t)place + 1;
    }
    return true;
}

bool list_number(Numbers *numbers, Number number, uint64_t *place)
{
    if ((!numbers->index || 2 * (numbers->count + 1) > numbers->mask) && !grow_numbers(numbers))
        return false;
    uint64_t at = hash_number(number) & numbers->mask;
    while (numbers->index[at] && !same_number(numbers->items[numbers->index[at] - 1], number))
        at = (at + 1) & numbers->mask;
    if (!numbers->index[at]) {
        numbers->items[numbers->count] = number;
        numbers->index[at] = (uint32_t)++numbers->count;
    }
    *place = numbers->index[at] - 1;
    return true;
}
