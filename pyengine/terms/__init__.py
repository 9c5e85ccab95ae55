"""Prolog terms as immutable Python values, the operators between them, and how they are written."""

from pyengine.terms.operators import STANDARD, Operator, OperatorTable, OperatorType, is_operator_type
from pyengine.terms.values import (
    NIL,
    Atom,
    Compound,
    List,
    Number,
    String,
    Term,
    Var,
    compound,
    identical,
    indicator,
    is_ground,
    is_term,
    to_python,
    to_term,
    variables_of,
)
from pyengine.terms.writing import write_atom, write_number, write_term

__all__ = [
    "NIL",
    "STANDARD",
    "Atom",
    "Compound",
    "List",
    "Number",
    "Operator",
    "OperatorTable",
    "OperatorType",
    "String",
    "Term",
    "Var",
    "compound",
    "identical",
    "indicator",
    "is_ground",
    "is_operator_type",
    "is_term",
    "to_python",
    "to_term",
    "variables_of",
    "write_atom",
    "write_number",
    "write_term",
]
