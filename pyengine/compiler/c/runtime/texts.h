/*  Atoms and strings: joined, taken apart, and read as numbers. What is more than plain text and integers stops. */

#pragma once

#include "terms.h"

/*  char_code/2 */
bool char_of(Context *context, int64_t code, Word *out);
bool any_char_code(Context *context, Word character, Word code);

/*  atom_length/2, string_length/2 */
bool text_length(Context *context, Word x, Word length);

/*  atom_codes/2, atom_chars/2 of a known text */
bool codes_of(Context *context, Word x, Word *out);
bool chars_of(Context *context, Word x, Word *out);
bool any_atom_codes(Context *context, Word x, Word codes);
bool any_atom_chars(Context *context, Word x, Word chars);

/*  atom_concat/3, string_concat/3, atomic_list_concat/2,3 */
bool joined_atom(Context *context, Word x, Word y, Word *out);
bool joined_string(Context *context, Word x, Word y, Word *out);
bool is_joined(Context *context, Word x, Word y, Word whole);
bool concatenated(Context *context, Word parts, Word *out);
bool any_concatenated(Context *context, Word parts, Word separator, Word whole);

/*  atom_number/2, atom_string/2, term without variables */
bool any_atom_number(Context *context, Word x, Word number);
bool as_string(Context *context, Word x, Word *out);
