/*  Atoms and strings. */

#include "texts.h"

#include "boxes.h"
#include "context.h"
#include "lists.h"

bool text_of(Context *context, Word x, Text *text)
{
    x = deref(x);
    if (TAG(x) == ATOM && x != NIL) {
        const Atom *atom = atom_of(context->symbols, ATOM_NUMBER(x));
        text->bytes = atom->text;
        text->size = atom->bytes;
        return true;
    }
    if (is_string(x)) {
        text->bytes = string_text(x);
        text->size = string_bytes(x);
        return true;
    }
    if (TAG(x) != INT)
        return unfit(context);
    int64_t value = INT_VALUE(x);
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char *end = text->digits + sizeof text->digits, *start = end;
    do {
        *--start = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        *--start = '-';
    text->bytes = start;
    text->size = (size_t)(end - start);
    return true;
}

bool atom_word(Context *context, const char *text, size_t bytes, Word *out)
{
    uint32_t number;
    NEED(find_atom(context, text, bytes, &number));
    *out = ATOM_WORD(number);
    return true;
}

/*  A code as UTF-8; gives how many bytes. Surrogates are nothing that UTF-8 has: 0. */
static size_t encode(int64_t code, char bytes[4])
{
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char LEADS[] = {0, 0xc0, 0xe0, 0xf0};
    bytes[0] = (char)(LEADS[more] | code >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        bytes[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    return more + 1;
}

bool char_of(Context *context, int64_t code, Word *out)
{
    char bytes[4];
    size_t size = encode(code, bytes);
    return size == 0 ? unfit(context) : atom_word(context, bytes, size, out);
}

bool any_char_code(Context *context, Word character, Word code)
{
    Word made;
    Text text;
    int64_t found;
    character = deref(character);
    code = deref(code);
    if (TAG(character) == REF)
        return TAG(code) != INT ? unfit(context)
                                : char_of(context, INT_VALUE(code), &made) && unify(context, character, made);
    if (TAG(character) != ATOM || !text_of(context, character, &text) || count_codes(&text) != 1)
        return context->reason == GOING ? unfit(context) : false;
    char bytes[4];
    if (TAG(code) != REF && (TAG(code) != INT || encode(INT_VALUE(code), bytes) == 0))
        return unfit(context); /* no code of a character is an error, whatever the character is */
    decode(text.bytes, &found);
    return unify(context, code, INT_WORD(found));
}

bool code_of(Context *context, Word character, int64_t *out)
{
    Text text;
    if (TAG(character) != ATOM || !text_of(context, character, &text) || count_codes(&text) != 1)
        return context->reason == GOING ? unfit(context) : false;
    decode(text.bytes, out);
    return true;
}

bool length_of_text(Context *context, Word x, int64_t *out)
{
    Text text;
    NEED(text_of(context, x, &text));
    *out = count_codes(&text);
    return true;
}

bool text_length(Context *context, Word x, Word length)
{
    Text text;
    length = deref(length);
    if (TAG(length) != REF && TAG(length) != INT)
        return unfit(context);
    if (TAG(length) == INT && INT_VALUE(length) < 0)
        return unfit(context);
    return text_of(context, x, &text) && unify(context, length, INT_WORD(count_codes(&text)));
}

bool list_text(Context *context, int as_chars, Word x, Word *out)
{
    Text text;
    NEED(text_of(context, x, &text));
    Word *last = out;
    for (size_t i = 0, size; i < text.size; i += size) {
        int64_t code;
        size = decode(text.bytes + i, &code);
        Word item = INT_WORD(code);
        if ((as_chars && !atom_word(context, text.bytes + i, size, &item)) || !add_item(context, item, &last))
            return false;
    }
    *last = NIL;
    return true;
}

/*  Put texts together at the top of the heap, where the next one goes behind: `words` is where they begin. */
static bool add_text(Context *context, Word *words, size_t *size, const char *bytes, size_t count)
{
    size_t needed = (*size + count + 7) / 8;
    context->top = words;
    if (take(context, needed) == NULL)
        return false;
    memcpy((char *)words + *size, bytes, count);
    *size += count;
    return true;
}

/*  Make a string of bytes that are at the top of the heap: they move up by its header. */
static bool string_behind(Context *context, Word *mark, size_t size, Word *out)
{
    size_t words = (size + 7) / 8;
    Word *cells = TAKEN(context, words + 1);
    memmove(cells + 1, mark, size);
    if (size % 8 != 0)
        memset((char *)(cells + 1) + size, 0, 8 - size % 8);
    cells[0] = STRING_BOX | (Word)size << 8;
    *out = (Word)cells | BOX;
    return true;
}

/*  What the items of a list are: codes, characters, or both, which nothing is. Variables may be either. */
typedef struct {
    bool has_codes, has_chars, has_variables;
} Items;

/*  Look at a list that may be one of codes or characters; false where it cannot be, or where that takes too long. */
static bool look_at(Context *context, Word list, Items *items)
{
    Word item;
    *items = (Items){false, false, false};
    while (next_item(context, &list, &item)) {
        Text text;
        if (TAG(item) == REF)
            items->has_variables = true;
        else if (TAG(item) == INT && INT_VALUE(item) >= 0 && INT_VALUE(item) <= 0x10ffff)
            items->has_codes = true;
        else if (TAG(item) == ATOM && item != NIL && text_of(context, item, &text) && count_codes(&text) == 1)
            items->has_chars = true;
        else
            return false;
    }
    items->has_variables |= TAG(list) == REF;
    return context->reason == GOING && (list == NIL || TAG(list) == REF) && !(items->has_codes && items->has_chars);
}

/*  The atom or string of a list of codes or characters, which was looked at. */
static bool join_items(Context *context, int kind, Word list, Word *out)
{
    Word *mark = context->top, item;
    size_t size = 0;
    bool going = true;
    while (going && next_item(context, &list, &item)) {
        char bytes[4];
        Text text = {bytes, 0, ""};
        if (TAG(item) == INT)
            text.size = encode(INT_VALUE(item), bytes);
        else
            going = text_of(context, item, &text);
        if (going && text.size == 0)
            going = unfit(context);
        going = going && add_text(context, mark, &size, text.bytes, text.size);
    }
    context->top = mark;
    if (!going || context->reason != GOING)
        return false;
    if (kind == ATOM_KIND)
        return atom_word(context, (const char *)mark, size, out);
    return string_behind(context, mark, size, out);
}

/*  What atom_chars/2 and the like make of a ground list. */
bool text_of_list(Context *context, int kind, Word list, Word *out)
{
    Items items;
    if (!look_at(context, list, &items))
        return context->reason == GOING ? unfit(context) : false;
    return join_items(context, kind, list, out);
}

bool any_atom_list(Context *context, int as_chars, Word x, Word list)
{
    Word made;
    Items items;
    x = deref(x);
    list = deref(list);
    if (!look_at(context, list, &items))
        return context->reason == GOING ? unfit(context) : false;
    if (TAG(x) == REF)
        return items.has_variables ? unfit(context) : join_items(context, ATOM_KIND, list, &made) && unify(context, x, made);
    if (!items.has_variables && (as_chars ? items.has_codes : items.has_chars))
        return unfit(context); /* the texts are compared */
    return list_text(context, as_chars, x, &made) && unify(context, list, made);
}

/*  Two texts behind each other at the top of the heap, which is not moved: the next that takes room overwrites them. */
static bool join(Context *context, Word x, Word y, Text *joined)
{
    Text left, right;
    Word *mark = context->top;
    size_t size = 0;
    bool going = text_of(context, x, &left) && text_of(context, y, &right) &&
                 add_text(context, mark, &size, left.bytes, left.size) &&
                 add_text(context, mark, &size, right.bytes, right.size);
    context->top = mark;
    joined->bytes = (const char *)mark;
    joined->size = size;
    return going;
}

bool joined_atom(Context *context, Word x, Word y, Word *out)
{
    Text joined;
    return join(context, x, y, &joined) && atom_word(context, joined.bytes, joined.size, out);
}

bool joined_string(Context *context, Word x, Word y, Word *out)
{
    Text left, right;
    if (!text_of(context, x, &left) || !text_of(context, y, &right))
        return false;
    *out = make_string(context, left.bytes, left.size);
    if (*out == 0)
        return false;
    size_t size = left.size;
    Word *cells = CELLS(*out);
    NEED(add_text(context, cells + 1, &size, right.bytes, right.size));
    if (size % 8 != 0) /* zeros fill the last word */
        memset((char *)(cells + 1) + size, 0, 8 - size % 8);
    cells[0] = STRING_BOX | (Word)size << 8;
    return true;
}

bool is_joined(Context *context, Word x, Word y, Word whole)
{
    Text joined, wanted;
    return text_of(context, whole, &wanted) && join(context, x, y, &joined) && joined.size == wanted.size &&
           memcmp(joined.bytes, wanted.bytes, wanted.size) == 0;
}

static bool join_list(Context *context, Word parts, const Text *separator, Word *out)
{
    Word *mark = context->top, item;
    size_t size = 0;
    bool going = true, is_first = true;
    while (going && next_item(context, &parts, &item)) {
        Text text;
        going = (is_first || add_text(context, mark, &size, separator->bytes, separator->size)) &&
                text_of(context, item, &text) && add_text(context, mark, &size, text.bytes, text.size);
        is_first = false;
    }
    if (going && context->reason == GOING && parts != NIL)
        going = unfit(context);
    context->top = mark;
    return going && context->reason == GOING && atom_word(context, (const char *)mark, size, out);
}

bool concatenated(Context *context, Word parts, Word *out)
{
    Text nothing = {"", 0, ""};
    return join_list(context, parts, &nothing, out);
}

bool any_concatenated(Context *context, Word parts, Word separator, Word whole)
{
    Text between;
    Word made;
    return text_of(context, separator, &between) && join_list(context, parts, &between, &made) &&
           unify(context, whole, made);
}

/*  Read an integer: a sign and digits, at most 18. 1: it is one; 0: it is no number at all; -1: it may be one. */
static int read_integer(const Text *text, int64_t *out)
{
    size_t at = text->size > 0 && (text->bytes[0] == '-' || text->bytes[0] == '+');
    if (at == text->size || text->bytes[at] < '0' || text->bytes[at] > '9')
        return 0;
    if (text->size - at > 18)
        return -1;
    *out = 0;
    for (size_t i = at; i < text->size; i++) {
        if (text->bytes[i] < '0' || text->bytes[i] > '9')
            return -1;
        *out = *out * 10 + (text->bytes[i] - '0');
    }
    if (text->bytes[0] == '-')
        *out = -*out;
    return 1;
}

bool any_atom_number(Context *context, Word x, Word number)
{
    Text text;
    int64_t value;
    Word made;
    x = deref(x);
    number = deref(number);
    if (TAG(x) == REF) {
        if (TAG(number) != INT)
            return unfit(context);
        return text_of(context, number, &text) && atom_word(context, text.bytes, text.size, &made) &&
               unify(context, x, made);
    }
    if ((TAG(x) != ATOM && !is_string(x)) || !text_of(context, x, &text))
        return context->reason == GOING ? unfit(context) : false;
    switch (read_integer(&text, &value)) {
    case 1:
        return unify(context, number, INT_WORD(value));
    case 0:
        return text.size > 0 && (unsigned char)text.bytes[0] >= 0x80 ? unfit(context) : false;
    default:
        return unfit(context);
    }
}

bool as_string(Context *context, Word x, Word *out)
{
    Text text;
    NEED(text_of(context, x, &text));
    *out = make_string(context, text.bytes, text.size);
    return *out != 0;
}
