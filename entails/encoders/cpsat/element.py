"""The item at an index has this value; an index beyond the items is refused."""

from typing import Any

from entails.encoders.cpsat.model import Model
from entails.models.statement import Element


def post(said: Element, model: Model) -> None:
    guard = model.guard(said)
    if not said.items:
        return model.never(guard)

    def read(item: tuple[str, int]) -> Any:
        kind, number = item
        return model.variables[number] if kind == "var" else number

    place = model.variables[said.index] - said.first
    return model.hold(model.cp.add_element(place, [read(item) for item in said.items], read(said.value)), guard)
