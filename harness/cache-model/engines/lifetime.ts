/** When something was last used, since when it can be read, and how long it lives without use. */
export type Lifetime = { touchedMs: number; readableMs: number; ttlMs: number };

export function isReadable({ touchedMs, readableMs, ttlMs }: Lifetime, nowMs: number): boolean {
  return readableMs <= nowMs && nowMs - touchedMs < ttlMs;
}

/** Of what is alive the longer of two lifetimes holds: a use that asks for a shorter one takes nothing away. */
export function prolong(
  known: Lifetime,
  { startMs, ttlMs }: { readonly startMs: number; readonly ttlMs: number },
): void {
  const isAlive = startMs - known.touchedMs < known.ttlMs;
  const endsLater = known.touchedMs + known.ttlMs > startMs + ttlMs;
  if (isAlive && endsLater) return;
  known.touchedMs = Math.max(known.touchedMs, startMs);
  known.ttlMs = ttlMs;
}
