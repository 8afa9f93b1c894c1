import type { Finding } from "../../harness/kernel/finding.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";

/** A fork that lost a tool, as the judge would say it. */
export const toolRemoved: Finding = {
  code: "CB202",
  slug: "tool-removed",
  role: "cause",
  severity: "high",
  segment: "tools",
  pointer: "/tools/1",
  names: ["write_file"],
  observed: "1 of 12 tools is missing",
  suspected: "CB202",
  confirmed: null,
  lostBytes: 41977,
  mend: "Declare the parent's tools unchanged and deny the calls in the fork's tool filter.",
};

export const divergedJudgement: Judgement = {
  schema: "forkproof/judgement@1",
  dialect: "anthropic-messages",
  provider: "anthropic",
  parent: { id: "3", bytes: 43210, sha256: "a".repeat(64) },
  child: { id: "5", bytes: 40000, sha256: "b".repeat(64) },
  class: "changed",
  verdict: "diverged",
  normalisations: ["cache_control"],
  reusable: "no",
  reusableBecause: ["CB202: 1 of 12 tools is missing"],
  providerReason: null,
  divergence: {
    segment: "tools",
    pointer: "/tools/1",
    childPointer: "/tools/1",
    at: "/tools/1/name",
    parentOffset: 8412,
    childOffset: 8399,
    parentExcerpt: '…,{"name":"write_file","description":"Writes',
    parentDiffers: { start: 11, end: 21 },
    childExcerpt: '…,{"name":"read_file","description":"Reads',
    childDiffers: { start: 11, end: 20 },
  },
  shared: { blocks: 1, bytes: 8400 },
  findings: [toolRemoved],
  ratio: { observed: 0.1, expected: 0.95, efficiency: 0.1 / 0.95, verdict: "low" },
  breakCost: {
    lostTokens: 9000,
    grade: "anchored",
    prompt: { read: 1000, write: 9000, fresh: 0, longWrite: 0 },
    unbroken: { read: 10000, write: 0, fresh: 0 },
    model: "claude-sonnet-4-5",
    causes: [],
    usd: 0.03105,
    pricesOf: "2026-11-20T00:00:00.000Z",
  },
  examined: { blocks: 40, bytes: 41977 },
  sharedEnd: null,
  chosen: null,
};

export const identicalJudgement: Judgement = {
  ...divergedJudgement,
  class: "extension",
  verdict: "byte-identical",
  normalisations: [],
  reusable: "yes",
  reusableBecause: [],
  divergence: null,
  ratio: { observed: null, expected: 0.95, efficiency: null, verdict: "unknown" },
  breakCost: null,
  shared: { blocks: 40, bytes: 41977 },
  findings: [],
};
