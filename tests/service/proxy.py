"""A real nginx in front of a server, below a prefix, with the configuration that ships."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from service.running_server import RunningServer


def nginx() -> str:
    """The proxy of this machine."""
    if (found := shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")) is not None:
        return found
    how = "no nginx here: the page is not tested behind a proxy (Debian, Ubuntu: apt install nginx-light)"
    if os.environ.get("CLAUSAL_REQUIRE_NGINX"):
        pytest.fail(how)
    pytest.skip(how)


@contextmanager
def behind_nginx(server: RunningServer, folder: Path) -> Iterator[str]:
    """The address at which nginx shows the server, below a prefix. Its configuration is the one that is documented."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shipped = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    inner = shipped.replace("listen 80;", f"listen 127.0.0.1:{port};")
    inner = inner.replace("http://127.0.0.1:8000/", server.address)
    written = folder / "nginx.conf"
    written.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n{inner}\n}}\n"
    )
    proxy = subprocess.Popen([nginx(), "-c", str(written), "-p", str(folder)], stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/clausal/"
        deadline = time.monotonic() + 30
        while True:
            try:
                httpx.get(f"{address}healthz")
                break
            except httpx.TransportError:
                assert time.monotonic() < deadline, (folder / "error.log").read_text()
                time.sleep(0.05)
        yield address
    finally:
        proxy.terminate()
        proxy.wait()
