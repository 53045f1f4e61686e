"""scripts/setup.sh and .ci/run, played with stand-ins for Python, pip and make: fast, and nothing is installed."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHELL_TOOLS = ("sh", "bash", "cat", "cksum", "cp", "dirname", "env", "grep", "id", "mkdir", "rm", "sed")

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
case "$*" in
    *check*) echo "checks ran"; exit "${FAKE_CHECK_EXIT:-0}" ;;
    *test*) echo "solvers required: ${CLAUSAL_REQUIRE_SOLVERS:-no}"; echo "== 7 passed in 0.1s =="
            [ "${FAKE_TEST_EXIT:-0}" = 0 ] || echo "make: *** [Makefile:1: test] Error 1" >&2
            exit "${FAKE_TEST_EXIT:-0}" ;;
esac
"""


@dataclass(frozen=True)
class Checkout:
    """A folder with the script under test, and a PATH on which only the stand-ins and plain shell tools exist."""

    folder: Path
    tools: Path

    @property
    def log(self) -> Path:
        return self.tools / "log"

    def stand_in(self, name: str, script: str) -> None:
        path = self.tools / name
        path.unlink(missing_ok=True)  # it may be a link to the real program, which must not be written to
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
        """What the last set-up did, in order."""
        known = {
            "-m venv": "create",
            "-r requirements.lock": "install the lock",
            "-r .venv/requirements.run": "install its first half",
            "--editable": "install clausal",
        }
        calls = self.log.read_text(encoding="utf-8").splitlines()
        return [step for call in calls for sign, step in known.items() if sign in call]


EVERYTHING = ["create", "install the lock", "install clausal"]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    if os.name != "posix" or not shutil.which("bash"):
        pytest.skip("needs a POSIX shell and bash")
    made = Checkout(folder=tmp_path / "a clone", tools=tmp_path / "tools")
    made.tools.mkdir()
    for tool in SHELL_TOOLS:
        found = shutil.which(tool)
        assert found, f"{tool} is missing"
        (made.tools / tool).symlink_to(found)
    for name in ("scripts/setup.sh", ".ci/run", "pyproject.toml", "requirements.lock"):
        target = made.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    made.stand_in("python3", PYTHON_STAND_IN)
    return made


def test_a_fresh_clone_is_set_up_once(checkout: Checkout) -> None:
    assert checkout.set_up().returncode == 0
    assert checkout.steps == EVERYTHING
    again = checkout.set_up()
    assert (again.returncode, again.stdout, checkout.steps) == (0, "", [])


def test_running_needs_less(checkout: Checkout) -> None:
    assert checkout.set_up("run").returncode == 0
    assert checkout.steps == ["create", "install its first half", "install clausal"]
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
    assert "install clausal" in moved.steps


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


@pytest.mark.parametrize(("check", "test"), [("0", "0"), ("2", "0"), ("0", "2"), ("2", "2")])
def test_ci_runs_both_and_closes_with_the_summary(checkout: Checkout, check: str, test: str) -> None:
    checkout.stand_in("make", MAKE_STAND_IN)
    result = checkout.run(".ci/run", FAKE_CHECK_EXIT=check, FAKE_TEST_EXIT=test)
    assert "checks ran" in result.stdout
    assert result.stdout.splitlines()[-1] == "== 7 passed in 0.1s =="
    assert (result.returncode == 0) == (check == test == "0")


SOLVERS = ("cadical", "minisat", "picosat", "cryptominisat5")
APT_STAND_IN = """\
#!/bin/sh
[ "$FAKE_NETWORK" = yes ] || { echo "no network" >&2; exit 100; }
case "$*" in
    *" install "*) for solver in SOLVERS; do cp "$0" "${0%/*}/$solver"; done ;;
esac
""".replace("SOLVERS", " ".join([*SOLVERS, "chromium", "nginx", "wrk", "pg_ctlcluster"]))


@pytest.mark.parametrize(
    ("user", "network", "required"), [("0", "yes", True), ("0", "no", False), ("1000", "yes", False)]
)
def test_ci_installs_the_outside_solvers_when_it_may(
    checkout: Checkout, user: str, network: str, required: bool
) -> None:
    checkout.stand_in("make", MAKE_STAND_IN)
    checkout.stand_in("apt-get", APT_STAND_IN)
    checkout.stand_in("id", f"#!/bin/sh\necho {user}\n")
    result = checkout.run(".ci/run", FAKE_NETWORK=network)
    assert result.returncode == 0
    assert ("solvers required: 1" if required else "solvers required: no") in result.stdout
    assert ("are not all here and could not be installed" in result.stdout) is not required


def test_ci_uses_the_outside_solvers_that_are_there(checkout: Checkout) -> None:
    checkout.stand_in("make", MAKE_STAND_IN)
    for solver in SOLVERS:
        checkout.stand_in(solver, "#!/bin/sh\n")
    assert "solvers required: 1" in checkout.run(".ci/run").stdout
