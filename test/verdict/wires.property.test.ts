import { globSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import { isOfWire } from "../../harness/wires/recognise.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Span } from "../../harness/kernel/span.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { scanElements } from "../../harness/wire-scan/scan-container.ts";
import { skipValue } from "../../harness/wire-scan/skip-value.ts";
import { isWhiteSpace } from "../../harness/wire-scan/skip-white-space.ts";
import { validateJson } from "../../harness/wire-scan/validate-json.ts";
import { walkMembers } from "../../harness/wire-scan/walk-members.ts";
import { withBody } from "../support/fixture-body.ts";
import { promptSpans, promptValues } from "../support/prompt-members.ts";
import { groundTruthFiles, noRecordings, recordedRequests, recordingFiles } from "../support/recorded-requests.ts";
import { wireBodies, wireExchange } from "../support/wire-bodies.ts";

/** `PROPERTY_RUNS=50` looks fifty times as often. */
const TIMES = Number(process.env["PROPERTY_RUNS"] ?? 1);

const names: readonly DialectName[] = wires.map(({ name }) => name);

/** Real clients' and real providers' bodies; where they are not there, which is said aloud, the cassettes that we made. */
const files = noRecordings === null ? [...recordingFiles, ...groundTruthFiles] : globSync("fixtures/cassettes/*");

type Edit = "replaced" | "inserted" | "removed";

/**
 * Changes single bytes of the prompt. Whatever a byte was but white space, what comes out is never byte-identical; wherever
 * values change with it, the verdict must be that they do. Returns how many did.
 */
function mutate(dialect: DialectName, parent: Exchange, numRuns: number): number {
  const spans = promptSpans(dialect, parent.request);
  const values = promptValues(dialect, parent.request);
  const byte = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(...Buffer.from('0"{}[],:ae')));
  const edit = fc.constantFrom<Edit>("replaced", "replaced", "inserted", "removed");
  let changed = 0;
  fc.assert(
    fc.property(fc.nat(spans.length - 1), fc.nat(), byte, edit, (which, seed, put, how) => {
      const { start, end } = spans[which] ?? { start: 0, end: 1 };
      const at = start + (seed % (end - start));
      const body = edited(parent.request, at, put, how);
      fc.pre(body !== null && validateJson(body) === null && recognised(dialect, parent, body));
      const isBlank = isWhiteSpace(parent.request[at]) || (how === "inserted" && isWhiteSpace(put));
      const isSame = isDeepStrictEqual(promptValues(dialect, body), values);
      fc.pre(!isSame || !isBlank);
      const { verdict, divergence, class: pairClass } = judge({ parent, child: withBody(parent, body) });
      expect(verdict).not.toBe("byte-identical");
      // A breakpoint at the end that becomes a block of its own is one more block (seed 1629786153).
      if (isSame || pairClass === "extension") return;
      changed += 1;
      expect(verdict).toBe("diverged");
      expect(divergence).not.toBeNull();
    }),
    { numRuns, maxSkipsPerRun: 1_000 },
  );
  return changed;
}

/** Null where nothing changes. */
function edited(body: Buffer, at: number, put: number, how: Edit): Buffer | null {
  if (how === "replaced" && body[at] === put) return null;
  const kept = how === "inserted" ? at : at + 1;
  return Buffer.concat([body.subarray(0, at), Buffer.from(how === "removed" ? [] : [put]), body.subarray(kept)]);
}

/** A change that turns a body into another wire format's does not change its prompt. */
function recognised(name: DialectName, { path, headers }: Exchange, body: Buffer): boolean {
  return wires.find((wire) => isOfWire(wire, { path, headers }, body))?.name === name;
}

/** The parent's body with another message behind its last. */
function withMessage(dialect: DialectName, parent: Exchange): Exchange {
  return insertAtEnd(parent, conversation(dialect, parent), newMessage(dialect));
}

