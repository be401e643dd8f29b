"""Refuses every connection that would leave this machine, in this process and, by PYTHONPATH, in its children."""

from __future__ import annotations

import ipaddress
import sys
from typing import Any

#: What was tried and refused.
refused: list[str] = []


def _is_here(host: object) -> bool:
    if host is None or host in ("", b"", "localhost", b"localhost"):
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text.partition("%")[0]).is_loopback or text == "0.0.0.0"
    except ValueError:
        return text.endswith(".localhost")


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if not isinstance(address, tuple) or _is_here(address[0]):  # a path is a socket of this machine
            return
        host = address[0]
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = arguments[0]
        if _is_here(host):
            return
    else:
        return
    refused.append(f"{event} {host}")
    raise ConnectionRefusedError(f"the tests may not reach {host}: {event}")


sys.addaudithook(_watch)
