import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeEvent, type EventEnvelope } from "../../../../src/fork/events/event-envelope.ts";
import { eventReader } from "../../../../src/fork/events/event-reader.ts";
import type { ForkEvent } from "../../../../src/fork/fork-event.ts";
import type { ForkError, ForkStop } from "../../../../src/fork/fork-result.ts";
import type { ProviderError } from "../../../../src/providers/provider-error.ts";

const text = fc.string({ unit: "binary" });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const turn = fc.integer({ min: 1, max: 99 });
const counter = maybe(fc.nat());
const usage = fc.record({ prompt: counter, read: counter, write: counter, fresh: counter, output: counter });
const refusal = { message: text, status: maybe(fc.integer({ min: 400, max: 599 })), requestId: maybe(text) };
const kinds = ["bad-request", "auth", "permission", "not-found", "overloaded", "server"] as const;
const cuts = ["cut-stream", "malformed-event", "timeout", "aborted", "connection"] as const;

const providerError: fc.Arbitrary<ProviderError> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...kinds), ...refusal }),
  fc.record({ kind: fc.constant("rate-limit" as const), ...refusal, retryAfterMs: counter }),
  fc.record({ kind: fc.constantFrom(...cuts), message: text }),
);
const error: fc.Arbitrary<ForkError> = fc.oneof(
  fc.record({ kind: fc.constant("provider" as const), error: providerError }),
  fc.record({ kind: fc.constant("unknown-stop-reason" as const), stopReason: maybe(text) }),
  fc.record({ kind: fc.constant("unanswerable-call" as const), call: text }),
  fc.record({ kind: fc.constantFrom("defect" as const, "remote" as const), message: text }),
);
const stop: fc.Arbitrary<ForkStop> = fc.oneof(
  fc.record({ cause: fc.constantFrom(...(["completed", "max_turns", "length", "refusal"] as const)) }),
  fc.record({ cause: fc.constantFrom("aborted" as const, "lost" as const), reason: text }),
  fc.record({ cause: fc.constant("timeout" as const), timeoutMs: fc.nat() }),
  fc.record({ cause: fc.constant("error" as const), error }),
);
// A member named __proto__ is not one of a plain object.
const input = fc.dictionary(
  text.filter((name) => name !== "__proto__"),
  fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
);
const decision = fc.record(
  {
    turn,
    callId: text,
    tool: text,
    input: maybe(input),
    decision: fc.constantFrom("allow" as const, "deny" as const),
    rule: text,
    reason: text,
    promise: fc.constantFrom("literal" as const, "bash" as const, "confined" as const),
    confinement: fc.record({
      by: fc.constantFrom("bubblewrap" as const, "unshare" as const, "limits" as const),
      limitsProcesses: fc.boolean(),
    }),
  },
  { requiredKeys: ["turn", "callId", "tool", "input", "decision", "rule", "reason"] },
);
const bytes = fc.uint8Array().map((each) => Buffer.from(each));

const event: fc.Arbitrary<ForkEvent> = fc.oneof(
  fc.record({ type: fc.constant("started" as const), turn, usage }),
  fc.record({ type: fc.constant("text" as const), turn, text }),
  fc.record({
    type: fc.constant("message" as const),
    message: fc.record({ turn, role: fc.constantFrom("user" as const, "assistant" as const), bytes }),
  }),
  fc.record({ type: fc.constant("decision" as const), record: decision }),
  fc.record({
    type: fc.constant("turn" as const),
    record: fc.record({
      turn,
      requestBytes: fc.nat(),
      text,
      stopReason: maybe(text),
      usage,
      hitRatio: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
      attempts: maybe(fc.nat()),
      isComplete: fc.boolean(),
    }),
  }),
  fc.record({ type: fc.constant("ended" as const), stop }),
);
const envelope: fc.Arbitrary<EventEnvelope> = fc.record({
  v: fc.constant(1 as const),
  runId: fc.uuid(),
  seq: fc.integer({ min: 1 }),
  at: fc.nat(),
  event,
});

const read = await eventReader();

test("every event comes back from its line, whatever its texts and bytes are", () => {
  fc.assert(
    fc.property(fc.array(envelope, { maxLength: 8 }), (envelopes) => {
      const lines = envelopes.map(encodeEvent);
      for (const line of lines) expect(line.indexOf("\n")).toBe(line.length - 1);
      // JSON writes minus zero as zero.
      expect(read(lines.join("")).map((each) => JSON.stringify(each))).toEqual(
        envelopes.map((each) => JSON.stringify(each)),
      );
      const sent = envelopes.flatMap(({ event: each }) => (each.type === "message" ? [each.message.bytes] : []));
      const back = read(lines.join("")).flatMap(({ event: each }) =>
        each.type === "message" ? [each.message.bytes] : [],
      );
      expect(back.map((each) => Buffer.compare(each, sent.shift() ?? Buffer.alloc(0)))).toEqual(back.map(() => 0));
    }),
    { numRuns: 2000 },
  );
});
