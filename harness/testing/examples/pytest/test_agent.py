"""BUG=system, order, tool, history or breakpoint breaks the agent, and turns this test red."""

import os

from agent import parent_and_fork


def test_fork_keeps_its_parents_prefix(case):
    case.script(parent=[{"text": "Anna did."}], fork=[{"text": "All hold."}])
    assert parent_and_fork(case.base_url, os.environ.get("BUG")) == "All hold."

    parent, fork = case.judgement()["exchanges"]
    assert (parent["parent"], fork["parent"]) == (None, parent["id"])
    assert [f"{finding['code']} {finding['observed']}" for finding in fork["findings"]] == []
    assert fork["reusable"] == "yes"
