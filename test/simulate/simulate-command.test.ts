import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

let folder: TempFolder;

const filler = "Say what changed since the last review, and why. ".repeat(400);

/** One exchange in the form of the recorded traffic: its user turns, and the counters that came back. */
function line(idx: number, turns: readonly string[], usage: object | null): string {
  const messages = turns.map((text, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text, ...(at === turns.length - 1 && { cache_control: { type: "ephemeral" } }) }],
  }));
  return JSON.stringify({
    seq: "s",
    idx,
    provider: "anthropic",
    api: "anthropic-messages",
    url: "https://api.anthropic.com/v1/messages",
    t: 1_000 + idx,
    body_fidelity: "raw",
    request_body_raw: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages }),
    request_headers: {},
    response_status: 200,
    usage,
    response_headers: { "content-type": "application/json" },
    response_body: "{}",
  });
}

function usage(fresh: number, write: number, read: number): object {
  return { input_tokens: fresh, cache_creation_input_tokens: write, cache_read_input_tokens: read, output_tokens: 1 };
}

function scenario(name: string, source: string, simulate: string): void {
  const text = `name: ${name}\nsession: { source: ./${source} }\nexpect:\n  simulate: ${simulate}\n`;
  writeFileSync(join(folder.path, `${name}.yaml`), text);
}

beforeAll(() => {
  folder = makeTempFolder();
  const grown = [filler, "Nothing.", "And now?"];
  const first = line(0, [filler], usage(3, 4_000, 0));
  const record = (file: string, ...lines: readonly string[]): void =>
    writeFileSync(join(folder.path, file), lines.map((each) => `${each}\n`).join(""));
  record("right.jsonl", first, line(1, grown, usage(3, 12, 4_000)));
  record("missed.jsonl", first, line(1, grown, usage(3, 4_012, 0)));
  record("one.jsonl", first);
  record("silent.jsonl", line(0, [filler], null), line(1, grown, null));
  scenario("as-predicted", "right.jsonl", '{ exact: ">= 0.98", classRight: "= 1", wrong: "= 0" }');
  scenario("a-miss", "missed.jsonl", '{ exact: ">= 0.98", wrong: "= 0" }');
  scenario("used-well", "right.jsonl", '{ ratios: { ok: "= 1", low: "= 0" } }');
  scenario("used-badly", "missed.jsonl", '{ ratios: { low: "= 0" } }');
  scenario("alone", "silent.jsonl", '{ ratios: { unknown: "= 1", ok: ">= 1" } }');
  scenario("nothing-to-see", "silent.jsonl", '{ wrong: "= 0" }');
  scenario("in-lag", "right.jsonl", '{ mode: lag, exact: "= 1" }');
});

afterAll(() => folder[Symbol.dispose]());

test("a session scenario compares predictions with bounds, and fails without a prediction", async () => {
  const { out } = await runForkproof(["run", ".", "--json"], folder.path);
  const { jobs } = JSON.parse(out);
  const told: Record<string, readonly string[]> = {};
  for (const { scenario: name, checks } of jobs) {
    told[name] = checks
      .filter(({ check }: { readonly check: string }) => check.startsWith("simulate."))
      .map((each: Readonly<Record<"check" | "status" | "observed", string>>) =>
        [each.check, each.status, each.observed].join(", "),
      );
  }
  expect(told).toEqual({
    "as-predicted": [
      "simulate.exact, passed, 1 of 1",
      "simulate.classRight, passed, 1 of 1",
      "simulate.wrong, passed, 0",
    ],
    "a-miss": ["simulate.exact, failed, 0 of 1", "simulate.wrong, failed, 1"],
    "used-well": ["simulate.ratios.ok, passed, 1 of 1", "simulate.ratios.low, passed, 0 of 1"],
    "used-badly": ["simulate.ratios.low, failed, 1 of 1"],
    alone: ["simulate.ratios.ok, failed, 0 of 1", "simulate.ratios.unknown, passed, 1 of 1"],
    "nothing-to-see": ["simulate.wrong, failed, no follow-up with usage"],
    // The entry of the turn before is not visible yet: nothing is foreseen, and a read there is wrong.
    "in-lag": [expect.stringMatching(/^simulate\.exact, failed/)],
  });
});

test("a recording of one exchange, or without usage, is reported exchange by exchange", async () => {
  const [one, silent] = await Promise.all([
    runForkproof(["simulate", "one.jsonl", "--json"], folder.path),
    runForkproof(["simulate", "silent.jsonl", "--estimates-only", "--json"], folder.path),
  ]);
  expect([one.exit, silent.exit]).toEqual([0, 0]);
  expect(JSON.parse(one.out)).toMatchObject({ exchanges: [{ estimated: false, follows: null }] });
  const { tokens, exchanges } = JSON.parse(silent.out);
  expect(tokens).toBe("estimated");
  expect(exchanges).toMatchObject([
    { recorded: null, exact: null, estimated: true, setApart: "no usage reported" },
    { recorded: null, exact: null, estimated: true, follows: "s#0" },
  ]);
});

