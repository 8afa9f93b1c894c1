"""A small agent that answers and then forks itself. `bug` breaks its fork in one of five usual ways."""

import json
import urllib.request

NOTES = "The museum keeps a notebook for each ship that came home. " * 400
TOOLS = [{"name": name, "description": name, "input_schema": {"type": "object"}} for name in ("read_note", "write_note")]


def ask(base_url, said, bug=None):
    block = {"type": "text", "text": NOTES + "You are a fork." if bug == "system" else NOTES}
    if bug != "breakpoint":
        block["cache_control"] = {"type": "ephemeral"}
    tools = {"tool": TOOLS[:1], "order": TOOLS[::-1]}.get(bug, TOOLS)
    messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(said)]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 64, "tools": tools, "system": [block], "messages": messages}
    headers = {"content-type": "application/json", "x-api-key": "any", "anthropic-version": "2023-06-01"}
    request = urllib.request.Request(f"{base_url}/v1/messages", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["content"][0]["text"]


def parent_and_fork(base_url, bug=None):
    question = "Who sailed to Kiel?"
    answer = ask(base_url, [question])
    repeated = f"{question} (shortened)" if bug == "history" else question
    return ask(base_url, [repeated, answer, "Which notes hold?"], bug)
