/** One write. A prefix has several where siblings wrote it before any of them could read. */
type Entry = { readonly ttlMs: number; readonly touchedMs: number; readonly readableMs: number };

export type EntryState = "readable" | "not-yet-readable" | "expired";

/** Entries by the key of their prefix, on a virtual clock. Memory follows the live ones. */
export class EntryStore {
  readonly #entries = new Map<string, readonly Entry[]>();
  #sweepAt = 1024;

  /** Null if the prefix was never stored, or so long ago that its record was dropped. */
  stateOf(key: string, nowMs: number): EntryState | null {
    const entries = this.#entries.get(key);
    if (entries === undefined) return null;
    const alive = entries.filter((entry) => isAlive(entry, nowMs));
    if (alive.length === 0) return "expired";
    return alive.some(({ readableMs }) => readableMs <= nowMs) ? "readable" : "not-yet-readable";
  }

  /** Reading begins a lifetime anew, from the start of the reading request. */
  refresh(key: string, startMs: number): void {
    const entries = this.#entries.get(key);
    if (entries !== undefined) this.#entries.set(key, refreshed(entries, startMs));
  }

  add(key: string, { startMs, readableMs, ttlMs }: { startMs: number; readableMs: number; ttlMs: number }): void {
    const entry = { ttlMs, touchedMs: startMs, readableMs };
    this.#entries.set(key, added(this.#entries.get(key) ?? [], entry));
    if (this.#entries.size >= this.#sweepAt) this.#sweep(startMs);
  }

  /** One lifetime of grace, so that a late reader still learns that its entry expired. */
  #sweep(nowMs: number): void {
    for (const [key, entries] of this.#entries) {
      if (entries.every(({ touchedMs, ttlMs }) => nowMs - touchedMs >= 2 * ttlMs)) this.#entries.delete(key);
    }
    this.#sweepAt = Math.max(1024, 2 * this.#entries.size);
  }
}

/** An entry that is asked for exactly at the end of its lifetime has expired: providers promise no more than the lifetime. */
function isAlive({ touchedMs, ttlMs }: Entry, nowMs: number): boolean {
  return nowMs - touchedMs < ttlMs;
}

function refreshed(entries: readonly Entry[], startMs: number): readonly Entry[] {
  return entries.map((entry) => {
    const isRead = isAlive(entry, startMs) && entry.readableMs <= startMs;
    return isRead ? { ...entry, touchedMs: Math.max(entry.touchedMs, startMs) } : entry;
  });
}

/** Of two writes one is enough, where it can be read no later and lives no shorter. */
function added(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const covers = (one: Entry, other: Entry): boolean =>
    one.readableMs <= other.readableMs && one.touchedMs + one.ttlMs >= other.touchedMs + other.ttlMs;
  if (entries.some((known) => covers(known, entry))) return entries;
  return [...entries.filter((known) => isAlive(known, entry.touchedMs) && !covers(entry, known)), entry];
}
