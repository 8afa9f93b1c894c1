import type { Header } from "../../../harness/kernel/exchange.ts";
import type { Entry } from "./base.ts";
import type { Codec } from "./codec.ts";
import type { JsonObject } from "./json.ts";

/** A request before it is written. */
export type Draft = {
  body: JsonObject;
  path: string;
  headers: readonly Header[];
  readonly codec: Codec;
  /** Its number in the session: a clock that runs says another time each time. */
  readonly number: number;
};

/** What a client does wrong from some request on. Each of its requests is changed by it in the same way. */
export type Bug = {
  readonly name: string;
  /** Changes what was said before the client went wrong: the first `inherited` entries are its parent's. */
  readonly entries?: (entries: readonly Entry[], inherited: number, codec: Codec) => readonly Entry[];
  readonly draft?: (draft: Draft) => void;
  /** Changes the written body. */
  readonly text?: (text: string) => string;
  /** Lies in what the line says itself, so that nothing is changed when it is written. */
  readonly isAlways?: true;
  /** Changes the first message, by which a conversation is known that has no other yet. */
  readonly changesOpening?: true;
  /** Another model is a relation of its own. */
  readonly asksAnotherModel?: true;
  /**
   * What it leaves of the parent's last exchange is what an older request and a part of its answer say: only the answer to the parent
   * can show that the parent is meant.
   */
  readonly hidesParent?: true;
};
