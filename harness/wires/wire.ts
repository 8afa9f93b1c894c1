import type { Exchange } from "../kernel/exchange.ts";
import type { DialectName, Layout } from "../kernel/layout.ts";
import type { ProviderError } from "../kernel/faults/provider-error.ts";
import type { Usage } from "../kernel/usage.ts";
import type { AnsweredWith } from "./read-error.ts";

/** One wire format: how to recognise a request, where its prefix lies, how usage is spelled. A value, no state. */
export type Dialect = {
  readonly name: DialectName;
  /** Judged from path and shape; never from a client's name. `body` is valid JSON. */
  readonly recognises: (exchange: Pick<Exchange, "path" | "headers">, body: Buffer) => boolean;
  /**
   * Lays a valid JSON body out in cache order. `like` is the layout of a body that this one may repeat (a parent's): what
   * is repeated is compared instead of scanned. The result is the same with and without it.
   */
  readonly parseLayout: (body: Buffer, like?: Layout) => Layout;
  /** The counters as the response reports them; null where it reports none. */
  readonly readUsage: (response: { readonly contentType: string | null; readonly body: Buffer }) => Usage | null;
  /** Why the provider did not answer, in its own words; null where it did. */
  readonly readError: (response: AnsweredWith) => ProviderError | null;
};
