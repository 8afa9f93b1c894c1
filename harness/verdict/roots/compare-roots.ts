import type { Recording } from "../../kernel/exchange.ts";
import type { ComparedRoot } from "../../kernel/roots/compared-root.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import { whyUnanswered } from "../costs/why-unanswered.ts";
import { compareRoot } from "./compare-root.ts";
import type { JudgedExchange, JudgeOptions } from "../recording/judge-recording.ts";
import { type ReadRequest, readRequest } from "../read-request.ts";
import { type KnownRoot, RootKinds } from "./root-kinds.ts";

/**
 * Compares each conversation of a recording that starts anew with the latest earlier one of the same client, model and agent. It sees
 * every exchange while it is read, keeps no body, and reads those again whose tools or system differ.
 */
export class RootComparison {
  readonly #recording: Recording;
  readonly #options: JudgeOptions;
  readonly #kinds = new RootKinds();
  readonly #roots = new Map<string, KnownRoot>();

  constructor(recording: Recording, options: JudgeOptions) {
    this.#recording = recording;
    this.#options = options;
  }

  see({ exchange, read }: JudgedExchange): void {
    // A refused request stored nothing, and paid nothing.
    const isUnanswered = whyUnanswered(exchange) !== null;
    if (read === null || isUnanswered || read.descent.relation !== "root" || this.#roots.has(exchange.id)) return;
    const root = this.#kinds.add({ exchange, dialect: read.dialect, layout: read.layout });
    if (root !== null) this.#roots.set(exchange.id, root);
  }

  /** The same exchanges, once it is known which of them begin conversations. */
  compare(exchanges: readonly InspectedExchange[]): readonly InspectedExchange[] {
    const stillRoots = new Set(exchanges.flatMap(({ id, relation }) => (relation === "root" ? [id] : [])));
    const used = timesOfUse(exchanges);
    let last: ReadRequest | null = null;
    const read = (id: string): ReadRequest | null => {
      if (last?.exchange.id === id) return last;
      return readRequest(this.#recording.load(id), last);
    };
    return exchanges.map((each) => {
      const root = stillRoots.has(each.id) ? this.#roots.get(each.id) : undefined;
      const earlier = root && this.#earlierOf(root, stillRoots);
      if (root === undefined || earlier === undefined) return each;
      if (root.digest === earlier.digest) return { ...each, root: identicalTo(earlier) };
      const before = read(earlier.id);
      last = before;
      const own = read(each.id);
      last = own;
      if (before === null || own === null) return each;
      const usedMs = lastBefore(used.get(earlier.id) ?? [], own.exchange.startedAtMs);
      return { ...each, root: compareRoot(before, own, usedMs, this.#options) };
    });
  }

  /** An exchange that turned out to continue another request does not begin a conversation. */
  #earlierOf({ earlier }: KnownRoot, stillRoots: ReadonlySet<string>): KnownRoot | undefined {
    let id = earlier;
    while (id !== null && !stillRoots.has(id)) id = this.#roots.get(id)?.earlier ?? null;
    return id === null ? undefined : this.#roots.get(id);
  }
}

function identicalTo({ id, extent }: KnownRoot): ComparedRoot {
  return { comparedWith: id, shared: { ...extent, of: extent }, differs: [], cost: null, nothingLost: null };
}

/** When each conversation sent its requests, by the id that it begins with. Other agents and models keep other entries alive. */
function timesOfUse(exchanges: readonly InspectedExchange[]): ReadonlyMap<string, readonly number[]> {
  const firsts = new Map<string, string>();
  const times = new Map<string, number[]>();
  for (const { id, parent, relation, startedAt } of exchanges) {
    const continuesSession = relation === "turn" || relation === "branch" || relation === "compaction";
    const first = (continuesSession && parent !== null ? firsts.get(parent) : undefined) ?? id;
    firsts.set(id, first);
    if (startedAt === null) continue;
    const known = times.get(first);
    if (known === undefined) times.set(first, [Date.parse(startedAt)]);
    else known.push(Date.parse(startedAt));
  }
  return times;
}

function lastBefore(times: readonly number[], untilMs: number | null): number | null {
  if (untilMs === null) return null;
  return times.reduce<number | null>((last, ms) => (ms <= untilMs && (last === null || ms > last) ? ms : last), null);
}
