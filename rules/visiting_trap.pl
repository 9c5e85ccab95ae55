/*  The trap of ignoring positions that are being visited

    MIN shows MAX into the garden or the cellar of a house. There MAX may
    use the stairs as often as it likes, or go out: the garden's gate leads
    to freedom (1), the cellar's door to prison (-1). MAX is always free in
    the end, as it can leave the cellar by the stairs: the value is 1.

    Minimax that ignores the positions it is visiting says -1. On the way
    through the garden it comes to the cellar, where it ignores the stairs
    back and finds nothing but prison; and it keeps that value for when MIN
    chooses the cellar, where the stairs do count.
*/

player(max).
player(min).

%   A position is where MAX is: in the street, where MIN has the turn, in
%   the house, or out of it for good.

initial(street).

to_move(street, min).
to_move(garden, max).
to_move(cellar, max).

move(street, show(garden), garden).
move(street, show(cellar), cellar).
move(garden, stairs, cellar).
move(garden, out, freedom).
move(cellar, stairs, garden).
move(cellar, out, prison).

terminal(freedom).
terminal(prison).

utility(freedom, 1).
utility(prison, -1).

%   MAX can go up and down for ever; nobody gains by it.

infinite(0).
