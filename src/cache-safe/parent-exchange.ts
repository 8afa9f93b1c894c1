import type { WireName } from "../wire/wire-format.ts";

/** One exchange of the parent, raw. */
export type ParentExchange = {
  /**
   * The request body as it crossed the wire. Bytes are copied: the caller may use its buffer again. A text is taken as its UTF-8
   * bytes, which are what fetch sends of it.
   */
  readonly request: Uint8Array | string;
  /** The request headers as sent, in any case. Only those that reach the prompt are kept; no credential is. */
  readonly headers: HeadersLike;
  /** The body of the provider's answer, JSON or server-sent events. Null if it is unknown, was an error or was cut. */
  readonly answer: Uint8Array | string | null;
  /** Where the request was sent, whole or from its path on: it says the wire format and, on Gemini, the model. */
  readonly url?: string | URL;
  /** Default: the wire format of `url`; without a URL, Anthropic Messages. */
  readonly wire?: WireName;
  /** Default: the model in the body, then in `url`. On Gemini only the URL names it. */
  readonly model?: string;
};

/** `Headers`, pairs of name and value, or an object as Node's `request.headers` is one. */
export type HeadersLike =
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | number | readonly string[] | undefined };
