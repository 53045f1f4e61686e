"""Two rows of variables are not equal everywhere: there is a place where they differ."""

from entails.encoders.cpsat.model import Model
from entails.models.statement import Differ


def post(said: Differ, model: Model) -> None:
    guard = model.guard(said)
    places = zip(said.left, said.right, strict=True)
    pairs = [(model.variables[one], model.variables[other]) for one, other in places if one != other]
    model.hold(model.cp.add_bool_or([model.true_when(one != other, one == other) for one, other in pairs]), guard)
