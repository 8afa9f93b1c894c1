import type { FindingRole } from "../../harness/kernel/finding.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Json, WireBody, WireName } from "./wire-requests.ts";
import type { Message, WireWords } from "./wire-words.ts";

/** A mutation whose place is made: messages behind the recorded ones, another system prompt, or something outside the body. */
export type WireTail = {
  readonly code: string;
  readonly role?: FindingRole;
  readonly edit: (sides: Sides) => string | null;
  readonly provider?: string;
  readonly sent?: { readonly parent?: Partial<Exchange>; readonly child?: Partial<Exchange> };
  /** Edits the written body of the child. */
  readonly raw?: (body: string) => string;
  readonly not?: Readonly<Partial<Record<WireName, string>>>;
};

type Sides = { readonly parent: Json; readonly child: Json; readonly wire: WireBody; readonly words: WireWords };

/** Messages behind the recorded ones, and what became of them; the block that breaks, counted in the parent's tail. */
export function tail(
  before: (words: WireWords) => readonly Message[],
  after: (words: WireWords) => readonly Message[],
  breaks: Place = [0, 0],
): WireTail["edit"] {
  return ({ parent, child, wire, words }) => {
    const length: number = parent[wire.list].length;
    parent[wire.list].push(...before(words));
    child[wire.list].push(...after(words));
    return breaks === null ? null : words.at(length + breaks[0], breaks[1]);
  };
}

/** Message and block; null where wires write it at places of their own. */
type Place = readonly [message: number, block: number] | null;

/** Messages of the child's own, behind the parent's. */
export function own(messages: (words: WireWords) => readonly Message[]): WireTail["edit"] {
  return tail(() => [], messages, null);
}

export function inSystem(
  before: (text: string) => readonly string[],
  after: (text: string) => readonly string[],
): WireTail["edit"] {
  return ({ parent, child, words: { system, systemAt } }) => {
    const text = system.get(parent);
    system.set(parent, ...before(text));
    system.set(child, ...after(text));
    return before(text).length === 1 && after(text).length > 1 ? null : systemAt;
  };
}

/** A system prompt that is written as the first message stays. */
export function systemMessages(body: Json, { list }: WireBody): readonly Message[] {
  return body[list].slice(0, body[list][0]?.role === "system" ? 1 : 0);
}
