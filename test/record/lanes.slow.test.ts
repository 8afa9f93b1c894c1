import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { laneFetch } from "../../harness/run/fork/lane-fetch.ts";
import type { SubjectTask } from "../../harness/run/fork/subject-task.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { forkBody, parentBody } from "../mock/anthropic-body.ts";
import { serveUpstream } from "./serve-upstream.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** Asks what it finds in requests.json, one after another: `[lane, body]`, or a path to GET. */
const client = `
import { readFileSync } from "node:fs";
const base = process.env.ANTHROPIC_BASE_URL;
for (const asked of JSON.parse(readFileSync("requests.json", "utf8"))) {
  const [lane, body] = asked;
  const headers = { "anthropic-version": "2023-06-01", "x-api-key": "mocked", "content-type": "application/json", "X-Forkproof-Lane": lane, "x-forkproof-workspace": "w" };
  const init = typeof body === "string" ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  await (await fetch(base + (typeof body === "string" ? body : "/v1/messages"), init)).text();
}
`;

type Request = readonly [lane: string, asked: object | string];

async function record(requests: readonly Request[], ...options: readonly string[]): Promise<string> {
  writeFileSync(join(folder.path, "client.mjs"), client);
  writeFileSync(join(folder.path, "requests.json"), JSON.stringify(requests));
  const args = ["record", "--out", "cassette", ...options, "--", process.execPath, "client.mjs"];
  const printed = await runForkproof(args, folder.path);
  expect(printed, printed.err).toMatchObject({ exit: 0 });
  return readFileSync(join(folder.path, "cassette", "cassette.yaml"), "utf8");
}

/** `id: forkOf`, as a cassette.yaml names them. */
function forksIn(yaml: string): readonly string[] {
  return [...yaml.matchAll(/- id: "(\d+)"\n {4}forkOf: "(\d+)"/g)].map(([, id, parent]) => `${id}: ${parent}`);
}

const script = JSON.stringify({
  script: {
    parent: [{ text: "Three." }, { text: "Four." }, { text: "Five." }],
    fork: [{ text: "Done." }, { text: "Really." }],
    "fork[2]": [{ text: "Done too." }],
  },
});

function turns(body: { readonly messages: readonly object[] }, ...said: readonly string[]): object {
  const more = said.map((text, at) => ({ role: at % 2 === 0 ? "assistant" : "user", content: text }));
  return { ...body, messages: [...body.messages, ...more] };
}

test("record names the parent's last request as forkOf of a fork's first one, and keeps the lane", async () => {
  writeFileSync(join(folder.path, "script.json"), script);
  const fork = forkBody("Review the notes.");
  const yaml = await record(
    [
      ["parent", parentBody],
      ["fork", fork],
      ["parent", turns(parentBody, "Three.", "And then?")],
      ["fork", turns(fork, "Done.", "Really?")],
      ["parent", "/v1/models"],
      ["fork[2]", turns(parentBody, "Three.", "And then?", "Four.", "You are the second fork.")],
    ],
    "--mock",
    "script.json",
  );
  expect(forksIn(yaml)).toEqual(["2: 1", "6: 3"]);
  expect(yaml).toContain('["X-Forkproof-Lane","fork[2]"]');
});

test("a fork that begins after its parent went on continues the request whose answer gave it its task", async () => {
  const task = "Review the notes that are left.";
  const call = { agent: { prompt: task } };
  const parent = [{ text: "Three.", call }, { text: "Four." }, { text: "Five." }];
  writeFileSync(join(folder.path, "script.json"), JSON.stringify({ script: { parent, fork: [{ text: "Done." }] } }));
  const yaml = await record(
    [
      ["parent", parentBody],
      ["parent", turns(parentBody, "Three.", "And then?")],
      ["fork", turns(parentBody, "Three.", `You are a fork. ${task}`, "Understood.", "Begin.")],
    ],
    "--mock",
    "script.json",
  );
  expect(forksIn(yaml)).toEqual(["3: 1"]);
});

