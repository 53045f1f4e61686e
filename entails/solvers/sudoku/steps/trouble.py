"""What is plainly wrong with a board, as sentences."""

from entails.models.sentence import Sentence, Template
from entails.models.sudoku.statement import unit_name
from entails.solvers.kernels import sudoku_steps_trouble as trouble_code
from entails.solvers.sudoku.steps.argument import SHAPE

NO_CANDIDATE = Template("{cell} has no candidate left", "{cell} n'a plus de candidat")
TWICE = Template("{unit} holds {digit} twice", "{unit} contient deux fois le {digit}")
NO_PLACE = Template("{unit} has no place left for {digit}", "{unit} n'a plus de place pour le {digit}")


def trouble(code: int) -> Sentence:
    """From the number that kernels give it."""
    kind, place = trouble_code.split(code)
    if kind == trouble_code.NO_CANDIDATE:
        return NO_CANDIDATE(cell=SHAPE.cell_name(place))
    unit, digit = unit_name(SHAPE.units[place // 9]), place % 9 + 1
    return (TWICE if kind == trouble_code.CLASH else NO_PLACE)(unit=unit, digit=digit)
