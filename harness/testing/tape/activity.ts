import type { ExchangeSource } from "./exchange-source.ts";

/** Who wants to know of requests as they are sent: `forkproof/vitest/auto`. */
export type ActivityListener = (source: ExchangeSource, id: string) => void;

let listener: ActivityListener | null = null;

/** Sets the one listener of this process. */
export function listenToActivity(each: ActivityListener | null): void {
  listener = each;
}

export function noteRequest(source: ExchangeSource, id: string): void {
  listener?.(source, id);
}
