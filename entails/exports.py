"""What `import entails` offers, found by listing: the names in `__all__` of every question, and a few values beside.

Nothing is imported to know it. Type checkers want it written down: `scripts/exports.py` writes the block in
`entails/__init__.py` from this list.
"""

from pathlib import Path

from entails.listing import modules

_BESIDE = {
    "entails.models.content": ("Document",),
    "entails.models.limits": ("Limits", "Options"),
    "entails.problem": ("Problem",),
}
"""What stands beside the questions: values that questions are asked with."""


def exports() -> dict[str, str]:
    """The module of each name. A common question comes before a puzzle's own of the same name."""
    folder, package = Path(__file__).parent / "questions", "entails.questions"
    own = sorted(path for path in folder.iterdir() if (path / "__init__.py").exists())
    packages = [(folder, package), *((path, f"{package}.{path.name}") for path in own)]
    found = {name: home for home, names in _BESIDE.items() for name in names}
    for place, name in packages:
        for module in modules(place, name, "__all__"):
            for exported in module.constants["__all__"]:
                found.setdefault(exported, module.module)
    return dict(sorted(found.items()))