test("usage that contradicts itself is excluded and stops nothing, and an unknown model is named once", async () => {
  const grown = [filler, "Nothing.", "And now?"];
  const lines = [
    line(0, [filler], usage(3, 4_000, 0)),
    line(1, grown, usage(3, -12, 4_000)),
    line(2, grown, usage(3, 1, 2)),
  ];
  writeFileSync(
    join(folder.path, "odd.jsonl"),
    lines.map((each) => `${each.replaceAll("claude-sonnet-4-5", "claude-opus-99")}\n`).join(""),
  );
  const [json, text] = await Promise.all([
    runForkproof(["simulate", "odd.jsonl", "--json"], folder.path),
    runForkproof(["simulate", "odd.jsonl"], folder.path),
  ]);
  expect([json.exit, text.exit]).toEqual([0, 0]);
  const { exchanges, summary } = JSON.parse(json.out);
  expect(exchanges[2]).toMatchObject({ setApart: "contradicts itself", score: "not-scored" });
  expect(summary.unknownModels).toEqual(["claude-opus-99"]);
  const said = `${text.err}${text.out}`
    // A wrapped line goes on with two blanks.
    .replaceAll("\n  ", " ")
    .split("\n")
    .filter((each) => each.includes("claude-opus-99") && !each.startsWith("model "));
  expect(said).toEqual([
    "no rules know claude-opus-99; it is taken for claude-opus-5-5, the nearest known",
    expect.stringContaining("no price"),
  ]);
});

test("an unknown model gets the rules of a family on its cache, and is refused with --fail-on-unknown-model", async () => {
  const sent = line(0, [filler], null).replace("claude-sonnet-4-5", "gpt-5-nano").replace('"anthropic"', '"openai"');
  const chat = sent
    .replace("anthropic-messages", "openai-chat")
    .replace("anthropic.com/v1/messages", "openai.com/v1/chat/completions");
  writeFileSync(join(folder.path, "nano.jsonl"), `${chat}\n`);
  const [told, refused] = await Promise.all([
    runForkproof(["simulate", "nano.jsonl"], folder.path),
    runForkproof(["simulate", "nano.jsonl", "--fail-on-unknown-model"], folder.path),
  ]);
  expect(told.err).toContain("no rules know gpt-5-nano; it is taken for gpt-5, the nearest known");
  expect([refused.exit, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain("no rules know gpt-5-nano");
});

test("a body that was cut off is excluded with its error, and a request without a model is reported", async () => {
  const cut = (text: string): string => {
    const given: Readonly<Record<string, unknown>> = JSON.parse(text);
    return JSON.stringify({ ...given, request_body_raw: '{"model":' });
  };
  const unnamed = line(2, [filler], null).replace(String.raw`\"model\":\"claude-sonnet-4-5\",`, "");
  const asked = [line(0, [filler], usage(3, 4_000, 0)), cut(line(1, [filler], null)), unnamed];
  writeFileSync(join(folder.path, "cut.jsonl"), asked.map((each) => `${each}\n`).join(""));
  writeFileSync(join(folder.path, "only-cut.jsonl"), `${cut(line(0, [filler], null))}\n`);
  const [went, strict, only] = await Promise.all([
    runForkproof(["simulate", "cut.jsonl", "--json"], folder.path),
    runForkproof(["simulate", "cut.jsonl", "--fail-on-unknown-model"], folder.path),
    runForkproof(["simulate", "only-cut.jsonl"], folder.path),
  ]);
  expect(went.exit).toBe(0);
  expect(went.err).toContain("set apart: The body of request s#1 is not JSON: the text ends too early");
  const { exchanges, summary } = JSON.parse(went.out);
  expect(exchanges[1]).toMatchObject({ id: "s#1", setApart: "broken body", predicted: null });
  expect(exchanges[1].fault).toContain("line 1, column 10");
  expect(summary.all.setApart).toMatchObject({ "broken body": 1 });
  expect(exchanges[2]).toMatchObject({ model: null, predicted: { total: expect.any(Number) } });
  expect([strict.exit, strict.out]).toEqual([2, ""]);
  expect(strict.err).toContain("no rules know a request without a model");
  expect([only.exit, only.err]).toEqual([3, expect.stringContaining("HX250")]);
});
