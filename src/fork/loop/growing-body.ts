import type { ForkBody } from "../../wire/fork-body.ts";
import type { SeedMessage } from "../../strategies/strategy.ts";
import type { Breakpoints, WireFormat } from "../../wire/wire-format.ts";

/** Tokens that no turn could read at less than this are not worth a write of the first turn: about the least that a model caches. */
const longBytes = 4096;

export type BegunBody = {
  /** The first body without the fork's own messages. */
  readonly openBody: ForkBody;
  readonly format: Pick<WireFormat, "breakpoints">;
  /** The fork's own messages in the first body, raw and without a mark. */
  readonly firstMessages: readonly SeedMessage[];
  readonly maxTurns: number;
  readonly ownBreakpoints: boolean;
};

/**
 * The bodies of a run: each is the one before with more behind it. Where the parent marks its prefix for the cache, the run marks
 * its own newest messages too, as far as the wire has marks left: otherwise each turn pays again for what the turns
 * before it added. The parent's bytes and marks stay.
 */
export class GrowingBody {
  readonly #openBody: ForkBody;
  readonly #breakpoints: Breakpoints | null;
  readonly #room: number;
  readonly #tail: Appended[] = [];
  #body: ForkBody;

  /** The first body. */
  constructor({ openBody, format, firstMessages, maxTurns, ownBreakpoints }: BegunBody) {
    const messages = firstMessages.map(({ bytes }) => bytes);
    // No later turn reads what a single one sends.
    const breakpoints = ownBreakpoints && maxTurns > 1 ? format.breakpoints : null;
    // A strategy may have set marks of its own.
    const { room, unmarkedBytes } = breakpoints?.survey(openBody.append(messages)) ?? { room: 0, unmarkedBytes: 0 };
    this.#openBody = openBody;
    this.#breakpoints = breakpoints;
    this.#room = room;
    this.#body = this.#append([], messages, unmarkedBytes >= longBytes);
  }

  get body(): ForkBody {
    return this.#body;
  }

  /**
   * @param answer elements of the model's answer, which go back as they came
   * @param results our own message, if there is one
   * @param goesOn whether another turn may read what the next one writes to the cache
   */
  grow(answer: readonly Buffer[], results: readonly Buffer[], goesOn: boolean): void {
    this.#body = this.#append(answer, results, goesOn);
  }

  #append(answer: readonly Buffer[], own: readonly Buffer[], takesMark: boolean): ForkBody {
    const markedOf = (bytes: Buffer): Buffer | null => this.#breakpoints?.marked(bytes) ?? null;
    this.#tail.push(...answer.map((bytes) => ({ bytes, marked: null })));
    this.#tail.push(
      ...own.map((bytes, at) => ({ bytes, marked: takesMark && at === own.length - 1 ? markedOf(bytes) : null })),
    );
    return this.#openBody.append(this.#elements());
  }

  /** The newest two are marked: where a turn adds more blocks than the provider looks back, the mark before still finds its entry. */
  #elements(): readonly Buffer[] {
    const own = this.#tail.filter(({ marked }) => marked !== null);
    const chosen = new Set(own.slice(own.length - Math.min(2, this.#room, own.length)));
    return this.#tail.map((each) => (chosen.has(each) ? (each.marked ?? each.bytes) : each.bytes));
  }
}

/** A raw element behind the parent's; `marked` if it may carry one of the run's marks. */
type Appended = { readonly bytes: Buffer; readonly marked: Buffer | null };
