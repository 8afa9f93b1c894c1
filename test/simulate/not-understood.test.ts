import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Simulation, SimulationMode } from "../../harness/kernel/simulation.ts";
import { renderSimulate } from "../../harness/report/render-simulate.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Talk = { readonly model: string; readonly reads: readonly number[] };

const filler = "Say what changed since the last review, and why. ".repeat(400);

/** Conversations that grow by 1,000 tokens a turn, and what a provider that serves multiples of 128 said it read. */
function simulated(...talks: readonly Talk[]): Simulation {
  return played(talks, "upper");
}

function played(talks: readonly Talk[], mode: SimulationMode): Simulation {
  using folder = makeTempFolder();
  const path = join(folder.path, "talks.jsonl");
  const lines = talks.flatMap(({ model, reads }, talk) =>
    reads.map((read, turn) => {
      const messages = Array.from({ length: 2 * turn + 1 }, (_, at) => ({
        role: at % 2 === 0 ? "user" : "assistant",
        content: `${talk} ${at} ${filler}`,
      }));
      const counts = { prompt_tokens: 4_000 + 8_000 * turn, completion_tokens: 4_000 };
      return JSON.stringify({
        seq: model,
        idx: turn,
        t: 1_790_000_000 + 100 * talk + 10 * turn,
        provider: "openai",
        api: "openai-chat",
        url: "https://api.openai.com/v1/chat/completions",
        body_fidelity: "raw",
        request_body_raw: JSON.stringify({ model, messages }),
        response_status: 200,
        response_body: "{}",
        usage: { ...counts, prompt_tokens_details: { cached_tokens: read } },
      });
    }),
  );
  writeFileSync(path, lines.join("\n"));
  return simulateRecording(openRecording(path), { provider: null, anchored: true, mode });
}

const right = { model: "gpt-5.4", reads: [0, 3_968, 11_904, 19_968] };
const wrong = { model: "gpt-4o", reads: [0, 3_777, 11_777, 19_968, 27_777] };

test("a model whose predictions are mostly wrong is not understood; its predictions stay in the exchanges, marked", () => {
  const { exchanges, summary } = simulated(right, wrong);
  expect(summary.notUnderstood).toEqual([{ model: "gpt-4o", provider: "openai", wrong: 3, scored: 4 }]);
  expect(summary.all).toMatchObject({ followUps: 7, wrong: 3, setApart: { "not understood": 5 } });
  const apart = exchanges.filter(({ setApart }) => setApart !== null);
  expect(apart.map(({ model, setApart }) => [model, setApart])).toEqual(
    wrong.reads.map(() => ["gpt-4o", "not understood"]),
  );
  for (const { predicted, recorded, class: place } of apart) {
    expect([typeof predicted?.read, typeof recorded?.read, typeof place.predicted]).toEqual([
      "number",
      "number",
      "string",
    ]);
  }
  expect(summary.cost).toEqual(simulated(right).summary.cost);
});

test("the printed report names a model that is not understood, and shows none of its predictions", () => {
  const text = renderSimulate(simulated(right, wrong), { colour: false, columns: 200 });
  expect(text).toContain("not understood: gpt-4o of openai. 3 of 4 predictions are wrong");
  const rows = text.split("\n").filter((line) => /^\S+ +gpt-4o /.test(line));
  expect(rows.map((row) => row.split(/ {2,}/)[2])).toEqual(["-", "-", "-", "-", "-"]);
  expect(text).toMatch(/gpt-5\.4 +23,936 /);
});

test.each([
  ["two wrong predictions", [0, 3_777, 11_777]],
  ["half of them wrong", [0, 3_777, 11_777, 19_968, 27_904]],
])("a model is not called not understood for %s", (_case, reads) => {
  expect(simulated({ model: "gpt-4o", reads }).summary.notUnderstood).toEqual([]);
});

test("a provider that is faster than lag mode contradicts the mode, not a rule", () => {
  const { exchanges, summary } = played([{ ...right, reads: [...right.reads, 28_032, 36_096] }], "lag");
  expect(exchanges.filter(({ score }) => score === "wrong").length).toBeGreaterThan(2);
  expect(summary.notUnderstood).toEqual([]);
});
