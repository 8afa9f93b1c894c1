import type { Fields } from "./fields.ts";
import type { Answer, CallKind } from "./stream/answer.ts";
import type { ToolResult } from "./tool-result.ts";
import type { Span } from "./span.ts";
import type { StreamAssembler } from "./stream/stream-assembler.ts";

export type WireName = "anthropic-messages" | "openai-chat" | "openai-responses" | "gemini-generate";

/** A member and the members inside it, such as `output_config`, `effort`. */
export type MemberPath = readonly [string, ...string[]];

/**
 * One wire format, as far as a fork must know it: where the history lies, how an element of it reads, how ours are written.
 * An *element* is one entry of the history array, in raw JSON. Where several are passed as one buffer they are joined by
 * commas, ready to be inserted.
 */
export type WireFormat = {
  readonly name: WireName;
  /** The member that holds the history array. */
  readonly history: string;
  /** The element for a text in place of the array, around its raw bytes; null if the format does not allow a text. */
  readonly elementOfText: ((text: Buffer) => Buffer) | null;
  /** The places of members that a fork needs. Of several paths the first present one counts. */
  readonly members: {
    /** Empty if the system prompt is at the head of the history. */
    readonly system: readonly MemberPath[];
    readonly thinking: MemberPath;
    readonly effort: MemberPath;
    readonly toolChoice: MemberPath;
    readonly temperature: MemberPath;
    /** Null if the format does not take stop sequences. */
    readonly stopSequences: MemberPath | null;
    readonly responseFormat: MemberPath;
    /** Names a conversation that the provider keeps. A request with it continues that conversation. Null if the format has no such member. */
    readonly keptConversation: MemberPath | null;
    /** If all are missing, the first is added. */
    readonly maxTokens: readonly [MemberPath, ...MemberPath[]];
  };
  /** Request headers that reach the cache key, the routing or the meaning of the body; in lower case. */
  readonly inheritedHeaders: readonly string[];
  /** Members that ask for one streamed answer with its usage; null for members that must be left out then. */
  readonly streaming: Fields;
  /** Members with which a request declares no tools. */
  readonly withoutTools: Fields;
  readonly view: (element: Buffer) => ElementView;
  /** The elements with which an answer's raw content goes back as history. Empty for empty content. */
  readonly answerElements: (content: Buffer) => readonly Buffer[];
  /** The results in the order given, then the texts, as one user turn. */
  readonly encodeUser: (results: readonly ToolResult[], texts: readonly string[]) => Buffer;
  readonly encodeAssistant: (text: string) => Buffer;
  /** Null if the provider caches without marks, or we know no mark of it. */
  readonly breakpoints: Breakpoints | null;
  /** The element with the arguments of every call emptied. An element without calls stays unchanged. */
  readonly blankArguments: (element: Buffer) => Buffer;
  /** The meaning of the provider's word for the end of an answer; null for an unknown word. */
  readonly ending: (stopReason: string | null) => Ending | null;
  /** The answer in a response body that is not streamed. Throws WireFault for any other body. */
  readonly readAnswer: (body: Buffer) => Answer;
  readonly newAssembler: () => StreamAssembler;
};

/** A body in slices, and where the next element of its history goes. */
export type OpenBytes = { readonly parts: readonly Buffer[]; readonly historyEnd: number };

export type MarkSurvey = {
  /** How many marks the body can still take. */
  readonly room: number;
  /** The bytes of a mark that can go to make room; empty if the body has room, or no mark can go. */
  readonly spare: readonly Span[];
  /** From the last mark in the history or before it to the end of the elements that follow. */
  readonly unmarkedBytes: number;
};

/** The marks by which a request says up to where its prefix is to be cached. */
export type Breakpoints = {
  /** `own` are the elements that follow, raw. */
  readonly survey: (body: OpenBytes, own: readonly Buffer[]) => MarkSurvey;
  /** Raw elements of ours with a mark at their end; null if no block of the last one may carry one. */
  readonly marked: (elements: Buffer) => Buffer | null;
};

/** `paused`: the provider wants the turn back unchanged and will go on. */
export type Ending = "finished" | "length" | "refusal" | "paused";

/** The facts about an element that a continuation needs. */
export type ElementView = {
  /** `user` also for results of tools. Any other word is the wire's own, and nothing can follow it. */
  readonly role: string;
  /** Calls of the client's tools. The id is null if the wire may leave it out. */
  readonly calls: readonly { readonly id: string | null; readonly name: string; readonly kind?: CallKind }[];
  readonly results: readonly { readonly id: string | null; readonly name: string | null }[];
  /** Calls of the provider's own tools, and which of such calls have a result. */
  readonly hostedCalls: readonly string[];
  readonly hostedResults: readonly string[];
  readonly texts: readonly string[];
  readonly hasMedia: boolean;
};

export const emptyView: Omit<ElementView, "role"> = {
  calls: [],
  results: [],
  hostedCalls: [],
  hostedResults: [],
  texts: [],
  hasMedia: false,
};
