import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { rulesOfPrompt } from "../../harness/mock/state/mocked-caches.ts";
import { loadMockWires } from "../../harness/mock/wires.ts";
import type { Refusal } from "../../harness/providers/refusal.ts";
import type { Stage } from "../../harness/providers/refusals/find-refusal.ts";
import * as anthropic from "../../harness/wires/anthropic-messages/mocked/refusals.ts";
import * as invoke from "../../harness/wires/bedrock-converse/mocked/bedrock-invoke.ts";
import * as converse from "../../harness/wires/bedrock-converse/mocked/refusals.ts";
import * as gemini from "../../harness/wires/gemini-generate/mocked/refusals.ts";
import * as chat from "../../harness/wires/openai-chat/mocked/refusals.ts";
import * as responses from "../../harness/wires/openai-responses/mocked/refusals.ts";

const mocked = await loadMockWires();

/** Bodies of our own, one line each, which the mocked provider refuses. A new row needs a line here. */
type Line = {
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
};

const files = globSync("test/mock/refused/*.jsonl").toSorted();
const lines = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((text, index) => [`${basename(file)}, line ${index + 1}`, JSON.parse(text) as Line] as const),
);

const headers = [
  ["authorization", "Bearer k"],
  ["anthropic-version", "2023-06-01"],
] as const;

function refusalOf({ path, body }: Line): Refusal | null {
  const request = { method: "POST", path, headers, body: Buffer.from(JSON.stringify(body)) };
  const reading = mocked.of(request).read(request, null);
  if (reading.kind === "refused") return reading.rejection;
  return reading.kind === "asked" ? reading.findFault(rulesOfPrompt({ ...reading, headers })) : null;
}

/** The tables of every wire format; rows that two of them share count once. */
const stages: readonly (readonly Stage<never>[])[] = [
  anthropic.requestTable.stages,
  anthropic.messagesTable.stages,
  invoke.invokeTable.stages,
  invoke.addressTable.stages,
  converse.converseTable.stages,
  gemini.modelTable.stages,
  gemini.generateTable.stages,
  chat.requestTable.stages,
  chat.chatTable.stages,
  responses.requestTable.stages,
  responses.responsesTable.stages,
];
const rows = new Set(stages.flat().flatMap((stage) => stage.rows));

describe("the rows of the mocked providers' refusals", () => {
  test.each(lines)("the mocked provider refuses the body of %s in these words", (_name, line) => {
    const { status, message, code, param } = line;
    const refusal = refusalOf(line);
    expect({ ...refusal, code: refusal?.code ?? undefined, param: refusal?.param ?? undefined }).toMatchObject({
      status,
      message,
      code,
      param,
    });
  });

  test("every row refuses at least one of the bodies", () => {
    const met = new Set<unknown>(lines.map(([, line]) => refusalOf(line)?.row));
    const idle = [...rows].filter((row) => !met.has(row)).map(({ path, test: asks, words }) => [path, words ?? asks]);
    expect(idle).toEqual([]);
    expect(rows.size).toBeGreaterThan(200);
  });

  test("every row names the certainty of its source", () => {
    const unmarked = [...rows].filter(({ source }) => !/^(?:\[[DTOSI]\])+ \S/.test(source)).map(({ source }) => source);
    expect(unmarked).toEqual([]);
  });
});
