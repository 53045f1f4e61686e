"""`Rulebook`: a CP-SAT model in which each rule stands under the sentence that a player would say.

When a rule may be doubted its constraints hang on a switch, so that an explanation can name it; else they simply hold.
"""

from typing import TYPE_CHECKING, Any

from clausal.models.encoding import Group

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar


class Rulebook:
    """The model under construction, with its groups in the order in which their rules are stated."""

    def __init__(self, doubting: bool) -> None:
        from ortools.sat.python.cp_model import CpModel

        self.model = CpModel()
        self.groups: list[Group] = []
        self.switches: dict[int, IntVar] = {}
        self._doubting = doubting

    def state(self, name: str, text: str, *constraints: Any) -> None:
        """A rule: constraints of the model that stand or fall together."""
        if not self._doubting:
            return
        switch = self.model.new_bool_var(name)
        for constraint in constraints:
            constraint.only_enforce_if(switch)
        self.switches[len(self.groups)] = switch
        self.groups.append(Group(name, text, doubtable=True))

    def require(self, name: str, text: str, holds: bool) -> None:
        """A rule about the squares alone, which holds or does not whatever the letters are."""
        if not holds or self._doubting:
            self.state(name, text, self.model.add_bool_or([holds]))
