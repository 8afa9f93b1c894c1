import { isJsonObject, jsonOrText } from "../../kernel/json.ts";
import { canonicalValue } from "../../wires/shared/said/canonical-value.ts";
import { readMessageOnce, type SaidMessage, unmarked } from "../../wires/shared/said/read-message.ts";
import { readItem } from "../../wires/shared/said/read-item.ts";
import { callName, type SaidItem, type Speaker } from "../../wires/shared/said/said-item.ts";
import { foldMessagesMemo, messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { Block, Layout, Unit } from "../../kernel/layout.ts";
import { originOf } from "../../kernel/memo/relocated-units.ts";
import { Sequence } from "../../kernel/memo/sequence.ts";
import { callKey, type Digest, digestAll, digestText } from "./digest.ts";
import { type AgentTraits, mergedSamples, sampleOf } from "../agent-traits.ts";

/**
 * A request as lineage sees it: equal digests, equal words. Whatever matters to a cache alone is left out (see SaidItem), and so are the
 * ids of calls, which some clients make anew. Messages that say nothing are left out too.
 */
export type RequestDigest = {
  readonly tools: Digest;
  readonly system: Digest;
  readonly agent: AgentTraits;
  /** One for each message, in order. */
  readonly messages: List<Digest>;
  /** For each message one for all messages up to its end. */
  readonly chains: List<Digest>;
  /** For each message one for its first item, its first two, and so on: a client may add blocks to the last message. */
  readonly leads: List<readonly Digest[]>;
  /** For each message one for each item, as answers are digested. */
  readonly items: List<readonly Digest[]>;
  /** For each message the calls that it makes or answers, where they have an id (see `callKey`). */
  readonly ids: List<readonly Digest[]>;
  /** Whether the model said it, for each message. */
  readonly byModel: List<boolean>;
  /** For each message its number in the body, where some say nothing. */
  readonly places: List<number>;
  /** How many messages the body has. */
  readonly seen: number;
};

/** What is kept of a digest: the rest is needed for a new request alone, and would grow with the square of their number. */
export type KeptDigest = Pick<RequestDigest, "tools" | "system" | "agent" | "messages" | "chains">;

/** Requests that repeat one another share what their digests hold. */
type List<T> = Pick<Sequence<T>, "at" | "length">;

/** The known facts about the messages of a request, or of its first ones. */
type MessageDigests = {
  readonly seen: number;
  readonly messages: Sequence<Digest>;
  readonly chains: Sequence<Digest>;
  readonly leads: Sequence<readonly Digest[]>;
  readonly items: Sequence<readonly Digest[]>;
  readonly ids: Sequence<readonly Digest[]>;
  readonly byModel: Sequence<boolean>;
  readonly places: Sequence<number>;
};

/** Digests a request. Messages that a layout took over from one before it (see Dialect.parseLayout) are not digested again. */
export function digestRequest(layout: Layout): RequestDigest {
  return { ...digestAgent(layout), ...digestMessages(layout) };
}

/** Tools and system prompt of a request. */
type AgentDigest = Pick<RequestDigest, "tools" | "system" | "agent">;

/** Requests of one agent mostly share all these units. Of those that share the last one alone, one is known. */
function digestAgent(layout: Layout): AgentDigest {
  const units = layout.units.slice(0, messagesStart(layout.units));
  const last = units.at(-1);
  const known = last && agents.get(last);
  if (known?.units.length === units.length && known.units.every((unit, at) => unit === units[at])) return known.digest;
  const digest = readAgent(layout);
  if (last !== undefined) agents.set(last, { units, digest });
  return digest;
}

const agents = new WeakMap<Unit, { readonly units: readonly Unit[]; readonly digest: AgentDigest }>();

function readAgent(layout: Layout): AgentDigest {
  const [tools, system]: [Head[], Head[]] = [[], []];
  for (const unit of layout.units) {
    if (unit.segment === "messages") break;
    if (unit.unit === "block") (unit.segment === "tools" ? tools : system).push(digestHead(layout, unit));
  }
  const digestsOf = (heads: readonly Head[]): Digest[] => heads.flatMap(({ digest }) => digest ?? []);
  return {
    tools: digestAll(digestsOf(tools).sort((left, right) => left - right)),
    system: digestAll(digestsOf(system)),
    agent: {
      tools: tools.flatMap(({ name }) => name ?? []).sort(),
      sentences: mergedSamples(system.map(({ sentences }) => sentences)),
    },
  };
}

/** The content of an answer, in the form of `items` of a request that repeats it. */
export function digestItem(item: SaidItem): Digest {
  switch (item.kind) {
    case "text":
      return digestText(`text ${item.text}`);
    case "call":
      return digestText(`call ${item.name} ${item.input}`);
    case "result":
      return digestText(`result ${item.text}`);
    case "other":
      return digestText(`other ${item.value}`);
  }
}

/** A call by its name (see `callName`), as its result names it. */
export function digestCall(call: Extract<SaidItem, { kind: "call" }>): Digest {
  return digestText(callName(call));
}

const NOTHING: MessageDigests = {
  seen: 0,
  messages: Sequence.empty(),
  chains: Sequence.empty(),
  leads: Sequence.empty(),
  items: Sequence.empty(),
  ids: Sequence.empty(),
  byModel: Sequence.empty(),
  places: Sequence.empty(),
};

const digestMessages = foldMessagesMemo(NOTHING, (said, layout, from, to) => {
  const seen = said.seen + 1;
  const { by, leads, items, ids } = digestMessage(layout, from, to);
  const message = leads.at(-1);
  if (message === undefined) return { ...said, seen };
  const chain = digestAll([said.chains.at(-1) ?? NO_DIGEST, message]);
  return {
    seen,
    messages: said.messages.and(message),
    chains: said.chains.and(chain),
    leads: said.leads.and(leads),
    items: said.items.and(items),
    ids: said.ids.and(ids),
    byModel: said.byModel.and(by === "model"),
    places: said.places.and(seen - 1),
  };
});

type DigestedMessage = {
  readonly leads: readonly Digest[];
  readonly items: readonly Digest[];
  readonly ids: readonly Digest[];
  readonly by: Speaker;
};

/** A message moves as a whole (see `relocated-units`): its content is digested, and held, once. */
function digestMessage(layout: Layout, from: number, to: number): DigestedMessage {
  const last = layout.units[to - 1];
  const known = last && digested.get(originOf(last));
  if (known !== undefined) return known;
  const message = digestSaid(readMessageOnce(layout, from, to));
  if (last !== undefined) digested.set(originOf(last), message);
  return message;
}

const digested = new WeakMap<Unit, DigestedMessage>();

/** Each stands for what is said before the first item of a message: the user's "Yes." is not the model's. */
const SPEAKERS: Readonly<Record<Speaker, number>> = { system: 1, user: 2, model: 3 };

/** The digest of a message that says one text, or begins with it. */
export function digestOpening(by: Speaker, text: string): Digest {
  return digestAll([SPEAKERS[by], digestItem({ kind: "text", text })]);
}

function digestSaid({ by, items: said }: SaidMessage): DigestedMessage {
  const items = said.map(digestItem);
  const leads: Digest[] = [];
  for (const item of items) leads.push(digestAll([leads.at(-1) ?? SPEAKERS[by], item]));
  const ids = said.flatMap(
    (item) => (item.kind === "call" ? item.id : item.kind === "result" ? item.callId : null) ?? [],
  );
  return { leads, items, ids: ids.map(callKey), by };
}

/** A tool, or a block of the system prompt. */
type Head = { readonly digest: Digest | null; readonly name: string | null; readonly sentences: readonly number[] };

/** These are mostly the very same units. */
function digestHead(layout: Layout, block: Block): Head {
  const origin = originOf(block);
  const known = heads.get(origin);
  if (known !== undefined) return known;
  const head = readHead(layout, block);
  heads.set(origin, head);
  return head;
}

const heads = new WeakMap<Unit, Head>();

/** Claude Code's first block names its build and a hash of the conversation: no words of a prompt. */
const BILLING = "x-anthropic-billing-header:";

function readHead({ body }: Layout, block: Block): Head {
  const value = jsonOrText(unmarked(body, block));
  if (block.segment === "tools")
    return { digest: digestText(canonicalValue(value)), name: toolName(value), sentences: [] };
  const item = readItem(block.kind, value);
  if (item === null || (item.kind === "text" && item.text.startsWith(BILLING)))
    return { digest: null, name: null, sentences: [] };
  return { digest: digestItem(item), name: null, sentences: item.kind === "text" ? sampleOf(item.text) : [] };
}

/** A tool's own name, or that of the function or specification in it; a server tool is named by its type. */
function toolName(value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  const places = [value, value["function"], value["toolSpec"]];
  const names = places.map((place) => (isJsonObject(place) ? place["name"] : null));
  return [...names, value["type"]].find((name) => typeof name === "string") ?? null;
}

/** The digest of no tools, and of no system prompt. */
export const NO_UNITS: Digest = digestAll([]);

/** Stands for the digest of what is said before the first of all. */
export const NO_DIGEST: Digest = 0;
