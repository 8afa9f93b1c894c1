"""forkproof as a fixture: one server for the session, one case for each test."""

import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import urllib.error
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
        """Call it after the agent has ended: by then every step of the script has been asked for."""
        judgement = self._ask("/judgement")
        assert judgement["faults"] == []
        return judgement

    def advance(self, by):
        self._ask("/advance", {"by": by})

    def _ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        # A refusal fails the test: a case in which nothing was compared cannot pass by accident.
        try:
            with urllib.request.urlopen(self._control + path, data) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            said = json.load(refusal)
            pytest.fail(f"{said['code']} {said['what']}\nfix: {said['fix']}")


@pytest.fixture(scope="session")
def forkproof():
    command = shlex.split(os.environ.get("FORKPROOF", "node_modules/.bin/forkproof"))
    with subprocess.Popen([*command, "serve", "--control"], stdout=subprocess.PIPE) as server:
        yield json.loads(server.stdout.readline())["baseUrl"]
        server.send_signal(signal.SIGINT)
    # A script that was not followed is on stderr, also of a test that did not ask for its judgement.
    assert server.returncode == 0, "forkproof serve reports faults of a script"


@pytest.fixture
def case(forkproof, request):
    test = request.node.nodeid
    digest = hashlib.sha256(test.encode()).hexdigest()[:12]
    return Case(forkproof, f"{re.sub(r'[^A-Za-z0-9]+', '-', test)[-80:]}-{digest}")
