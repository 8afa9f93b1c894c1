import { expect, test } from "vitest";

import { variantsOf } from "./load-text.ts";
import { filter, fork, pair, session } from "./smallest.ts";

test("a missing key becomes null or the documented default", () => {
  const variants = [pair, session, filter, fork].flatMap(variantsOf);
  expect(variants.map((each) => ({ ...each, positions: null }))).toMatchInlineSnapshot(`
    [
      {
        "at": null,
        "child": {
          "exchange": {
            "by": "id",
            "id": "5",
          },
          "source": "s",
        },
        "expect": {
          "class": null,
          "cost": null,
          "divergence": null,
          "findings": null,
          "firstTurn": null,
          "normalisations": null,
          "providerReason": null,
          "reusable": null,
          "verdict": "byte-identical",
          "warnings": null,
        },
        "expectBreak": null,
        "file": "cases/a.yaml",
        "id": "x",
        "kind": "pair",
        "name": "x",
        "only": null,
        "parent": {
          "exchange": {
            "by": "last",
          },
          "source": "s",
        },
        "place": "cases/a.yaml:1:7",
        "positions": null,
        "provider": null,
        "row": null,
        "skip": null,
        "tags": [],
        "timeoutMs": null,
        "variant": {},
      },
      {
        "expect": {
          "cost": null,
          "findings": null,
          "firstTurn": null,
          "normalisations": null,
          "providerReason": null,
          "reusable": null,
          "simulate": null,
          "verdict": "byte-identical",
          "warnings": null,
        },
        "expectBreak": null,
        "file": "cases/a.yaml",
        "id": "x",
        "kind": "session",
        "name": "x",
        "only": null,
        "parentOf": [],
        "place": "cases/a.yaml:1:7",
        "positions": null,
        "provider": null,
        "row": null,
        "skip": null,
        "source": "s",
        "tags": [],
        "timeoutMs": null,
        "variant": {},
      },
      {
        "decisions": [
          {
            "decision": "allow",
            "input": {},
            "rule": null,
            "tool": "Read",
          },
        ],
        "file": "cases/a.yaml",
        "filter": [
          {
            "kind": "allow-tools",
            "tools": [
              "Read",
            ],
          },
        ],
        "id": "x",
        "kind": "filter",
        "name": "x",
        "only": null,
        "place": "cases/a.yaml:1:7",
        "positions": null,
        "row": null,
        "skip": null,
        "tags": [],
        "timeoutMs": null,
        "variant": {},
      },
      {
        "expect": {
          "calls": null,
          "class": null,
          "cost": null,
          "decisions": null,
          "divergence": null,
          "duration": null,
          "effects": null,
          "findings": null,
          "firstTurn": null,
          "normalisations": null,
          "output": null,
          "passAtK": null,
          "passHatK": null,
          "passRate": null,
          "providerReason": null,
          "reusable": null,
          "score": null,
          "stop": null,
          "turns": null,
          "usage": null,
          "verdict": null,
          "warnings": null,
        },
        "expectBreak": null,
        "file": "cases/a.yaml",
        "fork": {
          "abortAfterMs": null,
          "env": {},
          "filter": [],
          "label": null,
          "maxTurns": null,
          "prompt": "go",
          "siblings": {
            "count": 1,
            "start": "after-first-byte",
          },
          "subject": {
            "kind": "strategy",
            "options": {},
            "strategy": "pass-through",
          },
          "tools": [],
        },
        "id": "x",
        "kind": "fork",
        "name": "x",
        "only": null,
        "parent": {
          "answer": "asked",
          "exchange": {
            "by": "last",
          },
          "source": "s",
        },
        "place": "cases/a.yaml:1:7",
        "positions": null,
        "provider": {
          "forkAfterMs": null,
          "isolate": false,
          "matchers": {},
          "mode": "mock",
          "name": null,
          "replay": {
            "cassette": null,
            "exchanges": null,
            "pace": {
              "kind": "recorded",
            },
          },
          "script": {},
        },
        "row": null,
        "skip": null,
        "tags": [],
        "timeoutMs": null,
        "variant": {},
      },
    ]
  `);
});

test("a number names the same exchange as its text", () => {
  const text = pair.replace("last", "3").replace(`"5"`, "{ model: m, index: -1 }");
  expect(variantsOf(text)).toMatchObject([
    { parent: { exchange: { by: "id", id: "3" } }, child: { exchange: { by: "place", model: "m", index: -1 } } },
  ]);
});

test("a slug and its code are the same finding", () => {
  const text = pair.replace("verdict: byte-identical", "findings: [tool-removed, CB202, CB302]");
  expect(variantsOf(text)).toMatchObject([{ expect: { findings: ["CB202", "CB302"] } }]);
});

test("a command may send its own parent request", () => {
  expect(variantsOf("name: x\nfork: { command: [node, a.js] }\n")).toMatchObject([
    { kind: "fork", parent: null, fork: { subject: { kind: "command", command: ["node", "a.js"] }, prompt: null } },
  ]);
});

test("a script may have one call or a list of calls, and a plain script is the fork's", () => {
  const script = `provider:
  script:
    - { thinking: hm, text: both, call: { Read: { path: a }, Grep: {} }, wait: 2s, cut: 7 }
    - { call: [{ Read: { path: a } }, { Read: { path: b } }] }
    - { error: { status: 429, type: rate_limit_error, retryAfter: 2s } }
`;
  expect(variantsOf(fork + script)[0]).toHaveProperty("provider.script", {
    fork: [
      {
        kind: "message",
        waitMs: 2_000,
        thinking: "hm",
        text: "both",
        stop: "end",
        calls: [
          { tool: "Read", input: { path: "a" } },
          { tool: "Grep", input: {} },
        ],
        cutAfterEvents: 7,
      },
      {
        kind: "message",
        waitMs: 0,
        thinking: null,
        text: null,
        stop: "end",
        calls: [
          { tool: "Read", input: { path: "a" } },
          { tool: "Read", input: { path: "b" } },
        ],
        cutAfterEvents: null,
      },
      { kind: "error", waitMs: 0, status: 429, type: "rate_limit_error", message: null, retryAfterMs: 2_000 },
    ],
  });
});
