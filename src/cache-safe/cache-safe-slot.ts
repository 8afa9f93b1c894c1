import { refuseUnknownOption } from "../options/refuse-unknown.ts";
import type { CacheSafeParams } from "./cache-safe-params.ts";

/** Which request of which conversation a snapshot was taken from. */
export type TurnKey = { readonly session: string; readonly turn: number };

/**
 * Keeps the newest snapshot of each session for whoever forks later. An agent owns its slot: a process-wide one serves a
 * session's snapshot to another (src/FORK-SYSTEMS.md#snapshot-of-qwen-code). One snapshot per session bounds the memory.
 */
export class CacheSafeSlot {
  readonly #latest = new Map<string, { readonly turn: number; readonly params: CacheSafeParams }>();

  /** The last save of a session wins. */
  save(key: TurnKey, params: CacheSafeParams): void {
    const { session, turn } = checked(key);
    this.#latest.set(session, { turn, params });
  }

  /** The snapshot of exactly this turn. Null where the session has none or has moved on. */
  read(key: TurnKey): CacheSafeParams | null {
    const { session, turn } = checked(key);
    const saved = this.#latest.get(session);
    return saved?.turn === turn ? saved.params : null;
  }

  clear(session: string): void {
    this.#latest.delete(session);
  }
}

/** Throws TypeError for a key without its members: under a misspelled session, all sessions would share one snapshot. */
function checked(key: TurnKey): TurnKey {
  refuseUnknownOption("CacheSafeSlot", key, ["session", "turn"]);
  if (typeof key.session === "string" && typeof key.turn === "number") return key;
  throw new TypeError("CacheSafeSlot: the key is incomplete; pass { session, turn }, a text and a number");
}
