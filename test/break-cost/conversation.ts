import type { Header } from "../../harness/kernel/exchange.ts";
import type { Base } from "../lineage/sessions/base.ts";
import { Chance } from "../lineage/sessions/chance.ts";
import type { Answer, Codec } from "../lineage/sessions/codec.ts";
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
export type Draft = {
  body: JsonObject;
  headers: readonly Header[];
  path: string;
  /** When it is sent. */
  atMs: number;
  readonly codec: Codec;
  readonly turn: number;
};

/** What a client does wrong. */
export type Fault = { readonly name: string; readonly apply: (draft: Draft) => void };

export type Sent = {
  readonly id: string;
  readonly body: Buffer;
  readonly headers: readonly Header[];
  readonly atMs: number;
  readonly path: string;
  /** Id of the request that a fork goes on from; null for a turn of the main line. */
  readonly forkOf: string | null;
  /** The response that the client takes into its history. */
  readonly answer: JsonObject;
};

export type Plan = {
  readonly turns: number;
  /** What the main line does wrong. */
  readonly faults: readonly Fault[];
  /** Behind which turns a fork of two requests runs, and what forks do wrong. */
  readonly forksBehind?: readonly number[];
  readonly forkFaults?: readonly Fault[];
};

/** The requests of one conversation: of one seed the same words at the same times, whatever is done wrong. */
export function conversation(client: Client, seed: number, plan: Plan): readonly Sent[] {
  const { base } = client;
  const { codec } = base;
  const chance = new Chance(seed);
  const words = new Words(chance, base);
  const sent: Sent[] = [];
  let atMs = Date.UTC(2026, 10, 20, 9, 0);
  const send = (
    items: readonly JsonObject[],
    answer: Answer,
    { turn, faults, forkOf = null }: { turn: number; faults: readonly Fault[]; forkOf?: string | null },
  ): string => {
    atMs += chance.int(5_000, 40_000);
    const draft = drafted(client, items, { turn, atMs });
    for (const fault of faults) fault.apply(draft);
    // A pause moves all that follows.
    atMs = draft.atMs;
    const { body, headers, path } = draft;
    const id = String(sent.length + 1);
    const response = codec.response(answer, client.model);
    sent.push({ id, forkOf, body: Buffer.from(JSON.stringify(body)), headers, atMs, path, answer: response });
    return id;
  };
  const goOn = (items: JsonObject[], answer: Answer): void => {
    items.push(...codec.answer(answer), ...longReply(codec, words, answer, chance));
  };
  // The main line goes on from its own last request, whatever ran between.
  const main: JsonObject[] = copied([...base.opening.items]);
  for (let turn = 0; turn < plan.turns; turn += 1) {
    const isForked = plan.forksBehind?.includes(turn) === true;
    const answer = isForked ? words.closing() : words.working();
    const id = send(main, answer, { turn, faults: plan.faults });
    if (isForked) {
      const fork = [...main, ...codec.answer(answer), ...codec.user(words.directive(), base.shape)];
      let forkOf = id;
      for (let step = 0; step < 2; step += 1) {
        const report = words.working();
        forkOf = send(fork, report, { turn: turn + step, faults: plan.forkFaults ?? [], forkOf });
        goOn(fork, report);
      }
      main.push(...codec.answer(answer), ...codec.user(words.question(), base.shape));
    } else goOn(main, answer);
  }
  return sent;
}

function drafted(
  { base, model, marks }: Client,
  items: readonly JsonObject[],
  { turn, atMs }: { readonly turn: number; readonly atMs: number },
): Draft {
  const { codec } = base;
  const list = copied([...items]);
  if (marks) codec.mark(list);
  const body: JsonObject = { ...copied(base.envelope), [codec.list]: list };
  if (codec.namesModel) body["model"] = model;
  return { body, headers: base.headers, path: codec.path(model), atMs, codec, turn };
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
