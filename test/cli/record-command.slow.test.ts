import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { serveUpstream } from "../record/serve-upstream.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** A client: sends each body in turn to the base URL in a variable, prints the status, ends with the exit code given. */
const clientSource = `
const [variable, exit, ...bodies] = process.argv.slice(2);
for (const body of bodies) {
  const response = await fetch(process.env[variable] + "/v1/messages", {
    method: "POST",
    headers: { "x-api-key": process.env.ANTHROPIC_API_KEY ?? "none", "anthropic-version": "2023-06-01" },
    body,
  });
  await response.text();
  console.log("answered", response.status);
}
if (exit === "killed") process.kill(process.pid, "SIGTERM");
process.exitCode = Number(exit);
`;

function record(
  options: readonly string[],
  client: readonly string[],
  environment: Record<string, string> = {},
): Promise<Printed> {
  writeFileSync(join(folder.path, "client.mjs"), clientSource);
  const command = [process.execPath, "client.mjs", ...client];
  return runForkproof(["record", ...options, "--", ...command], folder.path, environment);
}

const bodies = ['{"b":1,"2":"\\u00e9"}', '{ "b": 1,\n "2": 1e2 }'];

test("record stores what reaches the provider, and passes the client's exit code on", async () => {
  const heard: string[] = [];
  await using upstream = await serveUpstream((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      heard.push(hash("sha256", Buffer.concat(parts)));
      response.end("{}");
    })();
  });
  const printed = await record(
    ["--upstream", upstream.url.href, "--out", "cassette"],
    ["ANTHROPIC_BASE_URL", "7", ...bodies],
  );
  expect(printed).toMatchObject({ exit: 7, out: expect.stringContaining("answered 200\nanswered 200\n") as string });
  expect(printed.err).toContain("recorded 2 exchanges: cassette\n");
  const kept = ["0001.request.json", "0002.request.json"].map((file) =>
    readFileSync(join(folder.path, "cassette", file)),
  );
  expect(kept.map((bytes) => hash("sha256", bytes))).toEqual(heard);
  expect(kept.map(String)).toEqual(bodies);
});

const script = JSON.stringify({ script: { parent: [{ text: "Three." }], fork: [{ text: "Done." }] } });
const forkBody = {
  ...parentBody,
  messages: [...parentBody.messages, { role: "assistant", content: "Three." }, { role: "user", content: "Summarise." }],
};
const pair = [parentBody, forkBody].map((body) => JSON.stringify(body));

test("record --mock needs no key, and prints the tree at the end", async () => {
  writeFileSync(join(folder.path, "script.yaml"), script);
  const printed = await record(["--mock", "script.yaml"], ["ANTHROPIC_BASE_URL", "0", ...pair]);
  const hint =
    "write a scenario of this: forkproof init --from fixtures/cassettes/node\nsee it as a page: forkproof inspect fixtures/cassettes/node --html report.html\n";
  expect(printed.err).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n/);
  const err = printed.err.replace(/^listening.*\n/, "");
  expect({ ...printed, err }).toMatchObject({ exit: 0, err: `recorded 2 exchanges: fixtures/cassettes/node\n${hint}` });
  expect(printed.out).toContain(
    "answered 200\nanswered 200\nNo break by the client in 1 compared request. Usage is scripted; predicted 99 %\nread in 1 of 1 compared request.\n\n● 1: root, claude-sonnet-4-6",
  );
  expect(printed.out).toContain("2 exchanges: 1 byte-identical, 1 without a parent");
});

test("record --json prints one document on stdout, and the client's own output on stderr", async () => {
  writeFileSync(join(folder.path, "script.yaml"), script);
  const printed = await record(
    ["--mock", "script.yaml", "--env", "MY_BASE_URL", "--out", "cassette", "--json"],
    ["MY_BASE_URL", "killed", ...pair.slice(0, 1)],
  );
  expect(JSON.parse(printed.out)).toEqual({
    schema: "forkproof/recording@1",
    folder: "cassette",
    exit: 143,
    count: { recorded: 1, brokenOff: 0, complete: 1, cut: 0, aborted: 0, unreachable: 0, unreadable: 0 },
    inspection: null,
  });
  expect(printed.exit).toBe(143);
  expect(printed.err).toContain("answered 200");
  expect(printed.err).toContain("Lane fork stopped before step 1");
  expect(printed.err).toContain("not inspected: cassette holds one request");
});

test("record refuses traffic with a credential, names its place, and leaves nothing on disk", async () => {
  await using upstream = await serveUpstream((request, response) => {
    request.resume();
    response.end("{}");
  });
  const key = `sk-ant-${"aB3dE5fG7h".repeat(4)}`;
  const printed = await record(
    ["--upstream", upstream.url.href, "--out", "cassette"],
    ["ANTHROPIC_BASE_URL", "0", ...pair, `{"prompt":"${key}"}`],
    { TMPDIR: folder.path, NODE_DISABLE_COMPILE_CACHE: "1" },
  );
  expect(printed.exit).toBe(2);
  expect(printed.err).toContain("HX231");
  expect(printed.err).toContain("exchange 3, request body, byte 11 (/prompt)");
  expect(printed.err + printed.out).not.toContain(key);
  expect(readdirSync(folder.path)).toEqual(["client.mjs"]);
});

