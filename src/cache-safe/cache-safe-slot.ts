import type { CacheSafeParams } from "./cache-safe-params.ts";

/** Which request of which conversation a snapshot was taken from. */
export type TurnKey = { readonly session: string; readonly turn: number };

/**
 * Keeps the newest snapshot of each session for whoever forks later. An agent owns its slot: a process-wide one serves a
 * session's snapshot to another (QwenLM/qwen-code#9233, other-forks.md A.3). One snapshot per session bounds the memory.
 */
export class CacheSafeSlot {
  readonly #latest = new Map<string, { readonly turn: number; readonly params: CacheSafeParams }>();

  /** The last save of a session wins. */
  save({ session, turn }: TurnKey, params: CacheSafeParams): void {
    this.#latest.set(session, { turn, params });
  }

  /** The snapshot of exactly this turn. Null where the session has none or has moved on. */
  read({ session, turn }: TurnKey): CacheSafeParams | null {
    const saved = this.#latest.get(session);
    return saved?.turn === turn ? saved.params : null;
  }

  clear(session: string): void {
    this.#latest.delete(session);
  }
}
