import type { SaidMessage } from "../../wires/shared/said/read-message.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Certainty, ParentEvidence } from "../../kernel/inspection/inspection.ts";
import type { LastMessageText } from "./last-message-text.ts";
import type { Digest } from "./digest.ts";
import { type KeptDigest, NO_UNITS, type RequestDigest } from "./request-digest.ts";

/** One request in recorded order, as lineage reads it. It lives while it is added: what is kept of it is an IndexedRequest. */
export type RequestSummary = {
  readonly id: string;
  /** Wire and model: a conversation rarely changes them. */
  readonly voice: string;
  /** Cache key and session from the body and the headers; empty if missing. */
  readonly key: string;
  /** The provider's, where the recording names it. */
  readonly host: string | null;
  readonly digest: RequestDigest;
  readonly words: LastMessageText;
  /** When it was sent, and when its answer began, in epoch milliseconds; null if no time was recorded. */
  readonly startedAtMs: number | null;
  readonly answeredAtMs: number | null;
  /** The number of the clock that both were read from: times of two clocks do not show which was sent first. */
  readonly clock: number;
  /** The parent that the recording or the user names. */
  readonly named: NamedParent | null;
  readonly outcome: Outcome;
  /** The model's answer; null if no answer came whole or was recorded. */
  readonly answer: Answer | null;
  /** Messages behind the first `from` of the digest. */
  readonly behind: (from: number) => readonly SaidMessage[];
  /** Whether what follows the first `from` messages begins with a summary of a conversation; asked of few. */
  readonly statesSummaryBehind: (from: number) => boolean;
};

/** What is known of the messages of a request, new or remembered. */
export type Digested = { readonly digest: KeptDigest };

export type NamedParent = { readonly id: string; readonly by: Extract<ParentEvidence, "forkOf" | "said"> };

/**
 * - `answered` an answer came whole
 * - `cut` an answer began and broke off, or never began
 * - `refused` the provider refused the request
 * - `unrecorded` no answer was recorded: of this request, or of any so far
 */
export type Outcome = "answered" | "cut" | "refused" | "unrecorded";

/** An answer as later requests repeat it. */
export type Answer = {
  /** A digest for each text and each call. */
  readonly items: readonly Digest[];
  /** Its calls: digests of their names (see `callName`). */
  readonly calls: readonly Digest[];
  /** Of those that have an id: see `callKey`. */
  readonly ids: readonly Digest[];
  /** The strings in the inputs of its calls, and its last text. */
  readonly inputs: readonly string[];
  readonly text: string | null;
};

/** A request whose parent is sought. */
export type Child = RequestSummary & { readonly agent: string };

/** A request that is remembered, with its place among those that it continues. */
export type IndexedRequest = Pick<
  RequestSummary,
  "id" | "voice" | "key" | "host" | "startedAtMs" | "answeredAtMs" | "clock" | "named" | "outcome"
> & {
  readonly digest: KeptDigest;
  /** Who speaks (`agentOf`). */
  readonly agent: string;
  /** The digest of the first block that it says. */
  readonly opening: Digest | null;
  /** See `JoinedTexts.joinsOf`. */
  readonly joins: readonly Digest[];
  /** Its number in recorded order. */
  readonly order: number;
  /** Its answer: recorded, or shown by its continuation. */
  answer: readonly Digest[];
  calls: readonly Digest[];
  /** Whether that answer was recorded. */
  readonly isAnswerRecorded: boolean;
  /** A new conversation may later turn out to be a task that another one gave. */
  parent: IndexedRequest | null;
  relation: Relation;
  certainty: Certainty | null;
  continuation: Continuation;
  /** Whether anything continues it yet. */
  isContinued: boolean;
  /** The one that continues it as `turn`; which one that is may be settled anew by a later one. */
  next: IndexedRequest | null;
  readonly asksForSummary: boolean;
  /** Whether it begins a conversation or continues in its main line, as far as was known when it was added. */
  isOfMainLine: boolean;
  /** Whether it, or one that it goes on from, was answered or may have been: something of it may be stored. */
  readonly mayBeStored: boolean;
};

/** A result as another one for the same call is compared with it. */
export type BroughtResult = {
  /** The call that it answers: the digest of its name (see `callName`). */
  readonly call: Digest;
  readonly digest: Digest;
  /** Digests of how it begins and ends; null for a text that is too short to identify, or that replaces cleared content. */
  readonly head: Digest | null;
  readonly tail: Digest | null;
};

/** The content of a request after its parent's messages, as far as it distinguishes a turn from a fork. */
export type Continuation = {
  /** How many messages of its own begin with its parent's; -1 where they do not. */
  readonly sharedUpTo: number;
  /** How much of its parent's answer it repeats; `unknown` if that answer was not recorded. */
  readonly repeats: "whole" | "part" | "none" | "unknown";
  /** Whether it answers a call of its parent's answer, as far as that was recorded or shown before it. */
  readonly answersCall: boolean;
  /** Its results for its parent's calls, one for each call. Empty if it answers no call. */
  readonly results: readonly BroughtResult[];
  /** Whether the user adds text to the output of tools. */
  readonly addsText: boolean;
  /** The input of a call of its parent's answer that equals the user's text, or that this text contains; null without one. */
  readonly directive: string | null;
  /** The request whose answer it brings as what a tool answered. */
  readonly reports: IndexedRequest | null;
};

/** Who speaks: requests of one agent have the same model, wire, host, system prompt, tools, key and session. */
export function agentOf({
  voice,
  key,
  host,
  digest,
}: Pick<RequestSummary, "voice" | "key" | "host" | "digest">): string {
  return `${voice}\n${host ?? ""}\n${key}\n${digest.system}\n${digest.tools}`;
}

/** Whether anything but model and host shows whose a request is. */
export function isNamed({ key, digest }: Pick<RequestSummary, "key"> & Digested): boolean {
  return key !== "" || digest.system !== NO_UNITS || digest.tools !== NO_UNITS;
}

/** The digest of the first block that a request says. */
export function openingOf({ digest }: Pick<RequestSummary, "digest">): Digest | null {
  return digest.leads.at(0)?.[0] ?? null;
}

/** Whether two requests ask another model, another wire or another host: a cache that they do not share. */
export function asksElsewhere(
  one: Pick<RequestSummary, "voice" | "host">,
  other: Pick<RequestSummary, "voice" | "host">,
): boolean {
  return one.voice !== other.voice || (one.host !== null && other.host !== null && one.host !== other.host);
}

/** Whether a request says the very messages of another. */
export function isRepeat({ digest: { chains } }: Digested, { digest }: Digested): boolean {
  return digest.chains.length === chains.length && digest.chains.at(-1) === chains.at(-1);
}

/** Whether `request` is `ancestor`, or continues it over others. */
export function descendsFrom(request: IndexedRequest, ancestor: IndexedRequest): boolean {
  let each: IndexedRequest | null = request;
  while (each !== null && each.order > ancestor.order) each = each.parent;
  return each === ancestor;
}