test.for([
  ["in continuous integration", [], { CI: "true" }, "HX510"],
  ["into an existing folder", ["--out", "."], {}, "HX230"],
  ["with an unknown preset", ["--preset", "codec"], {}, 'did you mean "codex"?'],
  ["with a preset and a variable", ["--preset", "pi", "--env", "X"], {}, "HX505"],
  ["with a variable of an unknown client", ["--env", "MY_BASE_URL"], {}, "HX505"],
  ["to two places", ["--upstream", "http://127.0.0.1:1", "--mock", "script.json"], {}, "HX505"],
  ["to an invalid URL", ["--upstream", "127.0.0.1:1"], {}, "HX508"],
  ["to a URL with a query", ["--upstream", "http://127.0.0.1:1/v1?x=1"], {}, "HX508"],
  ["with a variable that has no name", ["--mock", "script.json", "--env", "A=B"], {}, "HX503"],
  ["with a variable that holds no URL", [], { OPENAI_BASE_URL: "localhost" }, "HX508"],
] as const)("record refuses to start the command %s", async ([, options, environment, told]) => {
  writeFileSync(join(folder.path, "script.json"), script);
  const printed = await record(options, ["ANTHROPIC_BASE_URL", "0"], { ...environment });
  expect(printed).toMatchObject({ exit: 2, out: "" });
  expect(printed.err).toContain(told);
});

test("record refuses a password in a base URL and does not show it", async () => {
  const printed = await record(["--upstream", "http://me:hunter2@127.0.0.1:1"], ["ANTHROPIC_BASE_URL", "0"]);
  expect(printed).toMatchObject({ exit: 2, err: expect.stringContaining("HX508") as string });
  expect(printed.err + printed.out).not.toContain("hunter2");
});

// In /proc whatever was asked for is denied to exist: a folder that is made with those above it never is, and nothing may wait for it.
const unmade = ["client.mjs/cassette", ...(process.platform === "linux" ? ["/proc/none/cassette"] : [])];
test.for(unmade)("record does not start a session whose cassette cannot be written: %s", async (out) => {
  writeFileSync(join(folder.path, "script.json"), script);
  const printed = await record(["--mock", "script.json", "--out", out], ["ANTHROPIC_BASE_URL", "0", ...pair]);
  expect(printed).toMatchObject({ exit: 3, out: "", err: expect.stringContaining(`where  ${out}`) as string });
  expect(readdirSync(folder.path).toSorted()).toEqual(["client.mjs", "script.json"]);
});

test("record refuses a missing command, and reports one that cannot be started or sends nothing", async () => {
  const run = (args: readonly string[]): Promise<Printed> => runForkproof(["record", ...args], folder.path);
  expect(await run(["--", "./no-such-program"])).toMatchObject({
    exit: 2,
    err: expect.stringContaining("HX509  the command cannot be started (ENOENT)") as string,
  });
  expect(await run(["--", process.execPath, "-e", "0"])).toMatchObject({
    exit: 2,
    err: expect.stringContaining("sent nothing through the proxy") as string,
  });
  expect(await run([])).toMatchObject({ exit: 2, err: expect.stringContaining("HX504") as string });
  expect(existsSync(join(folder.path, "fixtures"))).toBe(false);
});

test("record reports a client that fails before its first request as failed", async () => {
  const printed = await runForkproof(["record", "--", process.execPath, "-e", "process.exit(7)"], folder.path);
  expect(printed.exit).toBe(7);
  expect(printed.err).toContain("HX211  the command ended with exit code 7 and sent nothing through the proxy");
  expect(printed.err.replaceAll(/\s+/g, " ")).toContain("it may have failed before it asked anything");
});

test("record stores the error of a provider that is down", async () => {
  const upstream = await serveUpstream(() => {});
  await upstream[Symbol.asyncDispose]();
  const printed = await record(
    ["--upstream", upstream.url.href, "--out", "cassette"],
    ["ANTHROPIC_BASE_URL", "0", pair[0] ?? ""],
  );
  expect(printed.exit).toBe(1);
  expect(printed.err).toContain("recorded 1 exchange, 1 unreachable: cassette");
});

test("record puts the proxy's address into the command line of a client that reads no variable", async () => {
  await using upstream = await serveUpstream(
    (request, response) => void request.resume().on("end", () => response.end("{}")),
  );
  const ask =
    "const [url, port] = process.argv.slice(1); console.log(url.endsWith(':' + port + '/api')); fetch(url + '/v1/messages', { method: 'POST', body: '{}' })";
  const command = [process.execPath, "-e", ask, "{baseUrl}", "{port}"];
  const run = (options: readonly string[]): Promise<Printed> =>
    runForkproof(["record", ...options, "--out", "cassette", "--", ...command], folder.path);
  expect(await run(["--upstream", `${upstream.url.origin}/api`])).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^true\n/) as string,
    err: expect.stringContaining("recorded 1 exchange: cassette\n") as string,
  });
  expect(readFileSync(join(folder.path, "cassette", "cassette.yaml"), "utf8")).toContain("/api/v1/messages");
});

test("record refuses a placeholder that several proxies could stand for", async () => {
  const printed = await runForkproof(["record", "--", process.execPath, "-e", "0", "{baseUrl}"], folder.path);
  expect(printed).toMatchObject({ exit: 2, err: expect.stringContaining("HX505  {baseUrl} and {port}") as string });
});
