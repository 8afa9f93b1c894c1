import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { leaks } from "../cassette/leaks.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";
import { sse } from "./event-stream.ts";
import { serveUpstream, type Upstream } from "./serve-upstream.ts";

/** Sends each of them in every place that a client has; the provider streams back what it was asked, three letters at a time. */
const client = `
import { readFileSync } from "node:fs";
const base = process.env.ANTHROPIC_BASE_URL;
for (const leak of JSON.parse(readFileSync("leaks.json", "utf8"))) {
  const plain = leak.replaceAll("\\n", " ");
  const body = (content) => JSON.stringify({ messages: [{ role: "user", content }] });
  await ask("/v1/messages", { "x-app": plain }, body("nothing"));
  await ask("/v1/messages?note=" + encodeURIComponent(leak), {}, body("nothing"));
  await ask("/v1/messages", {}, body("Use " + leak));
  await ask("/v1/messages", {}, body(Buffer.from("key: " + leak).toString("base64")));
  await ask("/echo", { "x-echo": encodeURIComponent(leak) }, body("nothing"));
}
async function ask(path, headers, body) {
  const response = await fetch(base + path, { method: "POST", headers, body });
  await response.text();
}
`;

const PLACES = 5;

/** The first and five hundred more; how many are left is said. */
const MOST_TOLD = 501;

let folder: TempFolder;
let upstream: Upstream;
beforeAll(async () => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "leaks.json"), JSON.stringify(Object.values(leaks)));
  writeFileSync(join(folder.path, "client.mjs"), client);
  upstream = await serveUpstream((request, response) => {
    const text = decodeURIComponent(String(request.headers["x-echo"] ?? "fine"));
    request.on("end", () => {
      response.writeHead(200, sse);
      for (const delta of text.match(/[^]{1,3}/g) ?? []) {
        response.write(
          `data: ${JSON.stringify({ type: "content_block_delta", index: 0, delta: { text: delta } })}\n\n`,
        );
      }
      response.end();
    });
    request.resume();
  });
});
afterAll(async () => {
  await upstream[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function record(out: string, ...options: readonly string[]): Promise<Printed> {
  const to = ["--upstream", upstream.url.href, "--out", out, ...options];
  return runForkproof(["record", ...to, "--", process.execPath, "client.mjs"], folder.path);
}

test("all credential shapes in every place are refused with their place, without being shown or stored", async () => {
  const { exit, out, err } = await record("refused");
  expect(exit).toBe(2);
  expect(err).toContain(
    `(and ${Object.keys(leaks).length * PLACES - 1} more) would be written to disk, so nothing was`,
  );
  const told = (out + err).replaceAll(/\s+/g, " ");
  for (let number = 1; number <= MOST_TOLD; number += 1) {
    expect(told).toContain(`exchange ${number}, `);
  }
  expect(told).toContain(` and ${Object.keys(leaks).length * PLACES - MOST_TOLD} more fix `);
  for (const leak of Object.values(leaks)) expect(out + err).not.toContain(leak);
  expect(existsSync(join(folder.path, "refused"))).toBe(false);
  expect(readdirSync(folder.path).filter((name) => name.includes("refused"))).toEqual([]);
});

test("--redact masks and lists all credential shapes, and stores none of them", async () => {
  const { exit, out, err } = await record("masked", "--redact");
  expect(err).not.toContain("HX231");
  expect(exit).toBe(0);
  const told = err.match(/^redacted: exchange \d+/gm) ?? [];
  expect(new Set(told).size).toBe(Object.keys(leaks).length * PLACES);
  const kept = join(folder.path, "masked");
  const all = readdirSync(kept)
    .map((name) => readFileSync(join(kept, name), "utf8"))
    .join("\n");
  for (const [name, leak] of Object.entries(leaks)) {
    const forms = [
      leak,
      JSON.stringify(leak).slice(1, -1),
      encodeURIComponent(leak),
      Buffer.from(`key: ${leak}`).toString("base64"),
    ];
    for (const form of forms) expect((all + out + err).includes(form), name).toBe(false);
  }
});
