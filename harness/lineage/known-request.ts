import type { Certainty, Relation } from "../kernel/inspection.ts";
import type { LastWords } from "./last-words.ts";
import { NO_UNITS, type RequestDigest } from "./request-digest.ts";

/** One request in recorded order. */
export type Told = {
  readonly id: string;
  /** Wire and model: a conversation rarely changes them. */
  readonly voice: string;
  /** Cache key and session, as the body and the headers name them; empty where none is named. */
  readonly key: string;
  /** The provider's, where the recording names it. */
  readonly host: string | null;
  readonly digest: RequestDigest;
  readonly words: LastWords;
  /** When it was sent, and when its answer began, in epoch milliseconds; null where nobody recorded it. */
  readonly startedAtMs: number | null;
  readonly answeredAtMs: number | null;
  /** The parent that the recording itself names. */
  readonly forkOf: string | null;
  /** Whether it was refused: nobody goes on from an answer that never was. */
  readonly isRefused: boolean;
  /** Whether no answer was recorded up to here: what was answered shows in later requests alone. */
  readonly isWithoutAnswers: boolean;
  /** Whether this request was answered, as far as anybody recorded it; asked only of few, like all that follows. */
  readonly hasAnswer: () => boolean;
  /** Whether that answer contains a phrase. */
  readonly answered: (phrase: string) => boolean;
  /** Whether the model made a call that says a phrase, behind the first `from` messages of this request. */
  readonly callsBehind: (from: number, phrase: string) => boolean;
  /** Whether what follows the first `from` messages begins with a summary of a conversation. */
  readonly statesSummaryBehind: (from: number) => boolean;
};

/** A request that is remembered, with its place among those that it continues. */
export type Known = Pick<
  Told,
  | "id"
  | "voice"
  | "key"
  | "host"
  | "digest"
  | "isRefused"
  | "hasAnswer"
  | "answered"
  | "callsBehind"
  | "startedAtMs"
  | "answeredAtMs"
  | "forkOf"
> & {
  /** Who speaks (`agentOf`). */
  readonly agent: string;
  /** The digest of the first block that it says. */
  readonly opening: string | null;
  /** Its number in recorded order. */
  readonly order: number;
  /** What was begun may be found to be a task that another one gave. */
  parent: Known | null;
  relation: Relation;
  certainty: Certainty | null;
  /** The one that continues it as `turn`; which one that is may be settled anew by a later one. */
  next: Known | null;
  readonly asksForSummary: boolean;
  /** Whether it begins a conversation or goes on in its main line, as far as could be told when it was added. */
  readonly isOfMainLine: boolean;
  /** Whether it, or one that it goes on from, was answered or may have been: something of it may be stored. */
  readonly mayBeStored: boolean;
};

/** A request whose parent is sought. */
export type Asked = Told & { readonly agent: string };

/** Who speaks: requests of one agent have the same model, wire, host, system prompt, tools, key and session. */
export function agentOf({ voice, key, host, digest }: Told): string {
  return `${voice}\n${host ?? ""}\n${key}\n${digest.system}\n${digest.tools}`;
}

/** Whether anything but model and host tells whose a request is. */
export function isNamed({ key, digest }: Pick<Told, "key" | "digest">): boolean {
  return key !== "" || digest.system !== NO_UNITS || digest.tools !== NO_UNITS;
}

/** The digest of the first block that a request says, behind the frame of its message. */
export function openingOf({ digest }: Pick<Told, "digest">): string | null {
  return digest.leads.at(0)?.[1] ?? null;
}

/** Whether two requests ask another model, another wire or another host: a cache that they do not share. */
export function asksElsewhere(known: Pick<Told, "voice" | "host">, told: Pick<Told, "voice" | "host">): boolean {
  return known.voice !== told.voice || (known.host !== null && told.host !== null && known.host !== told.host);
}

/** Whether a request says the very messages of another. */
export function isRepeat({ digest: { messages } }: Pick<Told, "digest">, { digest }: Pick<Told, "digest">): boolean {
  const { length } = messages;
  return digest.messages.length === length && digest.messages.at(-1) === messages.at(-1);
}

/** Whether `known` is `ancestor`, or continues it over others. */
export function descendsFrom(known: Known, ancestor: Known): boolean {
  let each: Known | null = known;
  while (each !== null && each.order > ancestor.order) each = each.parent;
  return each === ancestor;
}
