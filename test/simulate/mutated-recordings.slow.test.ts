import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { storedEnd } from "../../harness/cache-model/engines/stored-end.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { SimulatedExchange, TokenCounts } from "../../harness/kernel/simulation.ts";
import { Calibration } from "../../harness/simulate/calibration.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Json = { readonly [name: string]: unknown };
type Line = Json & {
  readonly seq: string;
  readonly request_body_raw: string;
  readonly usage: Readonly<Record<string, number>>;
};

const FOLDER = "../shared/ground-truth/anthropic";
const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`${FOLDER} is not here: no recorded request is changed and predicted`);

/** Conversations of several turns that no tool at the provider took part in. */
const sessions: readonly (readonly [file: string, recording: string])[] = [
  ["rig-prompt-caching", "conformance_agent_loop"],
  ["rig-prompt-caching", "conformance_blocking_probe"],
  ["pydantic-caching-history", "cache_messages_real_api"],
  ["pydantic-caching", "deferred_capability_histo"],
];

describe.skipIf(!isThere)("simulate on a recorded request with one changed block", () => {
  test.each(sessions)(
    "changes only that block's length and the possible read, for each block of %s, %s",
    (file, recording) => {
      const lines = linesOf(file, recording);
      const last = lines.at(-1);
      if (last === undefined) throw new Error(`no ${recording} in ${file}`);
      const calibration = learnt(lines);
      const original = calibration(last.request_body_raw);
      const ends = lines.flatMap(({ request_body_raw: body }) => calibration(body).breakpoints.map(({ link }) => link));
      const body = JSON.parse(last.request_body_raw) as Json;
      for (const [at, link] of original.links.entries()) {
        const changed = JSON.stringify(changedAt(body, link.pointer));
        const chain = calibration(changed);
        const lengths = (of: PromptChain): readonly number[] =>
          of.links.map(({ tokens }, index) => tokens - (of.links[index - 1]?.tokens ?? 0));
        const [before, after] = [lengths(original), lengths(chain)];
        expect(after.filter((_, index) => index !== at)).toEqual(before.filter((_, index) => index !== at));
        const grownBy = (after[at] ?? NaN) - (before[at] ?? NaN);
        // One more word: the old length was reported, the new one is an estimate.
        expect(Math.abs(grownBy), link.pointer).toBeLessThan(Math.max(40, 0.5 * (before[at] ?? 0)));
        expect(chain.total).toBe(original.total + grownBy);

        // A tool's change leaves no tool; of other blocks what was stored before them is left.
        const isLong = (end: number): boolean => (original.links[end]?.tokens ?? 0) >= original.minimumTokens;
        const left = link.segment === "tools" ? [] : ends.filter((end) => end < at && isLong(end));
        const read = left.length === 0 ? 0 : (original.links[Math.max(...left)]?.tokens ?? NaN);
        const marked = chain.links[chain.breakpoints.at(-1)?.link ?? -1]?.tokens ?? NaN;
        expect(
          predicted([...lines, { ...last, idx: 99, request_body_raw: changed, usage: null, response_body: "{}" }]),
          link.pointer,
        ).toEqual({
          read,
          write: marked - read,
          fresh: chain.total - marked,
          total: chain.total,
        });
      }
    },
  );

  test("keeps the total length if two blocks change places", () => {
    const calibration = learnt(linesOf("rig-prompt-caching", "conformance_agent_loop"));
    const last = linesOf("rig-prompt-caching", "conformance_agent_loop").at(-1);
    const body = JSON.parse(last?.request_body_raw ?? "{}") as { readonly messages: readonly Json[] };
    const [task, call, result, next, nextResult] = body.messages;
    const swapped = { ...body, messages: [task, next, nextResult, call, result] };
    expect(calibration(JSON.stringify(swapped)).total).toBe(calibration(JSON.stringify(body)).total);
  });
});

function linesOf(file: string, recording: string): readonly Line[] {
  const lines = readFileSync(join(FOLDER, `${file}.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean);
  return lines.map((text) => JSON.parse(text) as Line).filter(({ seq }) => seq.includes(recording));
}

/** The chain of a body after all lengths of a recording are known. */
function learnt(lines: readonly Line[]): (body: string) => PromptChain {
  const calibration = new Calibration();
  const laidOut = (body: string): readonly [layout: ReturnType<typeof parseLayout>, estimated: PromptChain] => {
    const layout = parseLayout(Buffer.from(body));
    return [layout, chainOf(layout, { rules: anthropicRules, tokens: estimateTokens, workspace: "" })];
  };
  for (const { request_body_raw: body, usage } of lines) {
    const [layout, estimated] = laidOut(body);
    const end = storedEnd(estimated, anthropicRules);
    const recorded = countsOf(usage);
    const anchored = calibration.anchor(estimated, layout, end, recorded);
    calibration.learn(anchored, estimated.total, end, recorded, []);
  }
  return (body) => {
    const [layout, estimated] = laidOut(body);
    return calibration.anchor(estimated, layout, storedEnd(estimated, anthropicRules), null).chain;
  };
}

function countsOf(usage: Readonly<Record<string, number>>): TokenCounts {
  const [read = 0, write = 0, fresh = 0] = ["cache_read", "cache_creation"]
    .map((name) => usage[`${name}_input_tokens`] ?? 0)
    .concat(usage["input_tokens"] ?? 0);
  return { read, write, fresh, total: read + write + fresh };
}

function predicted(lines: readonly Json[]): SimulatedExchange["predicted"] {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { exchanges } = simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper" });
  return exchanges.at(-1)?.predicted ?? null;
}

/** The body with a word more in the block at a pointer. */
function changedAt(body: Json, pointer: string): Json {
  const copy = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  const path = pointer.slice(1).split("/");
  const name = path.pop() ?? "";
  const holder = path.reduce((value, key) => value[key] as Record<string, unknown>, copy);
  holder[name] = changed(holder[name]);
  return copy;
}

function changed(block: unknown): unknown {
  if (typeof block === "string") return `Changed. ${block}`;
  const record = block as Record<string, unknown>;
  for (const member of ["text", "description", "content"]) {
    if (typeof record[member] === "string") return { ...record, [member]: `Changed. ${record[member]}` };
  }
  if (Array.isArray(record["content"])) return { ...record, content: record["content"].map(changed) };
  return { ...record, input: { changed: "yes", ...(record["input"] as object) } };
}
