import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { whyUnanswered } from "../../verdict/costs/why-unanswered.ts";
import { noteRequest, noteSource } from "./activity.ts";
import { type ExchangeSource, owned } from "./exchange-source.ts";
import { claim } from "../other-copy.ts";
import type { SaveOptions } from "./save-options.ts";
import { saveTape } from "./save-tape.ts";
import type { TapeLog } from "./tape-log.ts";

/** Whatever holds exchanges that can be inspected as one recording. */
export class KeptExchanges {
  readonly #log: Pick<TapeLog, "exchanges" | "isComputed">;
  protected readonly source: ExchangeSource;

  constructor(
    name: string,
    log: Pick<TapeLog, "exchanges" | "isComputed">,
    {
      isMock = false,
      faults = nothing,
      mocks = nothing,
      bypassed = nothing,
    }: Partial<Omit<ExchangeSource, "name" | "exchanges">> = {},
  ) {
    this.#log = log;
    this.source = { name, isMock, exchanges: () => this.exchanges, faults, mocks, bypassed };
    claim(this);
    noteSource(this.source);
  }

  get exchanges(): readonly RecordedExchange[] {
    return owned(this.#log.exchanges(), this.source, this.#log.isComputed);
  }

  /** Those that a provider answered: attempts that were refused, cut before an answer or never arrived are left out. */
  get answered(): readonly RecordedExchange[] {
    return this.exchanges.filter((each) => each.response !== null && whyUnanswered(each) === null);
  }

  readonly save = (folder: string, options?: SaveOptions): Promise<void> => saveTape(folder, this.exchanges, options);

  /** Null for an object that holds no exchanges. */
  static sourceOf(holder: unknown): ExchangeSource | null {
    return holder instanceof KeptExchanges ? holder.source : null;
  }

  protected readonly noteRequest = (id: string): void => noteRequest(this.source, id);
}

function nothing(): readonly never[] {
  return [];
}
