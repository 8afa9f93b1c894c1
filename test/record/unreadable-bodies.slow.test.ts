import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { serveUpstream } from "./serve-upstream.ts";

const answer = JSON.stringify({ type: "message", content: [{ type: "text", text: "Yes." }], usage: {} });
const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, " "));
const large = Buffer.alloc(65 * 1024 * 1024, " ");

/** What each path's answer is labelled as, and its bytes. */
const odd: Readonly<Record<string, readonly [coding: string, body: string | Buffer]>> = {
  "/plain-as-gzip": ["gzip", answer],
  "/twice-gzip": ["gzip, gzip", gzipSync(gzipSync(answer))],
  "/unknown-coding": ["compress", answer],
  "/broken-gzip": ["gzip", gzipSync(answer).fill(0xff, 10)],
  "/bomb": ["gzip", bomb],
  "/large": ["identity", large],
};

/** Bodies of requests, by path, with the client's label. */
const clientSource = `
import { request } from "node:http";
const ask = (path, body, headers = {}) => new Promise((resolve) => {
  const sent = request(process.env.ANTHROPIC_BASE_URL + path, { method: "POST", headers });
  sent.on("response", (response) => response.resume().on("end", resolve)).end(body);
});
const good = (text) => JSON.stringify({
  model: "claude-sonnet-4-5", max_tokens: 9, system: "s".repeat(9000), messages: [{ role: "user", content: text }],
});
await ask("/v1/messages", good("one"));
for (const path of JSON.parse(process.argv[2])) await ask(path, good(path));
await ask("/v1/messages", good("two"));
await ask("/odd-request", good("odd"), { "content-encoding": "br" });
await ask("/large-request", Buffer.alloc(65 * 1024 * 1024, " "));
await ask("/v1/messages", good("three"));
`;

test("an odd body makes one exchange unreadable, whichever of eight kinds it is, and the others are kept", async () => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "client.mjs"), clientSource);
  await using upstream = await serveUpstream((request, response) => {
    request.resume().on("end", () => {
      const [coding, body] = odd[request.url ?? ""] ?? ["identity", answer];
      response.writeHead(200, { "content-type": "application/json", "content-encoding": coding }).end(body);
    });
  });
  const command = [process.execPath, "client.mjs", JSON.stringify(Object.keys(odd))];
  const printed = await runForkproof(
    ["record", "--upstream", upstream.url.href, "--out", "kept", "--", ...command],
    folder.path,
  );
  expect(printed.exit, printed.err).toBe(0);
  expect(printed.err).toContain("recorded 11 exchanges, 8 unreadable: kept\n");

  const kept = openCassette(join(folder.path, "kept"));
  const all = kept.ids.map((id) => kept.load(id));
  const good = all.filter(({ path }) => path === "/v1/messages");
  expect(good).toHaveLength(3);
  for (const { outcome, response } of good) {
    expect(outcome).toBe("complete");
    expect(response?.body.toString()).toBe(answer);
  }
  const unreadable = all.filter(({ outcome }) => outcome === "unreadable").map(({ path }) => path);
  expect(unreadable).toEqual([...Object.keys(odd), "/odd-request", "/large-request"]);
  for (const { id, path, request, response } of all.filter(({ outcome }) => outcome === "unreadable")) {
    const isRequest = path.endsWith("-request");
    expect(printed.err).toContain(
      `unreadable: exchange ${id}, ${isRequest ? "request" : "response"} body: the body`.slice(0, -9),
    );
    expect(isRequest ? request : response?.body, path).toHaveLength(0);
    expect(isRequest ? response?.body.toString() : JSON.parse(request.toString()), path).not.toBe("");
  }
});
