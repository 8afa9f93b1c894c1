import type { RecordedAnswer } from "./script/recorded-answer.ts";
import type { Refusal } from "../providers/refusal.ts";
import type { PrefixRules, ProviderRules } from "../providers/rules/cache-rules.ts";
import type { PredictedUsage } from "../cache-model/predicted-usage.ts";
import type { Header } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import type { ScriptedMessage } from "./script/script.ts";

/**
 * The mocked provider's side of one wire format: the requests that it takes and refuses, and its answers. A value without state.
 */
export type MockWire = {
  readonly name: string;
  /** Judged by the path; of several wires the first that says yes has the request. */
  readonly recognises: (request: WireRequest) => boolean;
  /** `before` is the layout of an earlier request, which this one may repeat. */
  readonly read: (request: WireRequest, before: Layout | null) => Reading;
  readonly errors: WireErrors;
  /** How its recorded answers are read, so that the mocked model gives them again. */
  readonly recorded?: RecordedAnswer;
  /** The headers of every response in addition to its content type. */
  readonly headers: (requestId: string) => readonly Header[];
};

export type WireRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
};

export type Reading =
  | PromptRequest
  /** An answer that no script decides, such as the list of models. */
  | { readonly kind: "document"; readonly value: unknown }
  | { readonly kind: "refused"; readonly rejection: Refusal }
  /** The fate of a prefix that is stored under a name. */
  | { readonly kind: "resource"; readonly call: ResourceCall; readonly project: string }
  /** The provider has no such endpoint. */
  | { readonly kind: "elsewhere" };

export type ResourceCall =
  | { readonly does: "create"; readonly layout: Layout }
  | { readonly does: "update"; readonly name: string; readonly layout: Layout }
  | { readonly does: "get" | "delete"; readonly name: string }
  | { readonly does: "list" };

/** A well-formed request that has a prompt. */
export type PromptRequest = {
  readonly kind: "asked";
  /** A count and a warm-up use no step of the script; a count leaves the cache as it is. */
  readonly wants: "answer" | "count" | "warm-up";
  readonly layout: Layout;
  readonly model: string;
  /** Whose cache answers, by the name that cache rules have. */
  readonly provider: string;
  /** The scope in which named resources are shared; in wire formats that have them. */
  readonly project?: string;
  /** The provider's refusal of it, in the provider's words and with the first fault only. */
  readonly findFault: (rules: ProviderRules) => Refusal | null;
  readonly render: (answer: Answer) => Rendering;
  /** The blocks of an answer as a later request repeats them; on wires whose provider holds conversations or binds thinking. */
  readonly content?: (answer: Pick<Answer, "name" | "message">) => readonly Readonly<Record<string, unknown>>[];
  /** The document that answers a count. */
  readonly renderCount: (tokens: number) => unknown;
  /** Strings of which a later request that answers the call repeats one. */
  readonly callMarks: (answer: string, index: number) => readonly string[];
};

/** Everything that makes an answer what it is; equal inputs give equal bytes. */
export type Answer = {
  readonly model: string;
  /** Such as `fork_1`: names the answer and its calls. */
  readonly name: string;
  readonly message: ScriptedMessage;
  readonly usage: PredictedUsage;
  /** The rules by which `usage` was computed: whose counters these are. */
  readonly rules: Pick<ProviderRules, "provider" | "engine"> & Pick<PrefixRules, "tellsWrites">;
  readonly nowMs: number;
  /** Members of the response with the provider's own miss reason; empty if the request did not ask. */
  readonly diagnosis?: Readonly<Record<string, unknown>>;
};

/** A response's body in the pieces in which it may be held or cut: its events, or the halves of a document. */
export type Rendering = { readonly contentType: string; readonly pieces: readonly Piece[] };

/** Bytes, or a message of Amazon's binary event stream, which the transport encodes. */
export type Piece = Buffer | AmazonMessage;

export type AmazonMessage = {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
};

export type WireErrors = {
  /** The type and the message of a status if a script sets no others. */
  readonly usual: (status: number) => Refusal;
  readonly body: (rejection: Refusal, requestId: string) => Buffer;
  readonly headers: (rejection: Refusal) => readonly Header[];
};
