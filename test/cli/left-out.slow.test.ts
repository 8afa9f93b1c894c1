import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forkproofHere } from "../incidents/inspect-here.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-left-out-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const body = (turns: number): string =>
  JSON.stringify({
    model: "claude-sonnet-4-5",
    max_tokens: 64,
    system: "You look after a small shop.",
    messages: Array.from({ length: 2 * turns - 1 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `turn ${at}`,
    })),
  });

const entry = (method: string, text: string | null, size: string = "9"): object => ({
  startedDateTime: "2026-11-21T10:00:00.000Z",
  request: {
    method,
    url: "https://api.anthropic.com/v1/messages",
    headers: [{ name: "Content-Length", value: size }],
    bodySize: 0,
    ...(text !== null && { postData: { mimeType: "application/json", text } }),
  },
  response: { status: 200, headers: [], content: {} },
});

function harOf(name: string, entries: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ log: { entries } }));
  return path;
}

const kept = [1, 2, 3].map((turns) => entry("POST", body(turns)));

describe("entries of a recording that are not read as requests", () => {
  it("are counted by kind, and a request whose body was not kept counts as damage", async () => {
    harOf("some.har", [
      entry("GET", null),
      entry("POST", null),
      ...kept,
      entry("POST", null),
      entry("POST", null, "0"),
    ]);
    const refused = await runForkproof(["inspect", "some.har"], folder);
    expect(refused.exit).toBe(3);
    expect(refused.err.replaceAll(/\s+/g, " ")).toContain(
      "HX213 2 of 5 lines cannot be read: log.entries[1].request lacks the body that its method sends (read as HAR)",
    );
    const { exit, out, err } = await runForkproof(["inspect", "some.har", "--max-damaged", "50", "--json"], folder);
    expect(exit).toBe(0);
    const { sources, exchanges } = JSON.parse(out);
    expect(exchanges).toHaveLength(3);
    expect(sources.files[0].leftOut).toEqual([{ count: 2, what: "entries without a request body" }]);
    expect(sources.damaged.map(({ where }: { where: string }) => where)).toEqual(["some.har", "some.har"]);
    expect(err).toContain("left out: entries without a request body (2)\n");
    const said = await runForkproof(["inspect", "some.har", "--max-damaged", "50", "--by", "model"], folder);
    expect(said.out).toContain("2 lines unreadable");
  });

  it("fail a gate if one of them may have been a break", async () => {
    const many = Array.from({ length: 30 }, () => kept).flat();
    const lost = harOf("lost.har", [...many, entry("POST", null)]);
    expect((await forkproofHere(["inspect", lost, "--by", "model"])).exit).toBe(0);
    await expect(forkproofHere(["inspect", lost, "--fail-on-break"])).rejects.toMatchObject({ code: "HX213" });
    const whole = harOf("whole.har", [...many, entry("GET", null)]);
    expect((await forkproofHere(["inspect", whole, "--fail-on-break"])).exit).toBe(0);
  });

  it("fail a file that holds nothing else, with what it holds", async () => {
    const [pages, lost] = [harOf("pages.har", [entry("GET", null)]), harOf("all.har", [entry("POST", null)])];
    await expect(forkproofHere(["inspect", pages])).rejects.toMatchObject({
      code: "HX211",
      exit: 2,
      message: "it is read as HAR, and holds no exchange: entries without a request body (1)",
    });
    await expect(forkproofHere(["inspect", lost])).rejects.toMatchObject({
      code: "HX211",
      exit: 2,
      message: expect.stringContaining("holds no exchange: log.entries[0].request lacks the body"),
    });
  });

  it("are the payloads whose messages LiteLLM has redacted, since their prompts only look alike", async () => {
    const payload = (id: string, content: string): string =>
      JSON.stringify({
        id,
        call_type: "acompletion",
        model: "gpt-5.1",
        model_parameters: {},
        messages: [{ role: "user", content }],
        response: null,
      });
    const log = join(folder, "litellm.jsonl");
    const redacted = ["b", "c"].map((id) => payload(id, "redacted-by-litellm"));
    writeFileSync(log, `${[payload("a", "hello"), payload("d", "hello"), ...redacted].join("\n")}\n`);
    await expect(forkproofHere(["inspect", log])).rejects.toMatchObject({
      code: "HX213",
      message: expect.stringContaining("2 of 4 lines cannot be read: messages is redacted, so the prompt is unknown"),
    });
  });
});
