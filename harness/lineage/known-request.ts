import type { Relation } from "../kernel/inspection.ts";
import type { LastWords } from "./last-words.ts";
import type { RequestDigest } from "./request-digest.ts";

/** One request in recorded order. */
export type Told = {
  readonly id: string;
  /** Wire and model: a conversation rarely changes them. */
  readonly voice: string;
  /** Cache key and session, as the body and the headers name them; empty where none is named. */
  readonly key: string;
  readonly digest: RequestDigest;
  readonly words: LastWords;
  /** When it was sent, and when its answer began, in epoch milliseconds; null where nobody recorded it. */
  readonly startedAtMs: number | null;
  readonly answeredAtMs: number | null;
  /** The parent that the recording itself names. */
  readonly forkOf: string | null;
  /** Whether it was refused: nobody goes on from an answer that never was. */
  readonly isRefused: boolean;
  /** Whether an answer to this request was recorded; asked only of few, like what it contains. */
  readonly hasAnswer: () => boolean;
  /** Whether that answer contains a phrase. */
  readonly answered: (phrase: string) => boolean;
};

/** A request that is remembered, with its place among those that it continues. */
export type Known = Pick<
  Told,
  "id" | "voice" | "key" | "digest" | "isRefused" | "hasAnswer" | "answered" | "answeredAtMs"
> & {
  /** Who speaks (`agentOf`). */
  readonly agent: string;
  /** Its number in recorded order. */
  readonly order: number;
  readonly parent: Known | null;
  relation: Relation;
  /** The one that continues it as `turn`; which one that is may be settled anew by a later one. */
  next: Known | null;
  readonly asksForSummary: boolean;
};

/** A request whose parent is sought. */
export type Asked = Told & { readonly agent: string };

/** Who speaks: requests of one agent have the same model, wire, system prompt, tools, key and session. */
export function agentOf({ voice, key, digest }: Told): string {
  return `${voice}\n${key}\n${digest.system}\n${digest.tools}`;
}

/** Whether `known` is `ancestor`, or continues it over others. */
export function descendsFrom(known: Known, ancestor: Known): boolean {
  let each: Known | null = known;
  while (each !== null && each.order > ancestor.order) each = each.parent;
  return each === ancestor;
}
