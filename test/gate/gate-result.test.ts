import { expect, test } from "vitest";

import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import type { FindingCode } from "../../harness/kernel/finding.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import type { JobResult } from "../../harness/kernel/run-result.ts";
import { DEFAULT_GATE } from "../../harness/gate/gate-config.ts";
import { gatherEvidence } from "../../harness/gate/gate-evidence.ts";
import { type GateRun, gateResult } from "../../harness/gate/gate-result.ts";
import { gateSummary } from "../../harness/gate/gate-summary.ts";
import { forkBody, parentBody } from "../mock/anthropic-body.ts";
import { messagesExchange } from "../support/messages-body.ts";

/** A request; when it was sent and how long its answer took to begin, in milliseconds. */
type Sent = { readonly body: object } & Partial<Pick<Exchange, "startedAtMs" | "firstByteMs" | "response">>;

const ANSWER = Buffer.from(JSON.stringify({ role: "assistant", content: [{ type: "text", text: "Three." }] }));

function recordingOf(requests: readonly Sent[]): Recording {
  const exchanges = requests.map(({ body, ...times }, at) => ({
    ...messagesExchange(JSON.stringify(body), String(at + 1)),
    response: { status: 200, contentType: "application/json", body: ANSWER, usageIsReal: false },
    startedAtMs: at * 1_000,
    ...times,
  }));
  return {
    name: "suite",
    format: "traffic",
    ids: exchanges.map(({ id }) => id),
    load: (wanted) => {
      const found = exchanges.find(({ id }) => id === wanted);
      if (found === undefined) throw new Error(`no exchange ${wanted}`);
      return found;
    },
  };
}

function runOf(requests: readonly Sent[], settings: Partial<GateRun> = {}): GateRun {
  return {
    config: DEFAULT_GATE,
    evidence: gatherEvidence(recordingOf(requests), { passesBroken: true }),
    exit: 0,
    requests: requests.length,
    failedRequests: 0,
    unplayed: [],
    interrupted: false,
    dates: { rules: "2026-11-01", prices: "2026-11-01" },
    timing: { startedAt: "2026-11-23T09:00:00.000Z", durationMs: 1 },
    ...settings,
  };
}

const sent = (body: object): Sent => ({ body });

/** They cannot continue each other: all were sent before the first answer. */
const together = (...bodies: readonly object[]): readonly Sent[] =>
  bodies.map((body) => ({ body, startedAtMs: 5_000, firstByteMs: 700 }));

const statusById = (jobs: readonly JobResult[]): Readonly<Record<string, string>> =>
  Object.fromEntries(jobs.map(({ id, outcome }) => [id, outcome.status]));

test("a turn and two forks of one request are three pairs with ids of their own", () => {
  const { tools: _, ...toolless } = forkBody("Check the stock.");
  const run = runOf([sent(parentBody), ...together(forkBody("And then?"), forkBody("Sum up."), toolless)]);
  const result = gateResult(run);
  expect(statusById(result.jobs)).toEqual({
    "How many are left? #8964ef [turn=2, asks=And then? #b911d8]": "passed",
    "How many are left? #8964ef [turn=2, asks=Check the stock. #5c8d89]": "failed",
    "How many are left? #8964ef [turn=2, asks=Sum up. #cb51c8]": "passed",
    gate: "passed",
  });
  expect(gateSummary(run, result)).toBe(
    "failed  1 pair failed (CB202); 3 pairs compared (1 turn, 2 forks) in 4 requests of 1 conversation\n",
  );
});

/** The evidence of a pair whose parent is in doubt: under the other one it would have this code. */
function doubted(code: FindingCode): GateRun {
  const run = runOf([sent(parentBody), sent(forkBody("And then?"))]);
  const { inspection } = run.evidence;
  if (inspection === null) throw new Error("nothing was compared");
  const exchanges = inspection.exchanges.map((each): InspectedExchange =>
    each.parent === null ? each : { ...each, suspected: [code], alternatives: [{ parent: "9", verdict: "diverged" }] },
  );
  return { ...run, evidence: { ...run.evidence, inspection: { ...inspection, exchanges } } };
}

test("a possible break fails the gate until its code is accepted", () => {
  const run = doubted("CB405");
  const [open] = gateResult(run).jobs;
  expect(open?.outcome.status).toBe("failed");
  expect(open?.checks.at(-1)?.observed).toContain("CB405 if request 2 continues 9 instead of 1");
  const accept = [{ code: "CB405", reason: "an edit is meant", where: "gate.yaml:1:1" }] as const;
  const accepted = gateResult({ ...run, config: { accept, minPairs: 1 } });
  expect(accepted.outcome).toBe("passed");
  expect(accepted.jobs[0]?.checks.at(-1)?.observed).toContain("accepted: an edit is meant");
  expect(accepted.summary.warnings).toBe(0);
});

test("a gate that accepts a break fails on what that one masks", () => {
  const { tools: _, system, ...fork } = forkBody("And then?");
  const changed = { ...fork, system: [{ type: "text", text: `${JSON.stringify(system)} You are a fork.` }] };
  const of = (...codes: readonly FindingCode[]): ReturnType<typeof runOf> => {
    const accept = codes.map((code) => ({ code, reason: "meant", where: "gate.yaml:1:1" }));
    return runOf([sent(parentBody), sent(changed)], { config: { accept, minPairs: 1 } });
  };
  const masking = of("CB202");
  const result = gateResult(masking);
  expect(result.jobs[0]?.checks[0]?.observed).toMatch(/^CB30\d .*CB202 .*accepted: meant$/);
  expect(gateSummary(masking, result)).toMatch(/^failed {2}1 pair failed \(CB30\d\)/);
});

