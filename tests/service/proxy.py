"""A real nginx or Caddy in front of a server, below a prefix, with the shipped configuration."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from helpers import program
from service.running_server import RunningServer

_SHIPPED = Path(__file__).parents[2] / "deploy"


def nginx() -> str:
    """Return the path of nginx."""
    return program("nginx", "nginx-light", "NGINX")


def caddy() -> str:
    """Return the path of Caddy."""
    return program("caddy", "caddy", "CADDY")


@contextmanager
def behind_nginx(server: RunningServer, folder: Path) -> Iterator[str]:
    """Yield the address of a server behind nginx, below a prefix, with the documented configuration."""
    port = _free_port()
    inner = (_SHIPPED / "nginx.conf").read_text(encoding="utf-8").replace("listen 80;", f"listen 127.0.0.1:{port};")
    inner = inner.replace("http://127.0.0.1:8000/", server.address)
    written = folder / "nginx.conf"
    written.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n{inner}\n}}\n"
    )
    with _running([nginx(), "-c", str(written), "-p", str(folder)], port, folder) as address:
        yield address


@contextmanager
def behind_caddy(server: RunningServer, folder: Path) -> Iterator[str]:
    """Yield the address of a server behind Caddy, without a certificate."""
    port = _free_port()
    shipped = (_SHIPPED / "Caddyfile").read_text(encoding="utf-8")
    inner = shipped.replace("puzzles.example.org", f"http://127.0.0.1:{port}")
    inner = inner.replace("127.0.0.1:8000", httpx.URL(server.address).netloc.decode())
    written = folder / "Caddyfile"
    written.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{inner}")
    words = [caddy(), "run", "--config", str(written), "--adapter", "caddyfile"]
    with _running(words, port, folder) as address:
        yield address


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def _running(words: list[str], port: int, folder: Path) -> Iterator[str]:
    """Run a proxy during the block, once it responds."""
    with (folder / "error.log").open("ab") as log:
        proxy = subprocess.Popen(words, stdout=log, stderr=log, env={**os.environ, "HOME": str(folder)})
    try:
        address = f"http://127.0.0.1:{port}/entails/"
        deadline = time.monotonic() + 120
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
        proxy.wait(timeout=30)
