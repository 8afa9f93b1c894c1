import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";

const folder = mkdtempSync(join(tmpdir(), "forkproof-continued-"));
afterAll(() => rmSync(folder, { recursive: true }));

const said = (text: string): string =>
  `{"type":"message","id":"m_${text}","role":"assistant","content":[{"type":"output_text","text":"${text}"}]}`;
const asked = (text: string): string => `{"role":"user","content":"${text}"}`;
const inJson = (id: string, item: string): object => ({
  status: 200,
  contentType: "application/json",
  body: `{"id":"${id}","object":"response","output":[ ${item} ]}`,
});
const inStream = (id: string, item: string): object => ({
  status: 200,
  contentType: "text/event-stream",
  body: [
    `data: {"type":"response.created","response":{"id":"${id}","object":"response"}}`,
    `data: {"type":"response.output_item.done","item":${item}}`,
    `data: {"type":"response.completed","response":{"id":"${id}","object":"response","output":[${item}]}}`,
  ].join("\n\n"),
});

function record(name: string, lines: readonly (readonly [body: string, response: object])[]): string {
  const file = join(folder, name);
  const text = lines.map(([body, response], at) =>
    JSON.stringify({ seq: at + 1, method: "POST", path: "/v1/responses", headers: [], body, response }),
  );
  writeFileSync(file, `${text.join("\n")}\n`);
  return file;
}

test("a continued request is rebuilt in full from the recorded answers", () => {
  const file = record("whole.jsonl", [
    [`{"model":"m","input":"one"}`, inJson("resp_1", said("a"))],
    [`{"model":"m","input":[${asked("two")}],"previous_response_id":"resp_1"}`, inStream("resp_2", said("b"))],
    [`{"model":"m","previous_response_id":"resp_2","input":"three"}`, inJson("resp_3", said("c"))],
    [`{"model":"m","input":[${asked("other")}],"previous_response_id":"resp_1"}`, inJson("resp_4", said("d"))],
  ]);
  const recording = openRecording(file);
  const history = `${asked("one")},${said("a")},${asked("two")},${said("b")}`;
  // The last first: what it continues is found without the order of a reader.
  expect(recording.load("3").request.toString()).toBe(`{"model":"m","input":[${history},${asked("three")}]}`);
  expect(recording.load("2").request.toString()).toBe(
    `{"model":"m","input":[${asked("one")},${said("a")},${asked("two")}]}`,
  );
  const { exchanges } = inspectRecording(recording);
  expect(exchanges.map(({ id, parent, relation, verdict }) => [id, parent, relation, verdict])).toEqual([
    ["1", null, "root", "not-comparable"],
    ["2", "1", "turn", "rendered-identical"],
    ["3", "2", "turn", "byte-identical"],
    ["4", "1", "branch", "rendered-identical"],
  ]);
});

test("a continued request stays as it is if its answer is missing, and gets no verdict", () => {
  const file = record("cut.jsonl", [
    [`{"model":"m","input":[${asked("one")}]}`, inJson("resp_1", said("a"))],
    [`{"model":"m","input":[${asked("one")}],"previous_response_id":"resp_gone"}`, inJson("resp_2", said("b"))],
    [`{"model":"m","input":[${asked("two")}],"previous_response_id":"resp_2"}`, inJson("resp_3", said("c"))],
  ]);
  const recording = openRecording(file);
  expect(recording.load("3").request.toString()).toContain("resp_2");
  const { exchanges } = inspectRecording(recording);
  expect(exchanges.slice(1)).toMatchObject([
    { verdict: "not-comparable", reusable: "unknown", findings: [] },
    { verdict: "not-comparable", reusable: "unknown", findings: [] },
  ]);
});
