import type { Recording } from "../../kernel/exchange.ts";
import type { ComparedRoot } from "../../kernel/roots/compared-root.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import { once } from "../../kernel/memo/once.ts";
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

  /** The comparisons by the first request of each conversation, once it is known which exchanges begin one. */
  compare(exchanges: Iterable<InspectedExchange>): ReadonlyMap<string, ComparedRoot> {
    const stillRoots = new Set<string>();
    for (const { id, relation } of exchanges) if (relation === "root") stillRoots.add(id);
    const used = once(() => timesOfUse(exchanges));
    let last: ReadRequest | null = null;
    const read = (id: string): ReadRequest | null => {
      if (last?.exchange.id === id) return last;
      return readRequest(this.#recording.load(id), last);
    };
    const compared = new Map<string, ComparedRoot>();
    for (const id of stillRoots) {
      const root = this.#roots.get(id);
      const earlier = root && this.#earlierOf(root, stillRoots);
      if (root === undefined || earlier === undefined) continue;
      if (root.digest === earlier.digest) {
        compared.set(id, identicalTo(earlier));
        continue;
      }
      const before = read(earlier.id);
      last = before;
      const own = read(id);
      last = own;
      if (before === null || own === null) continue;
      const usedMs = lastBefore(used().get(earlier.id) ?? [], own.exchange.startedAtMs);
      const result = compareRoot(before, own, usedMs, this.#options);
      if (result !== null) compared.set(id, result);
    }
    return compared;
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
function timesOfUse(exchanges: Iterable<InspectedExchange>): ReadonlyMap<string, readonly number[]> {
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
