import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { serveUpstream } from "../record/serve-upstream.ts";
import { withoutPackage } from "./missing-package.ts";
import { runForkproof } from "./run-forkproof.ts";
import { serveForkproof } from "./serve-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "script.yaml"), "script: [{ text: One. }]\n");
});
afterEach(() => folder[Symbol.dispose]());

// Near the least that OpenAI caches, the mocked provider counts with the model's own tokenizer, which is not there.
const failing = JSON.stringify({ model: "gpt-5.2", messages: [{ role: "user", content: "word ".repeat(1000) }] });
const fine = JSON.stringify({
  model: "claude-sonnet-4-5",
  max_tokens: 9,
  messages: [{ role: "user", content: "Hi." }],
});
const noTokenizer = withoutPackage("gpt-tokenizer");
const headers = { authorization: "Bearer k", "x-api-key": "k", "anthropic-version": "2023-06-01" };

describe("serve keeps running", () => {
  test("after an internal error: a 500 and stderr name the error, and the exit code is 3", async () => {
    const serving = await serveForkproof(["--script", "script.yaml", "--json"], folder.path, noTokenizer);
    const ask = (path: string, body: string): Promise<Response> =>
      fetch(serving.baseUrl + path, { method: "POST", headers, body });
    const failed = await ask("/v1/chat/completions?key=secret", failing);
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({
      error: {
        type: "server_error",
        message: expect.stringMatching(
          /^HX999 forkproof \S+ itself failed: Cannot find module 'gpt-tokenizer\/\S+' \(POST \/v1\/chat\/completions\)\. This answer is forkproof's, not the provider's: report this/,
        ),
      },
    });
    const next = await ask("/v1/messages", fine);
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining("One.")]);
    const { exit, out, err } = await serving.interrupt();
    expect(exit).toBe(3);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(
      /^HX999 forkproof \S+ itself failed: .* where POST \/v1\/chat\/completions (?:fix|fix) /,
    );
    expect(err).not.toContain("    at ");
    expect(JSON.parse(out)).toMatchObject({ faults: [{ code: "HX999", where: "POST /v1/chat/completions" }] });
  });

  test.each<[client: string, path: string, bytes: Buffer | null]>([
    ["sends a WebSocket frame that breaks the protocol", "/v1/responses", Buffer.from([0xc1, 0x05, 1, 2, 3, 4, 5])],
    ["resets an upgrade that it was refused", "/elsewhere", null],
    ["resets its WebSocket", "/v1/responses", null],
  ])("after a client that %s", async (_, path, bytes) => {
    const serving = await serveForkproof(["--script", "script.yaml"], folder.path);
    const client = connect(Number(new URL(serving.baseUrl).port), "127.0.0.1");
    client.on("error", () => undefined);
    const upgrade = ["connection: Upgrade", "upgrade: websocket", "sec-websocket-version: 13"];
    const key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
    client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${[...upgrade, key].join("\r\n")}\r\n\r\n`, () => {
      if (bytes === null) client.resetAndDestroy();
    });
    if (bytes !== null) {
      await once(client, "data");
      client.write(bytes);
    }
    await once(client, "close");
    const next = await fetch(`${serving.baseUrl}/v1/messages`, { method: "POST", headers, body: fine });
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining("One.")]);
    expect(await serving.interrupt()).toEqual({ exit: 0, out: "", err: "" });
  });
});

/** Asks each path with its body; what `before` names is done to the spool of the recording first. */
const clientSource = `
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
const spools = () => readdirSync(process.env.TMPDIR ?? "").map((name) => join(process.env.TMPDIR, name));
const known = process.env.TMPDIR === undefined ? [] : spools();
for (const [before, path, body] of JSON.parse(process.argv[2])) {
  if (before === "lose") for (const each of known) rmSync(each, { recursive: true });
  if (before === "restore") for (const each of known) mkdirSync(each);
  const headers = ${JSON.stringify(headers)};
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + path, { method: "POST", headers, body });
  console.log(response.status, await response.text());
}
`;

function record(
  options: readonly string[],
  asked: readonly (readonly [before: string, path: string, body: string])[],
  {
    environment = {},
    nodeOptions = [],
  }: { environment?: Record<string, string>; nodeOptions?: readonly string[] } = {},
): ReturnType<typeof runForkproof> {
  writeFileSync(join(folder.path, "client.mjs"), clientSource);
  const command = [process.execPath, "client.mjs", JSON.stringify(asked)];
  return runForkproof(["record", "--out", "kept", ...options, "--", ...command], folder.path, environment, nodeOptions);
}

describe("record keeps running", () => {
  test("after an internal error of its mocked provider: it keeps the traffic, and the exit code is 3", async () => {
    const asked = [
      ["", "/v1/chat/completions", failing],
      ["", "/v1/messages", fine],
    ] as const;
    const { exit, out, err } = await record(["--mock", "script.yaml"], asked, { nodeOptions: noTokenizer });
    expect(out).toMatch(
      /^500 \{"error":\{"message":"HX999 forkproof .* itself failed: Cannot find module.*\n200 .*One\./,
    );
    expect(err).toContain("HX999");
    expect(err).toContain("recorded 2 exchanges: kept\n");
    expect(exit).toBe(3);
    const kept = openCassette(join(folder.path, "kept"));
    expect(kept.ids.map((id) => kept.load(id).response?.status)).toEqual([500, 200]);
  });

  test("after a disk error: the client gets its answers, and the recording as a whole fails and names the error", async () => {
    await using upstream = await serveUpstream(
      (request, response) => void request.resume().on("end", () => response.end("{}")),
    );
    using temporary = makeTempFolder();
    const asked = [
      ["", "/v1/messages", fine],
      ["lose", "/v1/messages", fine],
      ["restore", "/v1/messages", fine],
    ] as const;
    const environment = { TMPDIR: temporary.path };
    const { exit, out, err } = await record(["--upstream", upstream.url.href], asked, { environment });
    expect(out).toMatch(/^200 \{\}\n200 \{\}\n200 \{\}\n/);
    expect(err).toContain("HX516");
    expect(exit).toBe(3);
  });
});
