import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { serveUpstream } from "./serve-upstream.ts";

/** A document of twelve megabytes between two small questions. */
const client = `
const data = Buffer.alloc(9_000_000, "no pattern of a key").toString("base64");
const source = { type: "base64", media_type: "application/pdf", data };
for (const content of ["Hello.", [{ type: "document", source }], "Bye."]) {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content }] });
  await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body })).text();
}
`;

test("a document of twelve megabytes and an answer of eight that is one word are kept as they crossed", async () => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "client.mjs"), client);
  const crossed: string[] = [];
  await using upstream = await serveUpstream((request, response) => {
    const asked: Buffer[] = [];
    request
      .on("data", (part: Buffer) => asked.push(part))
      .on("end", () => {
        const text = asked.length > 10 ? "a".repeat(8_000_000) : "Yes.";
        const answer = JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text }] });
        crossed.push(`${hash("sha256", Buffer.concat(asked))} ${hash("sha256", answer)}`);
        response.writeHead(200, { "content-type": "application/json" }).end(answer);
      });
  });
  const command = ["--", process.execPath, "client.mjs"];
  for (const [out, options] of [
    ["kept", []],
    ["masked", ["--redact"]],
  ] as const) {
    crossed.splice(0);
    const record = ["record", "--upstream", upstream.url.href, "--out", out, ...options, ...command];
    const recorded = await runForkproof(record, folder.path);
    expect(recorded.exit, recorded.err).toBe(0);
    const cassette = openCassette(join(folder.path, out));
    const kept = cassette.ids.map((id) => {
      const { request, response } = cassette.load(id);
      return `${hash("sha256", request)} ${hash("sha256", response?.body ?? "")}`;
    });
    expect(kept).toEqual(crossed);
  }
});
