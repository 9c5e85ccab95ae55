/*  What the features of draughts positions weigh

    To include after the weights that a game gives to men and kings. A man is
    worth 20 there; row(N) is the men of a row, worth as much with what they
    have from advance and guard.
*/

weight(advance, 1).
weight(mobility, 1).
weight(centre, 2).
weight(guard, 3).
weight(row(0), 23).
weight(row(1), 21).
weight(row(2), 22).
weight(row(3), 23).
weight(row(4), 24).
weight(row(5), 25).
weight(row(6), 26).