test("a request on which forkproof itself failed makes the gate an error of infrastructure", () => {
  const run = runOf([sent(parentBody), sent(forkBody("And then?"))], { failedRequests: 1 });
  expect(gateResult(run).outcome).toBe("errored");
  expect(gateResult({ ...run, interrupted: true }).outcome).toBe("interrupted");
});

/** A request of an agent with a system prompt and tools of its own. */
function ownPrompt(word: string, { messages }: typeof parentBody): Sent {
  const tools = [{ name: word, description: `${word} `.repeat(400), input_schema: { type: "object" } }];
  const system = [{ type: "text", text: `${word} rules. `.repeat(900), cache_control: { type: "ephemeral" } }];
  return sent({ ...parentBody, tools, system, messages });
}

test("requests whose system prompt and tools are all new are not compared, and a gate of them alone fails", () => {
  const run = runOf([ownPrompt("apples", parentBody), ownPrompt("ships", forkBody("And then?"))]);
  const result = gateResult(run);
  expect(result.outcome).toBe("failed");
  expect(result.jobs.at(-1)?.checks[1]?.observed).toBe(
    "nothing was compared: of 2 requests, none continues another; not compared: 1 pair with a new system prompt and new tools",
  );
  expect(gateSummary(run, result)).toBe(
    "failed  nothing was compared in 2 requests; not compared: 1 pair with a new system prompt and new tools\n",
  );
});

test("next to one real turn, agents with prompts of their own and single questions do not count, and the gate says how many they are", () => {
  const own = ["ships", "apples", "storms"].map((word) => ownPrompt(word, forkBody("Sum up.")));
  const single = sent({ ...parentBody, system: "Name a ship.", messages: [{ role: "user", content: "Any ship?" }] });
  const requests = [sent(parentBody), ...own, single, sent(forkBody("And then?"))];
  const run = runOf(requests);
  const result = gateResult(run);
  const left = "; not compared: 3 pairs with a new system prompt and new tools, 1 request that no other continues";
  expect(gateSummary(run, result)).toBe(
    `passed  1 pair compared (1 turn, 0 forks) in 6 requests of 1 conversation${left}\n`,
  );
  expect(result.jobs.at(-1)?.checks[1]?.observed).toBe(`1 pair${left}`);
  expect(gateResult(runOf(requests, { config: { accept: [], minPairs: 2 } })).outcome).toBe("failed");
});

test("a request without a scripted answer fails the gate, and so does an answer without a request", () => {
  const unplayed = [
    { code: "HX411", what: "the script has no turn 3.", where: "answers.yaml", fix: "Add it." },
  ] as const;
  const run = runOf([sent(parentBody), sent(forkBody("And then?"))], { unplayed });
  const result = gateResult(run);
  expect(result.outcome).toBe("failed");
  expect(result.jobs.at(-1)?.checks.at(-1)).toMatchObject({
    check: "script",
    observed: "HX411 the script has no turn 3. Add it.",
  });
  expect(gateSummary(run, result)).toMatch(/^failed .*; the script was not followed \(HX411\)\n$/);
});

test("a turn that was sent before the answer to its parent is a break, unless its parent was sent twice", () => {
  // A request that repeats its parent's answer was sent behind it, so this one has another answer in its history.
  const other = Buffer.from(ANSWER.toString("utf8").replace("Three", "Four"));
  const response = { status: 200, contentType: "application/json", body: other, usageIsReal: false };
  const late = { ...sent(parentBody), startedAtMs: 1_000, firstByteMs: 500, response };
  const child = { ...sent(forkBody("And then?")), startedAtMs: 1_200, firstByteMs: 5 };
  const alone = gateResult(runOf([late, child]));
  expect(alone.jobs[0]?.checks[0]?.observed).toContain("CB702 concurrent-first");
  const repeated = gateResult(runOf([{ ...late, startedAtMs: 900 }, late, child]));
  expect(statusById(repeated.jobs)).toEqual({
    "How many are left? #8964ef [turn=2, asks=And then? #b911d8]": "passed",
    gate: "passed",
  });
});

test("names of conversations hold no time, id or absolute path, which differ from run to run", () => {
  const asked = (text: string): Sent => sent({ ...parentBody, messages: [{ role: "user", content: text }] });
  const again = (text: string): Sent =>
    sent({
      ...parentBody,
      messages: [
        { role: "user", content: text },
        { role: "assistant", content: "Three." },
        { role: "user", content: "Sure?" },
      ],
    });
  const idOf = (text: string): string | undefined => gateResult(runOf([asked(text), again(text)])).jobs[0]?.id;
  const text =
    "At 2026-11-23T10:00:00Z open /tmp/a1/notes.md of http://127.0.0.1:4100/x for 0b6e1c1e-7f0e-4a51-9d3c-4c1f6d3a2b10";
  const other =
    "At 2026-11-24T11:01:02Z open /home/me/notes.md of http://127.0.0.1:4999/y for 1b6e1c1e-7f0e-4a51-9d3c-4c1f6d3a2b11";
  expect(idOf(text)).toBe(idOf(other));
  expect(idOf(text)).not.toBe(idOf(text.replace("open", "read")));
});
