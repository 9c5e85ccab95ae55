"""Prolog terms as immutable Python values, the operators between them, and how they are written."""

from pyengine.terms.operators import STANDARD as STANDARD
from pyengine.terms.operators import Operator as Operator
from pyengine.terms.operators import OperatorTable as OperatorTable
from pyengine.terms.operators import OperatorType as OperatorType
from pyengine.terms.operators import is_operator_type as is_operator_type
from pyengine.terms.values import NIL as NIL
from pyengine.terms.values import Atom as Atom
from pyengine.terms.values import Compound as Compound
from pyengine.terms.values import List as List
from pyengine.terms.values import Number as Number
from pyengine.terms.values import String as String
from pyengine.terms.values import Term as Term
from pyengine.terms.values import Var as Var
from pyengine.terms.values import compound as compound
from pyengine.terms.values import identical as identical
from pyengine.terms.values import indicator as indicator
from pyengine.terms.values import is_deeper as is_deeper
from pyengine.terms.values import is_ground as is_ground
from pyengine.terms.values import is_term as is_term
from pyengine.terms.values import to_python as to_python
from pyengine.terms.values import to_term as to_term
from pyengine.terms.values import variables_of as variables_of
from pyengine.terms.writing import write_atom as write_atom
from pyengine.terms.writing import write_number as write_number
from pyengine.terms.writing import write_term as write_term
