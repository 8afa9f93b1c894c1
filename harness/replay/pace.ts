import type { RecordedExchange } from "../cassette/recorded-exchange.ts";

/** How fast a response comes: as it was recorded, at once, or a piece at every so many milliseconds. */
export type Pace = { readonly kind: "recorded" | "instant" } | { readonly kind: "fixed"; readonly everyMs: number };

/** Time as a replay knows it, in milliseconds from any start. */
export type ReplayClock = {
  readonly now: () => number;
  /** Resolves at that time, or once `signal` is aborted. */
  readonly until: (atMs: number, signal: AbortSignal) => Promise<void>;
};

/** A piece of a response body, and when it is due after the request. */
export type ScheduledPiece = { readonly afterMs: number; readonly bytes: Buffer };

/** Real time. `startTimer` calls back after a delay unless what it answers is called first. */
export function realReplayClock(ports: {
  readonly now: () => number;
  readonly startTimer: (delayMs: number, fire: () => void) => () => void;
}): ReplayClock {
  return {
    now: ports.now,
    until: async (atMs, signal) => {
      const delayMs = atMs - ports.now();
      if (delayMs <= 0 || signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = ports.startTimer(delayMs, resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      stop();
    },
  };
}

/** Time that passes only by being waited for: a replay of an hour takes a moment, and each one is like the last. */
export function virtualReplayClock(startMs: number = 0): ReplayClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    until: async (atMs) => {
      nowMs = Math.max(nowMs, atMs);
    },
  };
}

/** When the head of a response is due. */
export function headAfterMs({ firstByteMs }: RecordedExchange, pace: Pace): number {
  if (pace.kind === "fixed") return pace.everyMs;
  return pace.kind === "recorded" ? (firstByteMs ?? 0) : 0;
}

/** The response's bytes as they crossed the wire, in the pieces in which they came. */
export function duePieces(exchange: RecordedExchange, pace: Pace): readonly ScheduledPiece[] {
  const body = exchange.encoded.response?.bytes ?? exchange.response?.body ?? Buffer.alloc(0);
  const headMs = headAfterMs(exchange, pace);
  const pieces: ScheduledPiece[] = [];
  let at = 0;
  for (const [index, [afterFirstByteMs, bytes]] of (exchange.chunks ?? []).entries()) {
    const afterMs = { recorded: headMs + afterFirstByteMs, instant: 0, fixed: headMs * (index + 2) }[pace.kind];
    pieces.push({ afterMs, bytes: body.subarray(at, at + bytes) });
    at += bytes;
  }
  // A recording that does not say how its bytes came has them in one piece.
  if (at < body.length) pieces.push({ afterMs: headMs, bytes: body.subarray(at) });
  return pieces;
}
