import type { Exchange } from "../../harness/kernel/exchange.ts";
import { recordedRequests } from "../support/recorded-requests.ts";
import { putTogether, takeApart } from "./body-parts.ts";
import { exchangeOf } from "./judge-example.ts";
import { mutations } from "./mutations.ts";
import { besides } from "./mutations-beside.ts";
import { recordedBody } from "./recorded-bodies.ts";
import { wireCodes } from "./wire-edits.ts";
import { wireMarks } from "./wire-marks.ts";
import { type Json, wireBodies, type WireName } from "./wire-requests.ts";
import { wireTails } from "./wire-tails.ts";
import { wireWords } from "./wire-words.ts";

/** A parent and a child that was made of it by one mutation. */
export type MutatedPair = {
  readonly name: string;
  readonly pair: { readonly parent: Exchange; readonly child: Exchange; readonly provider?: string };
};

/** Every mutation of every body that the tests of single codes mutate, at places drawn from a fixed seed. */
export function* mutatedPairs(): Generator<MutatedPair> {
  yield* mutatedBodies();
  yield* mutatedBeside();
  yield* mutatedWires();
}

const BODIES = [
  ["qwen-code/fork-anthropic.jsonl", "9"],
  ["qwen-code/toolsearch-compress-anthropic.jsonl", "4"],
  ["pi/session-fork-anthropic.jsonl", "4"],
  ["ai-sdk/anthropic.jsonl", "3"],
  ["langchain/anthropic.jsonl", "3"],
] as const;

/** Places for one mutation of one body. */
const DRAWS = 4;

function* mutatedBodies(): Generator<MutatedPair> {
  for (const [file, id] of BODIES) {
    const body = takeApart(recordedBody(file, id));
    const whole = exchangeOf("parent", putTogether(body));
    for (const { code, does, mutate } of mutations) {
      for (let draw = 0; draw < DRAWS; draw += 1) {
        let seed = draw * 7919 + 1;
        const found = mutate(body, (count) => (seed = (seed * 48271) % 2147483647) % count);
        if (found === null) continue;
        const parent = found.parent === undefined ? whole : exchangeOf("parent", putTogether(found.parent));
        const child = exchangeOf("child", putTogether(found.child));
        yield { name: `${code} ${does} of ${file} ${id}`, pair: { parent, child, provider: "anthropic" } };
      }
    }
  }
}

function* mutatedBeside(): Generator<MutatedPair> {
  for (const [file, id] of [
    ["qwen-code/fork-anthropic.jsonl", "3"],
    ["pi/session-fork-anthropic.jsonl", "4"],
  ] as const) {
    const body = recordedBody(file, id);
    for (const { code, mutate, provider = "anthropic", parentSent, childSent } of besides) {
      const made = mutate(takeApart(body));
      const parent = exchangeOf("parent", putTogether(made.parent), parentSent);
      const child = exchangeOf("child", putTogether(made.child), childSent);
      yield { name: `${code} beside ${file} ${id}`, pair: { parent, child, provider } };
    }
  }
}

const WIRES: readonly WireName[] = ["chat", "responses", "items", "gemini", "converse"];

/** Who heeds marks on a wire. */
const MARK_PROVIDERS: Readonly<Record<WireName, string>> = {
  chat: "openrouter",
  responses: "openai",
  items: "openai",
  gemini: "gemini",
  converse: "bedrock",
};

function* mutatedWires(): Generator<MutatedPair> {
  for (const name of WIRES) {
    const wire = wireBodies[name];
    const sent = (id: string, body: string, more: Partial<Exchange> = {}): Exchange =>
      exchangeOf(id, body, { path: wire.path, ...more });
    const goOn = (child: Json): void => {
      child[wire.list].push(wire.say("model", "All done here."), wire.say("user", "Now look at the sources."));
    };
    for (const { code, edit, not } of wireCodes) {
      if (not?.[name] !== undefined) continue;
      const [parent, child] = [realBody(name), realBody(name)];
      edit(parent, child, wire);
      goOn(child);
      const pair = { parent: sent("1", JSON.stringify(parent)), child: sent("2", JSON.stringify(child)) };
      yield { name: `${code} on ${name}`, pair };
    }
    for (const { code, edit, not, role = "break", provider, raw = (body: string) => body, sent: times } of [
      ...wireTails,
      ...wireMarks,
    ]) {
      if (not?.[name] !== undefined) continue;
      const [parent, child] = [realBody(name), realBody(name)];
      edit({ parent, child, wire, words: wireWords[name] });
      if (role !== "note") goOn(child);
      const pair = {
        parent: sent("1", JSON.stringify(parent), times?.parent),
        child: sent("2", raw(JSON.stringify(child)), times?.child),
        ...(provider === undefined ? {} : { provider: provider === "by-wire" ? MARK_PROVIDERS[name] : provider }),
      };
      yield { name: `${code} on ${name}, behind`, pair };
    }
  }
}

const raws = new Map<WireName, string>();

function realBody(name: WireName): Json {
  const { file, id, prepare } = wireBodies[name];
  const known =
    raws.get(name) ??
    String([...recordedRequests(`../shared/recordings/${file}`)].find((each) => each.id.endsWith(id))?.request);
  raws.set(name, known);
  const body: Json = JSON.parse(known);
  prepare?.(body);
  return body;
}
