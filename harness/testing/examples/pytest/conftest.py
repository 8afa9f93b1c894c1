"""forkproof as a fixture: one server for the session, one case for each test."""

import json
import os
import re
import shlex
import signal
import subprocess
import urllib.request

import pytest


class Case:
    """The mocked provider of one test, with a script, a cache and a virtual clock of its own."""

    def __init__(self, server, name):
        self.base_url = f"{server}/case/{name}"
        self._control = f"{server}/__forkproof/cases/{name}"

    def script(self, **lanes):
        self._ask("", lanes)

    def exchanges(self):
        return self._ask("/exchanges")["exchanges"]

    def judgement(self):
        return self._ask("/judgement")

    def advance(self, by):
        self._ask("/advance", {"by": by})

    def _ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        # A refusal raises HTTPError: a case without two comparable requests cannot pass by accident.
        with urllib.request.urlopen(self._control + path, data) as answer:
            return json.load(answer)


@pytest.fixture(scope="session")
def forkproof():
    command = shlex.split(os.environ.get("FORKPROOF", "node_modules/.bin/forkproof"))
    with subprocess.Popen([*command, "serve", "--control"], stdout=subprocess.PIPE) as server:
        yield json.loads(server.stdout.readline())["baseUrl"]
        server.send_signal(signal.SIGINT)


@pytest.fixture
def case(forkproof, request):
    return Case(forkproof, re.sub(r"[^\w.-]", "-", request.node.name))
