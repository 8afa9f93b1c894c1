/** Why a request brought no answer. `message` is the provider's own text if it sent one, with credentials masked. */
export type ProviderError =
  | (Refusal & { readonly kind: RefusalKind })
  | (Refusal & {
      readonly kind: "rate-limit";
      /** How long the provider asks to wait; null if it did not say. */
      readonly retryAfterMs: number | null;
    })
  /** The answer began and ended before it was whole. */
  | { readonly kind: "cut-stream"; readonly message: string }
  /** The answer came and cannot be read. */
  | { readonly kind: "malformed-event"; readonly message: string }
  /** The provider did not begin to answer in time. The fork's own limit is a stop cause, not this. */
  | { readonly kind: "timeout"; readonly message: string }
  | { readonly kind: "aborted"; readonly message: string }
  | { readonly kind: "connection"; readonly message: string };

/** `auth` also if the key is missing: then nothing was sent, and `status` is null. */
export type RefusalKind = "bad-request" | "auth" | "permission" | "not-found" | "overloaded" | "server";

type Refusal = {
  readonly message: string;
  /** HTTP status; null if the refusal came inside a stream that had begun with 200. */
  readonly status: number | null;
  /** The provider's id of the request, for its support. */
  readonly requestId: string | null;
};
