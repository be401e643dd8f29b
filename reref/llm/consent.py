"""Reports leave this machine only when the user has said so."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from reref.core.errors import UsageError

if TYPE_CHECKING:
    from reref.llm.settings import LLMSettings


def is_loopback(url: str) -> bool:
    """Say whether an address can only be this machine; names other than localhost are not looked up."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_consent(settings: LLMSettings) -> str:
    """Make sure that an endpoint may be used.

    Returns:
        What to announce once to the user, empty for this machine.

    Raises:
        UsageError: the endpoint is another machine and the user has not agreed.
    """
    if settings.is_local:
        return ""
    host = urlsplit(settings.base_url).hostname
    if not settings.allow_remote:
        raise UsageError(
            f"{host} is not this machine and would receive report text; "
            "add --allow-remote (or allow_remote = true in the settings) if your data-use agreement permits it"
        )
    return f"report text is sent to {host} (model {settings.model})"
