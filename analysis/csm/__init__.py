"""CSM-CCTA: a structured score of coronary CT reports (csm-ccta, formulas 1 to 20).

`extract` reads a report into `Variables` on three levels; `compare` scores two of them at the finest level that both
reach, by weighted F1 of each variable; `describe` tells what one report alone holds.
"""

from reref.analysis.csm.comparing import Comparison, compare, compare_reports, describe
from reref.analysis.csm.extraction import extract
from reref.analysis.csm.variables import LEVELS, VARIABLES, VESSELS, Completed, Variables, complete, level
from reref.analysis.csm.weights import EQUAL, Weights, load_weights

__all__ = [
    "EQUAL",
    "LEVELS",
    "VARIABLES",
    "VESSELS",
    "Comparison",
    "Completed",
    "Variables",
    "Weights",
    "compare",
    "compare_reports",
    "complete",
    "describe",
    "extract",
    "level",
    "load_weights",
]
