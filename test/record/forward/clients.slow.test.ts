import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../../harness/io/files/disk.ts";
import type { Printed } from "../../cli/run-forkproof.ts";
import { recordedDigests, recordForward } from "./record-forward.ts";
import { serveProvider, type TlsProvider } from "./serve-provider.ts";

/** Each sends the file `body.json` to a path of its own, and keeps what it is answered in a file of that name. */
const clients: readonly (readonly [name: string, protocol: string, line: string])[] = [
  ["curl", "1.1", curl("curl", "--http1.1")],
  ["curl-http2", "2.0", curl("curl-http2", "--http2")],
  ["node-fetch", "1.1", `"$NODE" fetch.mjs`],
  ["python-urllib", "1.1", "python3 post.py"],
];

function curl(name: string, ...options: readonly string[]): string {
  const url = `https://api.anthropic.com/v1/messages?by=${name}`;
  return `curl -sS ${options.join(" ")} --data-binary @body.json -o ${name} "${url}"`;
}

const sources = {
  "fetch.mjs": `
import { readFileSync, writeFileSync } from "node:fs";
const response = await fetch("https://api.anthropic.com/v1/messages?by=node-fetch", { method: "POST", body: readFileSync("body.json") });
writeFileSync("node-fetch", Buffer.from(await response.arrayBuffer()));
`,
  "post.py": `
import urllib.request
body = open("body.json", "rb").read()
with urllib.request.urlopen("https://api.anthropic.com/v1/messages?by=python-urllib", body) as answer:
    open("python-urllib", "wb").write(answer.read())
`,
};

/** Odd on purpose: nothing may read and write it anew. Large enough for many frames and windows. */
const body = Buffer.from(
  `{ "b": 1,  "2": 1e2, "ü": "\\u00e9\\/", "messages": ["${"0123456789abcdef ".repeat(20_000)}"] }\n`,
);
const packed = { gzip: gzipSync(body), br: brotliCompressSync(body), zstd: zstdCompressSync(body) } as const;

let folder: TempFolder;
let provider: TlsProvider;
let printed: Printed;
beforeAll(async () => {
  folder = makeTempFolder();
  provider = await serveProvider(folder.path, ["api.anthropic.com"]);
  writeFileSync(join(folder.path, "body.json"), body);
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder.path, name), text);
  for (const [name, bytes] of Object.entries(packed)) writeFileSync(join(folder.path, `body.${name}`), bytes);
  const encoded = Object.keys(packed).map((name) => {
    const url = `https://api.anthropic.com/v1/messages?by=${name}`;
    return `curl -sS -H 'content-encoding: ${name}' -H 'x-forkproof-lane: parent' --data-binary @body.${name} -o ${name} "${url}"`;
  });
  // The last three share one connection, whose header blocks refer to each other.
  const lines = [...clients.map(([, , line]) => line), encoded.join(" --next ").replaceAll(" --next curl", " --next")];
  printed = await recordForward(folder.path, provider, lines.join(" && "));
});
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test("every client behind the forward proxy gets its answer", () => {
  expect(printed).toMatchObject({ exit: 0 });
  expect(printed.err).toContain("recorded 7 exchanges: cassette");
});

describe("bytes between client, recording and provider are the same", () => {
  test.for(clients)("for %s over HTTP/%s", ([name, protocol]) => {
    const heard = provider.heard.find(({ path }) => path.endsWith(`by=${name}`));
    expect(heard).toMatchObject({ protocol, request: hash("sha256", body) });
    const answer = hash("sha256", readFileSync(join(folder.path, name)));
    expect(heard?.answer).toBe(answer);
    const recorded = recordedDigests(folder.path).get(`/v1/messages?by=${name}`);
    expect(recorded).toEqual({ request: hash("sha256", body), answer });
  });

  test.for(["gzip", "br", "zstd"] as const)("for a request body in %s over one HTTP/2 connection", (name) => {
    const heard = provider.heard.find(({ path }) => path.endsWith(`by=${name}`));
    expect(heard).toMatchObject({ protocol: "2.0", request: hash("sha256", packed[name]) });
    expect(heard?.headers).toMatchObject({ "content-encoding": name });
    const recorded = recordedDigests(folder.path).get(`/v1/messages?by=${name}`);
    expect(recorded?.request).toBe(hash("sha256", body));
  });
});

test("headers of forkproof's own do not reach a provider over HTTP/2, and the cassette keeps them", () => {
  for (const { headers } of provider.heard) expect(Object.keys(headers).join(" ")).not.toContain("x-forkproof");
  expect(readFileSync(join(folder.path, "cassette/cassette.yaml"), "utf8")).toContain("x-forkproof-lane");
});

test("the key of the certificate authority is the user's alone", () => {
  const kept = join(folder.path, ".config/forkproof/ca");
  expect(statSync(kept).mode & 0o777).toBe(0o700);
  expect(statSync(join(kept, "ca-key.pem")).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder.path, "cassette/cassette.yaml"))).toBe(true);
  expect(readFileSync(join(folder.path, "cassette/cassette.yaml"), "utf8")).not.toContain("PRIVATE KEY");
});
