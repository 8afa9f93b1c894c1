import type { ExchangeSource } from "./exchange-source.ts";

/** Who wants to know of tapes and mocked providers as they are made, and of requests as they are sent: `forkproof/vitest/auto`. */
export type ActivityListener = {
  readonly made: (source: ExchangeSource) => void;
  readonly sent: (source: ExchangeSource, id: string) => void;
};

let listener: ActivityListener | null = null;

/** Sets the one listener of this process. */
export function listenToActivity(each: ActivityListener | null): void {
  listener = each;
}

export function noteSource(source: ExchangeSource): void {
  listener?.made(source);
}

export function noteRequest(source: ExchangeSource, id: string): void {
  listener?.sent(source, id);
}
