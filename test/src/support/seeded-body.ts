import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import type { ForkSeed, ForkTask, Strategy } from "../../../src/strategies/strategy.ts";
import { openBodyOf } from "../../../src/fork/loop/open-body.ts";
import type { ForkBody } from "../../../src/wire/fork-body.ts";
import { scanBody } from "../../../src/wire/scan-body.ts";

export type Seeded = {
  readonly body: string;
  /** The fork's history, element by element, raw. */
  readonly history: readonly string[];
  readonly sharedEnd: string | null;
  readonly note: string | null;
};

const someTask: ForkTask = { directive: "Tidy up.", reminder: null, ownCall: null };

/** The fork's first request as this strategy seeds it. */
export function seeded(strategy: Strategy, parent: CacheSafeParams, task: Partial<ForkTask> = {}): Seeded {
  const seed = strategy.seed(parent, { ...someTask, ...task });
  const bytes = firstBodyOf(parent, seed).toBuffer();
  const name = {
    "anthropic-messages": "messages",
    "openai-chat": "messages",
    "openai-responses": "input",
    "gemini-generate": "contents",
  }[parent.wire];
  const history = scanBody(bytes, name).history.map(({ start, end }) => bytes.toString("utf8", start, end));
  return { body: bytes.toString(), history, sharedEnd: seed.sharedEnd, note: seed.note };
}

/** The first request of a fork that takes one turn. */
export function firstBodyOf(parent: CacheSafeParams, seed: ForkSeed): ForkBody {
  return openBodyOf(parent, {}, seed).append(seed.messages.map(({ bytes }) => bytes));
}

/** How many of the parent's elements stand at the head of the fork's history, byte for byte. */
export function sharedElements(parent: CacheSafeParams, { history }: Seeded): number {
  const theirs = parent.messages.map(({ start, end }) => parent.body.bytes.toString("utf8", start, end));
  const end = theirs.findIndex((element, index) => element !== history[index]);
  return end === -1 ? theirs.length : end;
}
