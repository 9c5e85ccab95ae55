/*  The predicates of library(boards), for boards without variables. */

#pragma once

#include "terms.h"

/*  What is at an index, and the board with something else there: replace_arg/5, replace_nth0/5, replace_nth1/5. */
bool replace_argument(Context *context, int64_t index, Word term, Word new, Word *old, Word *out);
bool replace_item_from_0(Context *context, int64_t index, Word list, Word new, Word *old, Word *out);
bool replace_item_from_1(Context *context, int64_t index, Word list, Word new, Word *old, Word *out);

/*  cells_rows/3 and rows_columns/2 */
bool rows_of_cells(Context *context, Word cells, int64_t columns, Word *out);
bool columns_of_rows(Context *context, Word rows, Word *out);
