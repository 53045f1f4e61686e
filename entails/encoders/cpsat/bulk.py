"""Clauses by the million, each under the switch of its own group."""

from itertools import pairwise

from entails.encoders.cpsat.model import Model
from entails.models.statement import Bulk


def post(said: Bulk, model: Model) -> None:
    lits = model.literals(said.lits.tolist())
    groups = said.group_of.tolist() or [said.group] * (len(said.starts) - 1)
    guards = {group: model.guard(said, group) for group in set(groups)}
    for (start, end), group in zip(pairwise(said.starts.tolist()), groups, strict=True):
        model.hold(model.cp.add_bool_or(lits[start:end]), guards[group])
