"""scripts/setup.sh and .ci/run with stand-ins for Python, pip and make: fast, without installation."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHELL_TOOLS = (
    *("sh", "bash", "awk", "cat", "chmod", "cksum", "cp", "dirname", "env", "git", "grep", "head", "id", "ln"),
    *("mkdir", "mktemp", "rm", "sed", "sort", "tail", "uname", "xargs"),
)

PYTHON_STAND_IN = """\
#!/bin/sh
# Logs how it is called; FAKE_* say what this "Python" can do.
case "$*" in
    --version) echo "Python ${FAKE_VERSION:-3.11.9}"; exit 0 ;;
    *version_info*) [ "${FAKE_VERSION:-3.11.9}" != 3.9.2 ] || exit 1 ;;
esac
case "$*" in
    *ensurepip*) exit "${FAKE_NO_VENV:-0}" ;;
    *version_info*) exit 0 ;;
esac
echo "$*" >>"$FAKE_LOG"
case "$*" in
    *"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    *"pip install"*) exit "${FAKE_PIP_EXIT:-0}" ;;
esac
"""

MAKE_STAND_IN = """\
#!/bin/sh
# Logs where it is called and with which environment; the file `outcomes` says which target fails.
for target in "$@"; do :; done
here=${0%/*}
. "$here/outcomes"
{ echo "$PWD"; env; } >"$here/$target.environment"
mkdir -p .venv/bin
case $target in
    check) echo "checks ran"; cp "$here/smoke" .venv/bin/python; exit $check ;;
    wheel) exit $wheel ;;
    image) exit $image ;;
    demo) cp "$here/smoke" .venv/bin/entails; exit $demo ;;
    test) echo "solvers required: ${ENTAILS_REQUIRE_SOLVERS:-no}"; echo "== 7 passed in 0.1s =="
          [ $test = 0 ] || echo "make: *** [Makefile:1: test] Error 1" >&2
          exit $test ;;
esac
"""

SMOKE_STAND_IN = """\
#!/bin/sh
# A command of Entails, or its tests.
echo "$LANG $*" >>"${PATH%%:*}/smoke.log"
. "${PATH%%:*}/outcomes"
case "$*" in *pytest*) exit $smoke ;; esac
"""
STEPS = ("check", "wheel", "image", "demo", "smoke", "test")


@dataclass(frozen=True)
class Checkout:
    """A folder with the script under test, and a PATH with only stand-ins and plain shell tools."""

    folder: Path
    tools: Path

    @property
    def log(self) -> Path:
        return self.tools / "log"

    def stand_in(self, name: str, script: str) -> None:
        path = self.tools / name
        path.unlink(missing_ok=True)  # it may be a link to the real program, which must not be overwritten
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        settings = {"PATH": str(self.tools), "FAKE_LOG": str(self.log), **environment}
        return subprocess.run(
            command,
            cwd=self.folder,
            env=settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def set_up(self, *part: str, **environment: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("", encoding="utf-8")
        return self.run("sh", "scripts/setup.sh", *part, **environment)

    @property
    def steps(self) -> list[str]:
        """Return the steps of the last set-up, in order."""
        known = {
            "-m venv": "create",
            "-r requirements.lock": "install the lock",
            "-r .venv/requirements.run": "install its first half",
            "--editable": "install entails",
        }
        calls = self.log.read_text(encoding="utf-8").splitlines()
        return [step for call in calls for sign, step in known.items() if sign in call]


EVERYTHING = ["create", "install the lock", "install entails"]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    if os.name != "posix" or not shutil.which("bash"):
        pytest.skip("needs a POSIX shell and bash")
    built = Checkout(folder=tmp_path / "a clone", tools=tmp_path / "tools")
    built.tools.mkdir()
    for tool in SHELL_TOOLS:
        result = shutil.which(tool)
        assert result, f"{tool} is missing"
        (built.tools / tool).symlink_to(result)
    for name in ("scripts/setup.sh", ".ci/run", "pyproject.toml", "requirements.lock"):
        target = built.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    built.stand_in("python3", PYTHON_STAND_IN)
    return built


def test_a_fresh_clone_is_set_up_once(checkout: Checkout) -> None:
    assert checkout.set_up().returncode == 0
    assert checkout.steps == EVERYTHING
    again = checkout.set_up()
    assert (again.returncode, again.stdout, checkout.steps) == (0, "", [])


def test_running_needs_less(checkout: Checkout) -> None:
    assert checkout.set_up("run").returncode == 0
    assert checkout.steps == ["create", "install its first half", "install entails"]
    half = (checkout.folder / ".venv" / "requirements.run").read_text(encoding="utf-8")
    assert "numba==" in half
    assert "pytest==" not in half
    assert (checkout.set_up("run").stdout, checkout.steps) == ("", [])
    assert checkout.set_up().returncode == 0
    assert checkout.steps == EVERYTHING[1:]
    assert (checkout.set_up("run").stdout, checkout.steps) == ("", [])


def test_a_changed_lock_is_installed_into_the_same_environment(checkout: Checkout) -> None:
    checkout.set_up()
    lock = checkout.folder / "requirements.lock"
    lock.write_text(lock.read_text(encoding="utf-8") + "another==1.0\n", encoding="utf-8")
    assert checkout.set_up().returncode == 0
    assert checkout.steps == EVERYTHING[1:]


def test_a_failed_installation_says_so_and_the_next_one_starts_over(checkout: Checkout) -> None:
    failed = checkout.set_up(FAKE_PIP_EXIT="1")
    assert failed.returncode == 2
    assert "could not be installed" in failed.stdout
    assert checkout.set_up().returncode == 0
    assert checkout.steps == EVERYTHING


@pytest.mark.parametrize("damage", ["no python", "empty folder", "killed while installing"])
def test_a_damaged_environment_is_made_again(checkout: Checkout, damage: str) -> None:
    checkout.set_up()
    environment = checkout.folder / ".venv"
    match damage:
        case "no python":
            (environment / "bin" / "python").unlink()
        case "empty folder":
            shutil.rmtree(environment)
            environment.mkdir()
        case _:
            (environment / ".ready").unlink()
            (environment / ".unfinished").touch()
    assert checkout.set_up().returncode == 0
    assert checkout.steps == EVERYTHING


def test_a_moved_clone_is_installed_again(checkout: Checkout) -> None:
    checkout.set_up()
    moved = Checkout(folder=checkout.folder.rename(checkout.folder.with_name("moved")), tools=checkout.tools)
    assert moved.set_up().returncode == 0
    assert "install entails" in moved.steps


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"FAKE_VERSION": "3.9.2"}, "needs Python 3.11 or newer and found Python 3.9.2"),
        ({"FAKE_NO_VENV": "1"}, "apt install python3-venv"),
        ({"PYTHON": "python9"}, "found no python9"),
    ],
)
def test_an_unfit_python_is_one_sentence(checkout: Checkout, environment: dict[str, str], sentence: str) -> None:
    result = checkout.set_up(**environment)
    assert result.returncode == 2
    assert sentence in result.stdout
    assert result.stdout.count("\n") == 1
    assert not (checkout.folder / ".venv").exists()


def test_a_newer_python_beside_an_old_python3_is_found(checkout: Checkout) -> None:
    checkout.stand_in("python3", PYTHON_STAND_IN.replace("${FAKE_VERSION:-3.11.9}", "3.9.2"))
    checkout.stand_in("python3.12", PYTHON_STAND_IN.replace("3.11.9", "3.12.4"))
    result = checkout.set_up()
    assert result.returncode == 0
    assert "Python 3.12.4" in result.stdout


@pytest.fixture
def ci(checkout: Checkout) -> Checkout:
    """Build a checkout with a commit, and stand-ins for what CI runs."""
    checkout.stand_in("make", MAKE_STAND_IN)
    checkout.stand_in("smoke", SMOKE_STAND_IN)
    checkout.stand_in("ls", f'#!/bin/sh\nexec {shutil.which("ls")} "$@"\n')
    outcomes(checkout)
    shutil.copy(ROOT / "README.md", checkout.folder)
    commit(checkout)
    return checkout


def outcomes(checkout: Checkout, failing: str | None = None) -> None:
    text = "".join(f"{step}={2 if step == failing else 0}\n" for step in STEPS)
    (checkout.tools / "outcomes").write_text(text, encoding="utf-8")


def commit(checkout: Checkout) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "--no-verify", "-m", "all")):
        ran = checkout.run("git", *words)
        assert ran.returncode == 0, ran.stdout


def environment(checkout: Checkout, target: str) -> tuple[Path, dict[str, str]]:
    """Return where a target was made, and with which environment."""
    where, *lines = (checkout.tools / f"{target}.environment").read_text(encoding="utf-8").splitlines()
    return Path(where), dict(line.split("=", 1) for line in lines)


@pytest.mark.parametrize("failing", [None, *STEPS])
def test_ci_runs_everything_and_closes_with_the_summary(ci: Checkout, failing: str | None) -> None:
    outcomes(ci, failing)
    result = ci.run(".ci/run")
    assert "checks ran" in result.stdout
    assert (ci.tools / "demo.environment").exists()
    assert result.stdout.splitlines()[-1] == "== 7 passed in 0.1s =="
    assert (result.returncode == 0) == (failing is None), result.stdout


def test_ci_does_what_a_newcomer_does(ci: Checkout) -> None:
    """CI does what a newcomer does: in a clone of the commit, with a new home and no exported variables."""
    (ci.folder / "uncommitted.py").touch()
    exported = {
        "PYTHONUNBUFFERED": "1",
        "COLUMNS": "90",
        "ENTAILS_TOKENS": "x",
        "HOME": "/root",
        "XDG_CACHE_HOME": "/x",
    }
    passed_on = {
        "PIP_CERT": "/cert",
        "https_proxy": "http://proxy",
        "ENTAILS_REQUIRE_SOLVERS": "1",
        "ENTAILS_DATA": "/d",
    }
    assert ci.run(".ci/run", **exported, **passed_on).returncode == 0
    for target in ("demo", "test"):
        where, seen = environment(ci, target)
        assert where.name == "clone"
        assert where != ci.folder
        own = {"PATH": str(ci.tools), "LANG": "C.UTF-8", "TERM": "dumb"}
        assert {**own, **passed_on}.items() <= seen.items()
        assert seen.keys() - {*own, *passed_on} <= {"HOME", "PWD", "SHLVL", "_", "OLDPWD"}
        assert len(seen["HOME"]) > 80
        assert not where.exists()
    smoke = (ci.tools / "smoke.log").read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in smoke} == {"C"}
    assert any("pytest" in line for line in smoke)
    assert any("solve" in line for line in smoke)


def test_ci_clones_what_is_committed(ci: Checkout) -> None:
    (ci.folder / "uncommitted").touch()
    make = MAKE_STAND_IN.replace(
        "    test) ", "    test) [ -e README.md ] && [ ! -e uncommitted ] || exit 1\n          "
    )
    ci.stand_in("make", make)
    assert ci.run(".ci/run").returncode == 0


def test_ci_names_reference_data_that_lies_beside_the_project(ci: Checkout) -> None:
    assert "no reference data" in ci.run(".ci/run").stdout
    assert "ENTAILS_DATA" not in environment(ci, "test")[1]
    data = ci.folder.parent / "shared" / "data"
    data.mkdir(parents=True)
    assert "no reference data" not in ci.run(".ci/run").stdout
    assert environment(ci, "test")[1]["ENTAILS_DATA"] == str(data)
    ci.run(".ci/run", ENTAILS_DATA="/elsewhere")
    assert environment(ci, "test")[1]["ENTAILS_DATA"] == "/elsewhere"


def test_ci_fails_when_the_readme_begins_otherwise(ci: Checkout) -> None:
    (ci.folder / "README.md").write_text("Please make sure.\n\n```\nmake demo\nmake serve\n```\n", encoding="utf-8")
    commit(ci)
    result = ci.run(".ci/run")
    assert result.returncode == 1
    assert "'make demo make serve'" in result.stdout


PROGRAMS = re.findall(r'^  "(\S+) \S+ [A-Z]+"$', (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
APT_STAND_IN = """\
#!/bin/sh
[ "$FAKE_NETWORK" = yes ] || { echo "no network" >&2; exit 100; }
case "$*" in
    *" install "*) for solver in SOLVERS; do cp "$0" "${0%/*}/$solver"; done ;;
esac
""".replace("SOLVERS", " ".join([*PROGRAMS, "chromium"]))


@pytest.mark.parametrize(
    ("user", "network", "required"), [("0", "yes", True), ("0", "no", False), ("1000", "yes", False)]
)
def test_ci_installs_the_outside_solvers_when_it_may(ci: Checkout, user: str, network: str, required: bool) -> None:
    ci.stand_in("apt-get", APT_STAND_IN)
    ci.stand_in("id", f"#!/bin/sh\necho {user}\n")
    result = ci.run(".ci/run", FAKE_NETWORK=network)
    assert result.returncode == 0
    assert ("solvers required: 1" if required else "solvers required: no") in result.stdout
    assert ("ci: cadical could not be installed" in result.stdout) is not required


def test_ci_uses_the_outside_solvers_that_are_there(ci: Checkout) -> None:
    for solver in PROGRAMS:
        ci.stand_in(solver, "#!/bin/sh\n")
    assert "solvers required: 1" in ci.run(".ci/run").stdout
