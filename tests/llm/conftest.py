"""The language-model stack takes seconds to load; it is loaded once, before any test watches the clock."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _loaded() -> None:
    from llm.fake_server import FakeServer
    from llm.helpers import alternative, engine, good

    with FakeServer(good) as server, engine(server.url, "llm", timeout=30, deadline=60) as made:
        row = alternative(made)
        assert row.status == "accepted", row.explanation


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reref.llm.endpoint._FIRST_WAIT", 0.05)
