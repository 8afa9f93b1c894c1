import { hash } from "node:crypto";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { event, sse } from "./event-stream.ts";
import { serveUpstream } from "./serve-upstream.ts";

/** Asks for each fault, leaves the one that stalls once it has heard something, and writes what it saw of each. */
const clientSource = `
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
const saw = {};
async function ask(path, body, leave = false) {
  const leaver = new AbortController();
  const seen = { status: null, bytes: 0, sha256: null, broke: false };
  const parts = [];
  try {
    const init = { method: "POST", body, signal: leaver.signal, headers: { "anthropic-version": "2023-06-01" } };
    const response = await fetch(process.env.ANTHROPIC_BASE_URL + path, init);
    seen.status = response.status;
    for await (const part of response.body) {
      parts.push(part);
      if (leave) leaver.abort();
    }
  } catch {
    seen.broke = true;
  }
  const whole = Buffer.concat(parts);
  saw[path] = { ...seen, bytes: whole.length, sha256: hash("sha256", whole) };
}
for (const path of ["/429", "/500", "/malformed", "/cut", "/gone"]) await ask(path, "{}");
await ask("/stall", "{}", true);
await Promise.all(Array.from({ length: 100 }, (_, at) => ask("/parallel/" + at, '{"n":' + at + "}")));
await ask("/large", Buffer.alloc(50_000_000, "0123456789abcdef-"));
writeFileSync(process.argv[2], JSON.stringify(saw));
`;

type Seen = {
  readonly status: number | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly broke: boolean;
};

/** Answers a path with the fault that it names; parallel ones once all of them have come. */
function faulty(): (request: IncomingMessage, response: ServerResponse) => void {
  const waiting: (() => void)[] = [];
  return (request, response) => {
    const path = request.url ?? "";
    if (path === "/large") return void request.pipe(response);
    request.resume();
    if (path === "/gone") return void request.socket.destroy();
    if (path === "/429") return void response.writeHead(429, { "retry-after": "7" }).end('{"type":"error"}');
    if (path === "/500") return void response.writeHead(500).end("oops");
    response.writeHead(200, sse);
    if (path === "/malformed") return void response.end("data: {\n\nevent\u0000data");
    if (path === "/stall") return void response.write(event("then nothing"));
    if (path === "/cut") return void response.write(event("half"), () => response.socket?.destroySoon());
    response.write(event(path));
    waiting.push(() => response.end(event("ends")));
    if (waiting.length === 100) for (const end of waiting.splice(0)) end();
  };
}

test("the client sees the same faults through the recorder as without it, and the cassette names them", async () => {
  using folder = makeTempFolder();
  const file = (name: string): string => join(folder.path, name);
  const read = (name: string): Record<string, Seen> =>
    JSON.parse(readFileSync(file(name), "utf8")) as Record<string, Seen>;
  writeFileSync(file("client.mjs"), clientSource);
  await using upstream = await serveUpstream(faulty());
  await promisify(execFile)(process.execPath, [file("client.mjs"), file("direct.json")], {
    env: { ANTHROPIC_BASE_URL: upstream.url.origin },
  });
  const command = [process.execPath, "client.mjs", file("recorded.json")];
  const printed = await runForkproof(
    ["record", "--upstream", upstream.url.href, "--out", "cassette", "--", ...command],
    folder.path,
  );
  expect(printed).toMatchObject({ exit: 0 });
  expect(printed.err).toContain("recorded 107 exchanges, 2 cut, 1 aborted: cassette\n");
  const seen = read("recorded.json");
  expect(seen).toEqual(read("direct.json"));
  expect(Object.values(seen).filter(({ broke }) => broke)).toHaveLength(3);
  const kept = openCassette(file("cassette"));
  expect(kept.ids).toHaveLength(107);
  const unlike: Readonly<Record<string, string>> = { "/cut": "cut", "/gone": "cut", "/stall": "aborted" };
  for (const id of kept.ids) {
    const { path, response, outcome } = kept.load(id);
    const body = response?.body ?? Buffer.alloc(0);
    expect([path, response?.status ?? null, hash("sha256", body), outcome]).toEqual([
      path,
      seen[path]?.status,
      seen[path]?.sha256,
      unlike[path] ?? "complete",
    ]);
  }
});
