import type { ProviderCache } from "../providers/provider.ts";
import { knownLayout } from "../wires/known-layout.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import { checkBody } from "../verdict/check-body.ts";
import { refuseUnknownModels, describeUnknownModel, unknownModel } from "../verdict/recording/unknown-model.ts";

/** Whose rules a scenario asks for, and where it stands. */
export type AskedFor = { readonly provider: string | null; readonly place: string };

export type WatchOptions = {
  readonly strict: boolean;
  readonly caches: readonly ProviderCache[] | undefined;
  readonly tell: (line: string) => void;
};

/** Watches a run for models without rules: each is reported once, or with `strict` refused on first use. */
export class ModelWatch {
  readonly #options: WatchOptions;
  readonly #told = new Set<string>();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** `like` as in knownLayout. @throws HarnessError HX520 with `strict`, for a model that no rules know */
  see(exchange: Exchange, { provider, place }: AskedFor, like: Layout | null = null): void {
    if (exchange.request.length === 0) return;
    checkBody(exchange);
    const layout = knownLayout(exchange, like);
    if (layout !== null) this.seeLaidOut(exchange, layout, { provider, place });
  }

  /** The same of a request that was read already. */
  seeLaidOut(exchange: Exchange, layout: Layout, { provider, place }: AskedFor): void {
    const { strict, caches, tell } = this.#options;
    const unknown = unknownModel(exchange, layout, { provider, caches });
    if (unknown === null) return;
    if (strict) throw refuseUnknownModels([unknown], place);
    if (!this.#told.has(unknown.model)) tell(describeUnknownModel(unknown));
    this.#told.add(unknown.model);
  }
}
