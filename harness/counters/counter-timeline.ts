import type {
  CountedSession,
  CounterSum,
  CounterTimeline,
  IdleGap,
  ModelSwitch,
  SpikeCircumstance,
  WriteSpike,
} from "../kernel/inspection/counter-timeline.ts";
import type { Usage } from "../kernel/usage.ts";

/** A request of which only the counters survive. */
export type CountedRequest = {
  readonly id: string;
  readonly session: string;
  readonly model: string | null;
  readonly atMs: number | null;
  readonly usage: Usage | null;
  /** True for a request of a batch: which ran before it is unknown. */
  readonly isUnordered: boolean;
  /** What a report says of it if it is a sum over many requests; null for a single one. */
  readonly sum: Pick<CounterSum, "name" | "source" | "models" | "requests" | "usd"> | null;
};

/** The shortest lifetime of an entry that clients use: what is idle for longer may have lost it. */
const IDLE_MS = 5 * 60_000;

/** Less is a block that the provider rounds off, or a tail that was edited. */
const LEAST_SPIKE = 2_048;

/** Of the tokens that the request before it had sent, so many are paid again. */
const MOST_OF = 0.5;

/** What counters alone can show of each session, in recorded order: when tokens were paid again, never why. */
export function counterTimeline(requests: readonly CountedRequest[]): CounterTimeline {
  const single = requests.filter(({ sum }) => sum === null);
  const sessions = Map.groupBy(single, ({ session }) => session);
  return {
    schema: "forkproof/counters@1",
    sessions: [...sessions].map(([name, all]) => sessionOf(name, all)),
    sums: requests.flatMap((each) => sumOf(each) ?? []),
  };
}

/** Many requests in one row: of what lies between two of them, nothing is known. */
function sumOf({ sum, usage }: CountedRequest): CounterSum | null {
  if (sum === null) return null;
  const { read = null, write = null, fresh = null } = usage ?? {};
  const prompt = read === null || fresh === null ? null : read + (write ?? 0) + fresh;
  return { ...sum, prompt, read, written: write };
}

type Counted = {
  readonly id: string;
  readonly atMs: number | null;
  readonly model: string | null;
  readonly read: number;
  readonly write: number | null;
  readonly context: number;
};

function sessionOf(name: string, all: readonly CountedRequest[]): CountedSession {
  const counted = all.flatMap((each) => countedOf(each) ?? []);
  const times = counted.flatMap(({ atMs }) => atMs ?? []);
  const models = [...new Set(all.flatMap(({ model }) => model ?? []))];
  const largestContext = counted.reduce((most, { context }) => Math.max(most, context), 0);
  const written = counted.every(({ write }) => write !== null)
    ? counted.reduce((sum, { write }) => sum + (write ?? 0), 0)
    : null;
  const isBatch = all.some(({ isUnordered }) => isUnordered);
  const pairs = isBatch ? [] : counted.slice(1).map((now, at): Pair => ({ was: counted[at] ?? now, now }));
  return {
    name,
    requests: all.length,
    uncounted: all.length - counted.length,
    from: isoOf(times[0] ?? null),
    to: isoOf(times.at(-1) ?? null),
    models: models.length === 0 ? null : models,
    prompt: counted.reduce((sum, { context }) => sum + context, 0),
    read: counted.reduce((sum, { read }) => sum + read, 0),
    written,
    largestContext,
    rewriteFactor: written === null || largestContext === 0 ? null : written / largestContext,
    batch: isBatch ? { readNothing: counted.filter(({ read }) => read === 0).length } : null,
    idle: pairs.flatMap((pair) => idleGap(pair) ?? []),
    switches: pairs.flatMap((pair) => modelSwitch(pair) ?? []),
    spikes: pairs.flatMap((pair) => writeSpike(pair) ?? []),
  };
}

type Pair = { readonly was: Counted; readonly now: Counted };

/** Null without the counters of its whole prompt. A counter of writes is not part of every prompt. */
function countedOf({ id, atMs, model, usage }: CountedRequest): Counted | null {
  if (usage === null || usage.read === null || usage.fresh === null) return null;
  const { read, write, fresh } = usage;
  const context = read + (write ?? 0) + fresh;
  return context === 0 ? null : { id, atMs, model, read, write, context };
}

function idleGap({ was, now }: Pair): IdleGap | null {
  const gap = gapMs({ was, now });
  return gap < IDLE_MS ? null : { ...nextRead({ was, now }), minutes: Math.floor(gap / 60_000) };
}

function modelSwitch({ was, now }: Pair): ModelSwitch | null {
  if (was.model === null || now.model === null || was.model === now.model) return null;
  return { ...nextRead({ was, now }), was: was.model, now: now.model };
}

function writeSpike(pair: Pair): WriteSpike | null {
  const { was, now } = pair;
  const again = Math.min(was.context, now.context) - now.read;
  // A first request that wrote nothing left nothing to read.
  if (again < LEAST_SPIKE || again < MOST_OF * Math.min(was.context, now.context)) return null;
  if (was.write === 0 && was.read === 0) return null;
  const after: SpikeCircumstance[] = [];
  if (gapMs(pair) >= IDLE_MS) after.push("idle");
  if (modelSwitch(pair) !== null) after.push("model");
  if (now.context < MOST_OF * was.context) after.push("shrunk");
  return { ...nextRead(pair), context: now.context, again, after };
}

function nextRead({ was, now }: Pair): Pick<IdleGap, "id" | "at" | "read" | "previousContext"> {
  return { id: now.id, at: isoOf(now.atMs), read: now.read, previousContext: was.context };
}

function gapMs({ was, now }: Pair): number {
  return was.atMs === null || now.atMs === null ? 0 : now.atMs - was.atMs;
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
