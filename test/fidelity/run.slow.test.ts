import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";

type Line = Readonly<Record<string, unknown>>;

const long = "The archive keeps every letter that the village ever sent, and who answered it. ".repeat(120);
const mark = { cache_control: { type: "ephemeral" } };

/** One exchange in the format of ../shared/ground-truth: a question behind a marked system prompt. */
function line(idx: number, members: Line): Line {
  const body = {
    model: "claude-sonnet-4-6",
    max_tokens: 10,
    system: [{ type: "text", text: long, ...mark }],
    messages: [{ role: "user", content: `Question ${idx}?` }],
  };
  return {
    seq: "acme/letters:a",
    idx,
    provider: "anthropic",
    api: "anthropic-messages",
    url: "https://api.anthropic.com/v1/messages",
    t: 1_750_000_000 + 10 * idx,
    body_fidelity: "raw",
    request_body_raw: JSON.stringify(body),
    request_headers: {},
    response_status: 200,
    response_body: "{}",
    ...members,
  };
}

const usage = (write: number, read: number): Line => ({
  usage: { input_tokens: 9, cache_creation_input_tokens: write, cache_read_input_tokens: read, output_tokens: 5 },
});
const refused = { response_status: 400, response_body: '{"error":{"message":"no"}}', usage: null };
const chat = { model: "acme-9", messages: [{ role: "user", content: long }] };
const stranger = {
  provider: "acme",
  api: "openai-chat",
  url: "https://acme.example/v1/chat/completions",
  request_body_raw: JSON.stringify(chat),
  usage: { prompt_tokens: 2_000, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 0 } },
};

const lines = (...all: readonly Line[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join("");
const read = lines(line(0, usage(2_000, 0)), line(1, usage(0, 2_000)));

/** What the command prints and exits with, for these files in one folder. */
function fidelity(files: Readonly<Record<string, string>>): { readonly out: string; readonly exit: number | null } {
  using folder = makeTempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, ["test/fidelity/run.ts", folder.path], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return { out: stdout, exit: status };
}

test("fidelity plays new recordings separately and counts what it examined", () => {
  const { out, exit } = fidelity({
    "anthropic/read.jsonl": read,
    "acme/deep/stranger.jsonl": lines(line(0, stranger)),
    "anthropic/refused.jsonl": lines(line(0, refused)),
    "anthropic/no-usage.jsonl": lines(line(0, { usage: null }), line(1, {})),
    "anthropic/nothing.jsonl": "",
  });
  expect(out).toContain("kept   Anthropic: follow-ups exact, at least 98 %: 1 of 1");
  expect(out).toContain("not asked DeepSeek");
  expect(out).toMatch(/acme\/deep\/stranger\.jsonl .*1 no cache model/);
  expect(out).toMatch(/refused\.jsonl .*1 refused by the provider/);
  expect(out).toMatch(/no-usage\.jsonl .*2 no usage reported/);
  expect(out).toContain("EMPTY  anthropic/nothing.jsonl: HX211");
  expect(out).toContain("examined: 4 of 5 recordings, 6 exchanges, 1 follow-ups, 3 prompts of a known length");
  expect(exit).toBe(0);
});

test("a recording that is cut off fails the command, and the others are still played", () => {
  const { out, exit } = fidelity({ "a/cut.jsonl": read.slice(0, -100), "b/read.jsonl": read });
  expect(out).toMatch(/DAMAGED a\/cut\.jsonl: HX203 line 2, the last, is cut off .*line 2/);
  expect(out).toContain("kept   Anthropic: follow-ups exact, at least 98 %: 1 of 1");
  expect(exit).toBe(3);
});

test("a read that the models do not predict misses the target, and an empty examination fails", () => {
  const wrong = fidelity({ "a.jsonl": lines(line(0, usage(2_000, 0)), line(1, usage(900, 1_100))) });
  expect(wrong.out).toContain("MISSED Anthropic: follow-ups exact, at least 98 %: 0 of 1");
  expect(wrong.out).toContain("UNEXPLAINED");
  expect(wrong.exit).toBe(1);
  const nothing = fidelity({ "a.jsonl": lines(line(0, refused)) });
  expect(nothing.out).toContain("FAILED: nothing here tells whether any target is kept");
  expect(nothing.exit).toBe(1);
});

test.each([["fidelity"], ["conformance", "--sessions", "8"]])(
  "the command %s without its recordings does not run and does not pass",
  (name, ...options) => {
    using folder = makeTempFolder();
    const script = join(process.cwd(), "test", name, "run.ts");
    // The recordings lie next to the checkout; nothing lies next to this folder.
    const cwd = join(folder.path, "checkout");
    mkdirSync(cwd);
    const { stderr, status } = spawnSync(process.execPath, [script, ...options], { cwd, encoding: "utf8" });
    expect(stderr).toMatch(/^NOT RUN: the record/m);
    expect(status).toBe(3);
  },
);
