import type { ForkBody } from "../../wire/fork-body.ts";
import type { SeedMessage } from "../../strategies/strategy.ts";
import type { Breakpoints, MarkSurvey, WireFormat } from "../../wire/wire-format.ts";

/** A first request marks no less than this, about 256 tokens: from there on the cost of what is paid twice counts as a break (CB501). */
const longBytes = 768;

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
 * before it added. The parent's bytes stay; where its marks leave no room, one that nothing reads is left out from the second body on.
 */
export class GrowingBody {
  readonly #openBody: ForkBody;
  readonly #breakpoints: Breakpoints | null;
  readonly #survey: MarkSurvey;
  readonly #tail: Appended[] = [];
  #body: ForkBody;

  /** The first body. */
  constructor({ openBody, format, firstMessages, maxTurns, ownBreakpoints }: BegunBody) {
    const messages = firstMessages.map(({ bytes }) => bytes);
    // No later turn reads what a single one sends.
    const breakpoints = ownBreakpoints && maxTurns > 1 ? format.breakpoints : null;
    this.#survey = breakpoints?.survey(openBody, messages) ?? withoutRoom;
    this.#openBody = openBody;
    this.#breakpoints = breakpoints;
    const { room, unmarkedBytes } = this.#survey;
    this.#body = this.#append([], messages, room > 0 && unmarkedBytes >= longBytes);
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
    this.#body = this.#append(answer, results, goesOn && results.length > 0);
  }

  #append(answer: readonly Buffer[], own: readonly Buffer[], takesMark: boolean): ForkBody {
    const added = [...answer, ...own].map((bytes) => ({ bytes, marked: this.#markedOf(bytes, takesMark) }));
    const last = added.findLast(({ marked }) => marked !== null);
    this.#tail.push(...added.map((each) => (each === last ? each : { ...each, marked: null })));
    const marks = this.#chosen();
    const { room, spare } = this.#survey;
    const open = marks.size > 0 && room === 0 ? this.#openBody.without(spare) : this.#openBody;
    return open.append(this.#tail.map((each) => (marks.has(each) ? (each.marked ?? each.bytes) : each.bytes)));
  }

  #markedOf(bytes: Buffer, takesMark: boolean): Buffer | null {
    return takesMark && this.#breakpoints !== null ? this.#breakpoints.marked(bytes) : null;
  }

  /** The newest two: where a turn adds more blocks than the provider looks back, the mark before still finds its entry. */
  #chosen(): ReadonlySet<Appended> {
    const { room, spare } = this.#survey;
    const own = this.#tail.filter(({ marked }) => marked !== null);
    const most = room === 0 && spare.length > 0 ? 1 : Math.min(2, room);
    return new Set(own.slice(Math.max(0, own.length - most)));
  }
}

const withoutRoom: MarkSurvey = { room: 0, spare: [], unmarkedBytes: 0 };

/** A raw element behind the parent's; `marked` if it may carry one of the run's marks. */
type Appended = { readonly bytes: Buffer; readonly marked: Buffer | null };
