import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { canary, decodable, encodedCanary, encodings, value } from "../support/canary.ts";
import { filesBelow } from "../support/files-below.ts";
import { sse } from "./event-stream.ts";
import { serveUpstream } from "./serve-upstream.ts";

/** A gateway's key, of no issuer's shape, in the client's header alone; and one that only its name in the query shows. */
const [own, short] = ["Kx93hPq2LmZw81VbNt55aQ7c", "tR4mP9wX2"];

/** Asks with the canary in every encoding and place, and leaves a process with it in its arguments. */
const client = `
import { spawn } from "node:child_process";
import { all, own } from "./encodings.mjs";
const short = ${JSON.stringify(short)};
const base = process.env.ANTHROPIC_BASE_URL;
const asked = all + " by " + own + " or " + Buffer.from("x" + own).toString("base64");
const turns = [{ role: "user", content: asked }, { role: "assistant", content: all }, { role: "user", content: "Go on." }];
for (const messages of [turns.slice(0, 1), turns]) {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", system: all, metadata: { [all]: all }, messages });
  await (await fetch(base + "/v1/messages?id_token=" + short + "&trace=" + own + "&note=" + encodeURIComponent(all), { method: "POST", headers: { "x-api-key": own }, body })).text();
}
const left = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600000)", process.argv[2]], { detached: true, stdio: "ignore" });
left.unref();
console.log(left.pid);
`;

test("a credential that a client sends, is answered or leaves in a process cannot be decoded from the cassette or any output", async () => {
  using folder = makeTempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  write("encodings.mjs", `${encodings}\nexport const own = ${JSON.stringify(own)};\n`);
  write("client.mjs", client);
  const environment = { GATEWAY_TOKEN: value };
  const all = encodedCanary(folder.path);
  await using upstream = await serveUpstream((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, sse);
      // A key that begins inside a word, three letters at a time.
      for (const text of `My word${canary} is no secret. ${all}`.match(/[^]{1,3}/g) ?? []) {
        const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
        response.write(`event: content_block_delta\ndata: ${JSON.stringify(delta)}\n\n`);
      }
      response.end();
    });
  });
  const options = ["--redact", "--upstream", upstream.url.href, "--out", "kept", "--html", "page.html"];
  const command = [process.execPath, "client.mjs", canary];
  const recorded = await runForkproof(["record", ...options, "--", ...command], folder.path, environment);
  process.kill(Number(/^\d+/.exec(recorded.out)?.[0]), "SIGKILL");
  expect(recorded.exit, recorded.err).toBe(0);
  expect(recorded.err).toContain("left running by the command: process");
  const inspected = await runForkproof(["inspect", "kept", "--json", "--blocks"], folder.path, environment);
  const lines = await runForkproof(["inspect", "kept", "--jsonl"], folder.path, environment);
  const refused = [
    await runForkproof(["record", "--upstream", `http://127.0.0.1:1/${canary}?key=${canary}`, "--", "x"], folder.path),
    await runForkproof(["record", "--upstream", `me:${canary}@127.0.0.1`, "--", "x"], folder.path),
    await runForkproof(["record", "--", `./no-such-${canary}`], folder.path),
    await runForkproof(["inspect", `${canary}.jsonl`], folder.path),
  ];
  expect(refused.map(({ err }) => /^HX\d+/m.exec(err)?.[0])).toEqual(["HX508", "HX508", "HX509", "HX201"]);
  const files = filesBelow(join(folder.path, "kept")).map((name) =>
    readFileSync(join(folder.path, "kept", name), "latin1"),
  );
  const printed = [recorded, inspected, lines, ...refused].flatMap(({ out, err }) => [out, err]);
  const streamed = files.map((text) => [...text.matchAll(/"text":"([^"]*)"/g)].map(([, delta]) => delta).join(""));
  for (const each of [...files, ...streamed, ...printed, readFileSync(join(folder.path, "page.html"), "latin1")]) {
    // Errors wrap long words.
    for (const text of [each, each.replaceAll(/\n\s*/g, "")]) {
      const read = decodable(text);
      for (const secret of [canary.slice(6), value.slice(2), own, short]) expect(read.includes(secret)).toBe(false);
    }
  }
});

/** Asks on a model's path, on other paths and in a lane, each with the canary in its name. */
const asker = `
const base = process.env.ANTHROPIC_BASE_URL;
const post = async (path, lane) => {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi." }] });
  const headers = { "anthropic-version": "2023-06-01", "x-forkproof-lane": lane };
  await (await fetch(base + path, { method: "POST", headers, body })).text();
};
const secret = process.argv[2];
await post("/v1/messages", "parent");
await post("/v1/messages", secret);
for (const path of ["/v1/files/" + secret, "/v1beta/models/" + secret + ":generateContent"]) await post(path, "parent");
`;

test("a credential in a path or in a lane's name cannot be decoded from what a mocked recording and a gate print and write", async () => {
  using folder = makeTempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  write("asker.mjs", asker);
  write("script.yaml", "parent:\n  - text: Hello.\n  - text: Nothing.\n");
  const command = ["--mock", "script.yaml", "--", process.execPath, "asker.mjs", canary];
  const gated = await runForkproof(["gate", "--out", "gated", ...command], folder.path);
  const recorded = await runForkproof(["record", "--redact", "--watch", "--out", "kept", ...command], folder.path);
  expect(recorded.err).toContain("HX412");
  const written = ["kept", "gated", "reports"].flatMap((name) =>
    filesBelow(join(folder.path, name)).map((file) => readFileSync(join(folder.path, name, file), "latin1")),
  );
  expect(written.some((text) => text.includes("HX412"))).toBe(true);
  for (const text of [...written, ...[gated, recorded].flatMap(({ out, err }) => [out, err])]) {
    // A line that is cut may hold the beginning of it.
    expect(decodable(text).includes(canary.slice(0, 14))).toBe(false);
  }
});
