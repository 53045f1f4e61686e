"""The forkserver after the end of its server."""

import pickle
import socket
import subprocess
import sys


def test_a_forkserver_whose_server_is_killed_while_it_loads_ends_silently() -> None:
    mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        mine.send(pickle.dumps(("entails.service.answer:preload", ((), ("nonesuch",), True, False))))
        mine.close()
        program = f"from entails.solvers.pool.forkserver import run; run({its.fileno()})"
        ran = subprocess.run(
            [sys.executable, "-c", program], pass_fds=[its.fileno()], capture_output=True, text=True, timeout=120
        )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
