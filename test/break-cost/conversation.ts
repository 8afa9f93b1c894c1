import type { Base } from "../lineage/sessions/base.ts";
import { Chance } from "../lineage/sessions/chance.ts";
import type { Codec } from "../lineage/sessions/codec.ts";
import { copied, type JsonObject } from "../lineage/sessions/json.ts";
import { ownBases } from "../lineage/sessions/own-bases.ts";
import { Words } from "../lineage/sessions/words.ts";

/** A provider with a model of its own, and one of the generator's conversations on its wire format. */
export type Client = {
  readonly name: string;
  readonly provider: string;
  readonly base: Base;
  readonly model: string;
  /** Whether the provider stores nothing without breakpoints. */
  readonly marks: boolean;
};

const bases = new Map(ownBases().map((base) => [base.name, base]));

function client(provider: string, base: string, model: string, marks = false): Client {
  const found = bases.get(base);
  if (found === undefined) throw new Error(`no conversation ${base}`);
  return { name: `${provider} ${model}`, provider, base: found, model, marks };
}

export const markedClients: readonly Client[] = [
  client("anthropic", "messages", "claude-sonnet-4-5", true),
  client("anthropic", "messages", "claude-opus-4-8", true),
  client("bedrock", "converse", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", true),
  client("minimax", "messages", "MiniMax-M2", true),
];

export const prefixClients: readonly Client[] = [
  client("openai", "chat", "gpt-5.6-sol"),
  client("openai", "responses", "gpt-6.1-sol"),
  client("openai", "chat", "gpt-4o"),
  client("deepseek", "chat-reasoning", "deepseek-chat"),
  client("gemini", "generate", "gemini-2.5-pro"),
  client("moonshot", "chat", "kimi-k2-0905-preview"),
  client("xai", "chat", "grok-4-fast"),
];

/** A request before it is written, which a bug may change. */
export type Draft = { body: JsonObject; readonly codec: Codec; readonly turn: number };

/** What a client does wrong. */
export type Fault = { readonly name: string; readonly apply: (draft: Draft) => void };

export type Sent = { readonly id: string; readonly body: Buffer; readonly atMs: number; readonly path: string };

/** The requests of one conversation, as they are meant and with `faults`: the same words at the same times. */
export function conversation(client: Client, seed: number, turns: number, faults: readonly Fault[]): readonly Sent[] {
  const { base, model } = client;
  const { codec } = base;
  const chance = new Chance(seed);
  const words = new Words(chance, base);
  const items: JsonObject[] = copied([...base.opening.items]);
  let atMs = Date.UTC(2026, 10, 20, 9, 0);
  return Array.from({ length: turns }, (_, turn) => {
    const body: JsonObject = { ...copied(base.envelope), [codec.list]: copied(items) };
    if (codec.namesModel) body["model"] = model;
    if (client.marks) codec.mark(body[codec.list] as JsonObject[]);
    const draft: Draft = { body, codec, turn };
    for (const fault of faults) fault.apply(draft);
    const answer = words.working();
    items.push(...codec.answer(answer), ...longReply(codec, words, answer, chance));
    atMs += chance.int(5_000, 40_000);
    return { id: String(turn + 1), body: Buffer.from(JSON.stringify(draft.body)), atMs, path: codec.path(model) };
  });
}

/** Results are as long as real ones: a file of some hundred lines now and then. */
function longReply(
  codec: Codec,
  words: Words,
  answer: Parameters<Words["reply"]>[0],
  chance: Chance,
): readonly JsonObject[] {
  const lines = chance.int(5, 120);
  const text = Array.from({ length: lines }, (_, at) => `${at + 1}: ${words.question()}`).join("\n");
  return codec.results(
    answer.calls.map((call) => ({ call, text })),
    null,
  );
}
