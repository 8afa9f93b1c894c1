import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { recordForward } from "./forward/record-forward.ts";
import { serveProvider } from "./forward/serve-provider.ts";
import { serveUpstream } from "./serve-upstream.ts";

const said = { type: "message", content: [{ type: "text", text: Array.from({ length: 60_000 }, (_, at) => at * at) }] };
const answer = JSON.stringify(said);
const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };

/** By path: the coding's name, and an answer that HTTP brings as whole. One lacks only the end that its coding writes. */
const answers: Readonly<Record<string, readonly [coding: string, body: Buffer]>> = {
  ...Object.fromEntries(
    Object.entries(encoders).map(([coding, encode]) => {
      const whole = encode(answer);
      return [`/half-${coding}`, [coding, whole.subarray(0, whole.length >> 1)]];
    }),
  ),
  "/endless-gzip": ["gzip", gzipSync(answer).subarray(0, -8)],
  "/whole": ["gzip", gzipSync(answer)],
};
const paths = Object.keys(answers);

function answered(path: string): readonly [headers: Record<string, string>, body: Buffer] {
  const [coding, body] = answers[path] ?? ["identity", Buffer.from(answer)];
  return [{ "content-type": "application/json", "content-encoding": coding }, body];
}

const summary = `recorded ${paths.length} exchanges, ${paths.length - 1} cut: cassette\n`;

/** What became of each answer: its path, its outcome, whether its bytes are those that came, and whether its text is a part of the whole. */
function keptIn(folder: string): readonly (readonly unknown[])[] {
  const cassette = openCassette(join(folder, "cassette"));
  return cassette.ids.map((id) => {
    const { path, outcome, response, encoded } = cassette.load(id);
    const text = response?.body.toString() ?? "";
    return [path, outcome, encoded.response?.bytes.equals(answered(path)[1]), text !== "" && answer.startsWith(text)];
  });
}

const wanted = paths.map((path) => [path, path === "/whole" ? "complete" : "cut", true, true]);

test("a compressed answer that ends early is recorded as cut, with the bytes that came", async () => {
  using folder = makeTempFolder();
  await using upstream = await serveUpstream((request, response) => {
    const [headers, body] = answered(request.url ?? "");
    request.resume().on("end", () => response.writeHead(200, headers).end(body));
  });
  const source = `
    for (const path of ${JSON.stringify(paths)}) {
      const { request } = await import("node:http");
      const sent = request(process.env.ANTHROPIC_BASE_URL + path, { method: "POST" }).end("{}");
      await new Promise((resolve) => sent.on("response", (response) => response.resume().on("end", resolve)));
    }`;
  writeFileSync(join(folder.path, "client.mjs"), source);
  const command = ["--out", "cassette", "--", process.execPath, "client.mjs"];
  const printed = await runForkproof(["record", "--upstream", upstream.url.href, ...command], folder.path);
  expect(printed.err).toContain(summary);
  expect(keptIn(folder.path)).toEqual(wanted);
});

test("a compressed answer that ends early is recorded as cut over HTTP/2, too", async () => {
  using folder = makeTempFolder();
  await using provider = await serveProvider(folder.path, ["api.anthropic.com"]);
  provider.server.removeAllListeners("request").on("request", (request, response) => {
    const [headers, body] = answered(request.url);
    request.resume().on("end", () => response.writeHead(200, headers).end(body));
  });
  const urls = paths.map((path) => `-o /dev/null https://api.anthropic.com${path}`).join(" ");
  const printed = await recordForward(folder.path, provider, `curl -sS --http2 --data-binary {} ${urls}`);
  expect(printed.err).toContain(summary);
  expect(keptIn(folder.path)).toEqual(wanted);
});
