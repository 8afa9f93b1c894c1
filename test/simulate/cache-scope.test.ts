import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";

type Headers = readonly (readonly [string, string])[];
type Api = { readonly host: string; readonly path: string; readonly body: object };
type Said = {
  readonly written: boolean;
  readonly read: boolean;
  readonly reusable: string;
  readonly codes: readonly string[];
};

const LONG = "One remark a line, with its file. ".repeat(800);
const responses: Api = {
  host: "api.openai.com",
  path: "/v1/responses",
  body: { model: "gpt-5.6-sol", input: [{ role: "developer", content: LONG }] },
};
const gemini: Api = {
  host: "generativelanguage.googleapis.com",
  path: "/v1beta/models/gemini-2.5-flash:generateContent",
  body: { contents: [{ role: "user", parts: [{ text: LONG }] }] },
};
const codex: Api = {
  host: "chatgpt.com",
  path: "/backend-api/codex/responses",
  body: { model: "gpt-5.4", instructions: LONG, input: [{ role: "user", content: "go" }] },
};

const converse: Api = {
  host: "bedrock-runtime.us-east-1.amazonaws.com",
  path: "",
  body: { messages: [{ role: "user", content: [{ text: LONG }, { cachePoint: { type: "default" } }] }] },
};

/** What both say of one body that is sent twice, with these headers and with those. */
function twice(api: Api, ...sent: readonly [Headers, Headers]): Said {
  return bothSent(sent.map((headers) => ({ ...api, headers })));
}

/** The same of a body that is sent to one path, and then to the other. */
function moved(api: Api, ...paths: readonly [string, string]): Said {
  return bothSent(paths.map((path) => ({ ...api, path, headers: [] })));
}

function bothSent(sent: readonly (Api & { readonly headers: Headers })[]): Said {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const lines = sent.map(({ host, path, body, headers }, at) => ({
    seq: at + 1,
    method: "POST",
    path,
    headers: [["host", host], ...headers],
    body: JSON.stringify(body),
    ts: `2026-11-20T08:00:0${at * 3}.000Z`,
  }));
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const recording = openRecording(file);
  const { exchanges } = simulateRecording(recording, { provider: null, anchored: true, mode: "upper" });
  const { reusable, findings } = judge({ parent: recording.load("1"), child: recording.load("2") });
  const [first, second] = exchanges.map(({ predicted }) => predicted);
  return {
    written: (first?.total ?? 0) > 1024,
    read: (second?.read ?? 0) > 0,
    reusable,
    codes: findings.flatMap(({ code, role }) => (role === "cause" ? [code] : [])),
  };
}

describe("the cache of an account", () => {
  test.each([
    ["openai-organization", responses],
    ["openai-project", responses],
    ["x-goog-user-project", gemini],
    ["chatgpt-account-id", { ...codex, host: "chatgpt.com" }],
  ])("is another one under another %s, for simulate as for judge", (name, api) => {
    const session: Headers = [["session-id", "s"]];
    const [a, b]: readonly [Headers, Headers] = [
      [...session, [name, "a"]],
      [...session, [name, "b"]],
    ];
    expect(twice(api, a, b)).toEqual({ written: true, read: false, reusable: "no", codes: ["CB603"] });
    expect(twice(api, a, a)).toMatchObject({ written: true, read: true, codes: [] });
  });

  test("is uncertain if only the parent names it: judge promises nothing, and simulate counts on nothing", () => {
    const named: Headers = [["openai-project", "a"]];
    expect(twice(responses, named, [])).toEqual({ written: true, read: false, reusable: "unknown", codes: [] });
    expect(twice(responses, [], [])).toEqual({ written: true, read: true, reusable: "yes", codes: [] });
  });
});

describe("the cache of a place that a path names", () => {
  const vertex = (project: string): string =>
    `/v1/projects/${project}/locations/us-central1/publishers/google/models/gemini-2.5-pro:generateContent`;
  const bedrock = (model: string): string => `/model/${model}anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse`;
  const arn = (geography: string): string =>
    bedrock(`arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2F${geography}.`);

  test.each([
    ["project of Vertex", gemini, vertex("p1"), vertex("p2")],
    ["geography of Bedrock", converse, bedrock("us."), bedrock("eu.")],
    ["geography in an ARN", converse, arn("us"), bedrock("apac.")],
  ])("is another one at another %s, for simulate as for judge", (_name, api, one, other) => {
    expect(moved(api, one, other)).toMatchObject({ written: true, read: false, reusable: "no" });
    expect(moved(api, one, other).codes).toContain("CB603");
    expect(moved(api, one, one)).toMatchObject({ written: true, read: true, codes: [] });
  });

  test.each([bedrock("global."), bedrock("")])("may be the same one under the profile of %s", (path) => {
    expect(moved(converse, bedrock("us."), path)).toMatchObject({ codes: [] });
  });
});

describe("a request to the Codex backend", () => {
  const session = (id: string, thread?: string): Headers => [
    ["session-id", id],
    ...(thread === undefined ? [] : [["thread-id", thread] as const]),
  ];

  test.each<readonly [string, Headers, Headers, string]>([
    ["another session", session("a"), session("b"), "CB601"],
    ["another session, as it was once spelled", [["session_id", "a"]], [["session_id", "b"]], "CB601"],
    ["another thread alone", session("a", "a"), session("a", "b"), "CB601"],
    ["a fork without its parent's session", session("a"), [], "CB604"],
    ["no session at all", [], [], "CB604"],
  ])("reads nothing with %s, for simulate as for judge", (_name, parent, child, code) => {
    expect(twice(codex, parent, child)).toEqual({ written: true, read: false, reusable: "no", codes: [code] });
  });

  test("reads its session's cache, however its header is spelled", () => {
    expect(twice(codex, session("a"), session("a"))).toMatchObject({ read: true, codes: [] });
    expect(twice(codex, [["session_id", "a"]], session("a"))).toMatchObject({ read: true, codes: [] });
  });
});