/** The parent's body with another block in its last message; null where that has no list of blocks. */
function withBlock(dialect: DialectName, parent: Exchange): Exchange | null {
  let last: number | null = null;
  scanElements(parent.request, conversation(dialect, parent).start, (_, at) => {
    last = at;
    return skipValue(parent.request, at);
  });
  const content: Span[] = [];
  if (last !== null) {
    walkMembers(parent.request, last, (keyStart, keyEnd, start, end) => {
      const name = parent.request.toString("utf8", keyStart, keyEnd);
      const isList = parent.request[start] === OPEN_BRACKET && parent.request[start + 1] !== CLOSE_BRACKET;
      if (isList && (name === '"content"' || name === '"parts"')) content.push({ start, end });
    });
  }
  const [list] = content;
  return list === undefined ? null : insertAtEnd(parent, list, newBlock(dialect));
}

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

function conversation(dialect: DialectName, { request }: Exchange): Span {
  return promptSpans(dialect, request).at(-1) ?? { start: 0, end: 0 };
}

/** Only a list of messages can be gone on with. */
function hasList(dialect: DialectName, exchange: Exchange): boolean {
  const { request } = exchange;
  const { start } = conversation(dialect, exchange);
  return request[start] === OPEN_BRACKET && request[start + 1] !== CLOSE_BRACKET;
}

function insertAtEnd(parent: Exchange, { end }: Span, value: unknown): Exchange {
  const { request } = parent;
  const more = Buffer.from(`,${JSON.stringify(value)}`);
  return withBody(parent, Buffer.concat([request.subarray(0, end - 1), more, request.subarray(end - 1)]));
}

function newMessage(dialect: DialectName): unknown {
  const blocks = [newBlock(dialect)];
  return dialect === "gemini-generate" ? { role: "user", parts: blocks } : { role: "user", content: blocks };
}

function newBlock(dialect: DialectName): unknown {
  const text = "One more thing.";
  if (dialect === "gemini-generate" || dialect === "bedrock-converse") return { text };
  return { type: dialect === "openai-responses" ? "input_text" : "text", text };
}

function expectExtension(parent: Exchange, child: Exchange): void {
  const judgement = judge({ parent, child });
  // Of a recording that holds values, not bytes, no verdict is on bytes.
  const verdict = parent.fidelity === "A" ? "byte-identical" : "rendered-identical";
  expect(judgement).toMatchObject({ verdict, normalisations: [], class: "extension", divergence: null });
  expect(judgement.shared).toEqual(judgement.examined);
}

describe.each(names)("the judge on %s", (name) => {
  const parent = wireExchange(name, wireBodies[name]);

  it("notices a change of any value of the prompt", () => {
    expect(mutate(name, parent, 200 * TIMES)).toBeGreaterThan(150 * TIMES);
  });

  it("finds a request identical to itself, and never broken by appended messages", () => {
    expect(judge({ parent, child: parent })).toMatchObject({ verdict: "byte-identical", class: "identical" });
    expectExtension(parent, withMessage(name, parent));
    expectExtension(parent, withMessage(name, withMessage(name, parent)));
    expect(judge({ parent: withMessage(name, parent), child: parent })).toMatchObject({
      class: "shortened",
      divergence: null,
    });
  });
});

describe("the judge on real bodies", () => {
  const seen = new Set<DialectName>();

  it.each(files)("notices every change in %s", (file) => {
    const requests = [...recordedRequests(file)].filter(
      (exchange) => exchange.dialect !== null && hasList(exchange.dialect, exchange),
    );
    // One in the middle, which grew, and the last, which often is a fork's.
    const chosen = new Set([requests[requests.length >> 1], requests.at(-1)]);
    for (const parent of chosen) {
      if (parent === undefined || parent.dialect === null) continue;
      seen.add(parent.dialect);
      expect(mutate(parent.dialect, parent, 8 * TIMES)).toBeGreaterThan(0);
      expectExtension(parent, withMessage(parent.dialect, parent));
      const longer = withBlock(parent.dialect, parent);
      if (longer !== null) expectExtension(parent, longer);
    }
  });

  it("has examined every wire format", () => {
    expect([...seen].toSorted()).toEqual(names.toSorted());
  });
});
