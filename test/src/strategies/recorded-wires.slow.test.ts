import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { strategies } from "../../../src/strategies/strategies.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { seeded, sharedElements } from "../support/seeded-body.ts";

const recordings = "../shared/recordings";
const isHere = existsSync(recordings);
if (!isHere) console.warn(`SKIPPED: ${recordings} is absent, so real clients' requests on other wires are not forked`);

/** Recordings of other wire formats than Anthropic's; those are forked through their client in fork-recorded-parent.test.ts. */
const files = [
  "ai-sdk/chat.jsonl",
  "openai-agents/chat.jsonl",
  "pi/session-fork-chat.jsonl",
  "qwen-code/fork-chat.jsonl",
  "qwen-code/0.15.10-implicit-fork-chat.jsonl",
  "ai-sdk/responses.jsonl",
  "openai-agents/responses.jsonl",
  "pi/session-fork-responses.jsonl",
  "qwen-code/fork-responses.jsonl",
  "qwen-code/fork-gemini.jsonl",
] as const;

describe.skipIf(!isHere)("recorded requests of real clients on other wire formats", () => {
  test.each(files)("of %s can be forked by every strategy of their wire format, down to its declared end", (file) => {
    const parents = read(file);
    expect(parents.length).toBeGreaterThan(1);
    let open = 0;
    for (const parent of parents) {
      const { openCalls } = parent.continuation;
      open += openCalls.length;
      for (const strategy of strategies.filter(({ wires }) => wires.includes(parent.wire))) {
        if (strategy.name === "append-tool-result" && openCalls.length === 0) continue;
        const fork = seeded(strategy, parent, { ownCall: openCalls[0]?.id ?? null });
        const declared = fork.sharedEnd === null ? parent.messages.length : Number(/\d+$/.exec(fork.sharedEnd)?.[0]);
        expect(sharedElements(parent, fork)).toBeGreaterThanOrEqual(declared);
        expect(() => JSON.parse(fork.body)).not.toThrow();
      }
    }
    expect(open).toBeGreaterThan(0);
  });

  test.each(files)(
    "of %s get an answer with calls sent back with the same IDs as in the client's next turn",
    (file) => {
      const lines = readFileSync(`${recordings}/${file}`, "utf8");
      const ids = read(file).flatMap(({ continuation }) => continuation.openCalls.flatMap(({ id }) => id ?? []));
      for (const id of new Set(ids)) expect(lines.split(id).length).toBeGreaterThan(2);
    },
  );
});

function read(file: string): readonly CacheSafeParams[] {
  return readFileSync(`${recordings}/${file}`, "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const { body, headers, response, path } = JSON.parse(line);
      const wire = wireOf(String(path));
      if (wire === null) return [];
      const answer = response.status === 200 ? Buffer.from(String(response.body)) : null;
      return [captureCacheSafeParams({ wire, request: Buffer.from(String(body)), headers, answer })];
    });
}

function wireOf(path: string): WireName | null {
  if (path.includes("/chat/completions")) return "openai-chat";
  if (path.includes("/responses")) return "openai-responses";
  return path.includes("enerateContent") ? "gemini-generate" : null;
}