test("a fork does not continue a parent's request that was refused", async () => {
  const statuses = [200, 429, 200];
  await using upstream = await serveUpstream((request, response) => {
    request.resume();
    response.writeHead(statuses.shift() ?? 200, { "content-type": "application/json" }).end("{}");
  });
  const more = turns(parentBody, "Three.", "And then?");
  const yaml = await record(
    [
      ["parent", parentBody],
      ["parent", more],
      ["fork", forkBody("Review.")],
    ],
    "--upstream",
    upstream.url.href,
  );
  expect(forksIn(yaml)).toEqual(["3: 1"]);
});

test("requests without a parent's lane name no parent", async () => {
  await using upstream = await serveUpstream((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const yaml = await record(
    [
      ["main", parentBody],
      ["fork", forkBody("Review.")],
    ],
    "--upstream",
    upstream.url.href,
  );
  expect(forksIn(yaml)).toEqual([]);
});

test.for([
  ["127.0.0.1", true],
  // Connects to this machine as loopback does, and is not known to be loopback.
  ["0.0.0.0", false],
] as const)("record passes forkproof's own headers on to %s: %s", async ([host, isPassed]) => {
  const heard: string[] = [];
  await using upstream = await serveUpstream((request, response) => {
    heard.push(...request.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const url = `http://${host}:${upstream.url.port}`;
  const yaml = await record(
    [
      ["parent", parentBody],
      ["fork", forkBody("Review.")],
    ],
    "--upstream",
    url,
  );
  expect(heard.filter((name) => name === "anthropic-version")).toHaveLength(2);
  expect(heard.some((name) => name.startsWith("x-forkproof-"))).toBe(isPassed);
  expect(yaml.match(/x-forkproof-lane/gi)).toHaveLength(2);
  expect(forksIn(yaml)).toEqual(["2: 1"]);
});

const task: Pick<SubjectTask, "lane" | "pause" | "signal"> = {
  lane: "fork",
  pause: async () => {},
  signal: new AbortController().signal,
};

test.for([
  ["http://127.0.0.1:4010/v1/messages", "fork"],
  ["http://localhost:4010/v1/messages", "fork"],
  ["https://api.anthropic.com/v1/messages", null],
  ["http://0.0.0.0:4010/v1/messages", null],
] as const)("a fork's client sends its lane only to loopback: %s gets %s", async ([url, lane]) => {
  const heard: (string | null)[] = [];
  const send: typeof fetch = async (_, init) => {
    heard.push(new Headers(init?.headers).get("x-forkproof-lane"));
    return new Response("{}");
  };
  const named = laneFetch(task as SubjectTask, send);
  await named(url, { method: "POST" });
  await named(new URL(url), { method: "POST" });
  await named(new Request(url), { method: "POST" });
  expect(heard).toEqual([lane, lane, lane]);
});

/** In a process of its own, since the tests' guard refuses whatever is not loopback. */
const sender = `
import { createServer } from "node:http";
import { sendParent } from ${JSON.stringify(join(import.meta.dirname, "../../harness/run/fork/parent/send-parent.ts"))};
const heard = [];
const server = createServer((request, response) => {
  heard.push(request.headers["x-forkproof-lane"] ?? null);
  request.resume();
  response.end("{}");
});
server.listen(0, "127.0.0.1", async () => {
  const request = Buffer.from("{}");
  const parent = { id: "1", path: "/v1/messages", headers: [], request };
  for (const host of ["127.0.0.1", "0.0.0.0"]) {
    const baseUrl = "http://" + host + ":" + server.address().port;
    await sendParent({ parent, wire: "anthropic-messages", request, holdsAnswer: false }, { baseUrl, apiKey: "k" });
  }
  console.log(JSON.stringify(heard));
  server.close();
  server.closeAllConnections();
});
`;

test("a replayed parent request sends its lane only to loopback", async () => {
  writeFileSync(join(folder.path, "sender.mjs"), sender);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder.path, "sender.mjs")]);
  expect(JSON.parse(stdout)).toEqual(["parent", null]);
});
