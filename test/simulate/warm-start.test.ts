import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { SimulatedExchange } from "../../harness/kernel/simulation.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Turn = {
  readonly system: unknown;
  readonly says: readonly string[];
  readonly read: number;
  readonly write: number;
};

const mark = { cache_control: { type: "ephemeral" } };
const letters = (who: string): string => `${who} keeps every letter that the village ever sent. `.repeat(150);
const marked = (text: string): unknown => [{ type: "text", text, ...mark }];

/** Plays turns that a real provider answered with these counters. */
function played(turns: readonly Turn[], fidelity = "raw"): readonly SimulatedExchange[] {
  using folder = makeTempFolder();
  const path = join(folder.path, "turns.jsonl");
  const lines = turns.map(({ system, says, read, write }, idx) => {
    const messages = says.map((text, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: [{ type: "text", text, ...(at === says.length - 1 && at > 0 && mark) }],
    }));
    return JSON.stringify({
      seq: "a",
      idx,
      t: 1_750_000_000 + 10 * idx,
      provider: "anthropic",
      api: "anthropic-messages",
      url: "https://api.anthropic.com/v1/messages",
      body_fidelity: fidelity,
      request_body_raw: JSON.stringify({ model: "claude-sonnet-4-6", max_tokens: 9, system, messages }),
      response_status: 200,
      response_body: "{}",
      usage: { input_tokens: 9, cache_read_input_tokens: read, cache_creation_input_tokens: write, output_tokens: 5 },
    });
  });
  writeFileSync(path, lines.join("\n"));
  return simulateRecording(openRecording(path), { provider: null, anchored: true, mode: "upper" }).exchanges;
}

const scores = (turns: readonly Turn[], fidelity?: string): readonly string[] =>
  played(turns, fidelity).map(({ score, setApart }) => setApart ?? score);

test("two prompts of one length without recorded first requests are two warm starts", () => {
  const archive = { system: marked(letters("The archive")), says: ["Who wrote?"], read: 2_000, write: 0 };
  expect(scores([archive, { ...archive, system: marked(letters("The keeper")) }])).toEqual([
    "warm start",
    "warm start",
  ]);
});

test("a read under another key of a prompt that an exchange stored is wrong, not a warm start", () => {
  const stored = { system: marked(letters("The archive")), says: ["Who wrote?"], read: 0, write: 2_000 };
  // Another spelling of the same words, which the provider served.
  const split = letters("The archive").length / 2;
  const respelled = [
    { type: "text", text: letters("The archive").slice(0, split) },
    { type: "text", text: letters("The archive").slice(split), ...mark },
  ];
  expect(scores([stored, { ...stored, read: 2_000, write: 0 }])).toEqual(["first", "exact"]);
  expect(scores([stored, { ...stored, system: respelled, read: 2_000, write: 0 }])).toEqual(["first", "wrong"]);
});

test("a warm start's write after an earlier run's entry gives the length of the next read", () => {
  const system = letters("The archive");
  const says = ["Who wrote?", "Ida did.", letters("And who")];
  const cut = { system, says, read: 2_000, write: 1_900 };
  const next = { system, says: [...says, "Ole.", "When?"], read: 3_900, write: 70 };
  expect(scores([cut, next])).toEqual(["warm start", "exact"]);
});

test("the member order of a text block does not count in a body that was recorded parsed", () => {
  const text = letters("The archive");
  const block = { system: [{ ...mark, text, type: "text" }], says: ["Who wrote?"], read: 0, write: 2_000 };
  const string = { system: text, says: ["Who wrote?", "Ida did.", "And who else?"], read: 2_000, write: 30 };
  expect(scores([block, string], "parsed-sorted-keys")).toEqual(["first", "exact"]);
  expect(scores([block, string], "raw")).toEqual(["first", "wrong"]);
});
