"""The process that others are forked from, when its server is no more."""

import pickle
import socket
import subprocess
import sys


def test_a_nursery_whose_server_was_killed_while_it_loads_ends_without_a_word() -> None:
    mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        mine.send(pickle.dumps(((), ("nonesuch",))))
        mine.close()
        program = f"from entails.service.forkserver import tend; tend({its.fileno()})"
        ran = subprocess.run(
            [sys.executable, "-c", program], pass_fds=[its.fileno()], capture_output=True, text=True, timeout=120
        )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
