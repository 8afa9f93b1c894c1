import { describe, expect, test } from "vitest";
import { askDiagnosis, type Diagnosis, readDiagnosis } from "../../../harness/run/live/ask-diagnosis.ts";
import { observedRatio } from "../../../harness/wires/shared/usage/observed-ratio.ts";
import { reconcile } from "../../../harness/run/live/reconcile.ts";
import { judged, text, chat } from "../../support/judged.ts";

const kept = judged("openai-chat", chat(text("a")), chat(text("a"), text("b")));
const broken = judged("openai-chat", chat(text("a")), chat(text("x"), text("b")));
const changed: Diagnosis = { says: "changed", reason: "messages_changed", missedTokens: 9 };
const read = (efficiency: number | null) => ({ firstTurnRatio: efficiency, efficiency });

test.each([
  [kept, { says: "unchanged" }, 0.9, "hit", true],
  [kept, { says: "unchanged" }, 0.1, "entry-gone", true],
  [broken, changed, 0.1, "break", true],
  [broken, changed, 0.9, "late-change", true],
  [kept, changed, 0.1, "break", false],
  [broken, { says: "unchanged" }, 0.9, "hit", false],
  [kept, { says: "not-asked" }, 0.9, "hit", null],
  [broken, { says: "nothing" }, 0.1, "break", null],
  [kept, { says: "unavailable", reason: "unavailable" }, 0.1, "entry-gone", null],
  [kept, { says: "unchanged" }, null, "uncounted", true],
] as const)("the reading fits diagnosis and read, case %#", (judgement, diagnosis, efficiency, reading, agrees) => {
  expect(reconcile(judgement, read(efficiency), diagnosis)).toMatchObject({ reading, agrees });
});

describe("the request for a miss reason", () => {
  test("is added once, outside the prefix, and never replaces the client's own", () => {
    const body = Buffer.from('{"messages":[{"role":"user","content":"}"}]}\n');
    expect(askDiagnosis(body, "anthropic-messages", "msg_1").toString()).toBe(
      '{"messages":[{"role":"user","content":"}"}],"diagnostics":{"previous_message_id":"msg_1"}}\n',
    );
    const own = Buffer.from('{"diagnostics":null}');
    expect(askDiagnosis(own, "anthropic-messages", "msg_1")).toBe(own);
    expect(askDiagnosis(Buffer.from("{}"), "anthropic-messages", null).toString()).toBe(
      '{"diagnostics":{"previous_message_id":null}}',
    );
    expect(askDiagnosis(body, null, "msg_1")).toBe(body);
  });

  test.each([
    ['{"diagnostics":null}', { says: "unchanged" }],
    ['{"diagnostics":{"cache_miss_reason":null}}', { says: "nothing" }],
    ["{}", { says: "nothing" }],
    ['{"diagnostics":{"cache_miss_reason":{"type":"unavailable"}}}', { says: "unavailable", reason: "unavailable" }],
    [
      '{"diagnostics":{"cache_miss_reason":{"type":"system_changed","cache_missed_input_tokens":7}}}',
      { says: "changed", reason: "system_changed", missedTokens: 7 },
    ],
  ])("gets %s read as %o", (message, diagnosis) => {
    const stream = Buffer.from(`event: message_start\ndata: {"type":"message_start","message":${message}}\n\n`);
    expect(readDiagnosis({ contentType: "text/event-stream", body: stream }, "anthropic-messages")).toEqual(diagnosis);
    expect(
      readDiagnosis({ contentType: "application/json", body: Buffer.from(message) }, "anthropic-messages"),
    ).toEqual(diagnosis);
    expect(readDiagnosis({ contentType: "application/json", body: Buffer.from(message) }, null)).toEqual({
      says: "not-asked",
    });
  });
});

test("a write that an inclusive wire format does not report counts as input, and elsewhere leaves the ratio unknown", () => {
  const usage = { read: 90, write: null, fresh: 10, output: 1 };
  expect(observedRatio(usage, "openai-chat")).toBe(0.9);
  expect(observedRatio(usage, "anthropic-messages")).toBeNull();
  expect(observedRatio({ ...usage, read: null }, "openai-chat")).toBeNull();
});
