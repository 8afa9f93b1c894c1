import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { playPair, type PlayedRequest, rulesFor } from "../../harness/cache-model/play-pair.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import type { RecordedExchange, Source } from "../../harness/cassette/recorded-exchange.ts";
import { modelOf } from "../../harness/wires/model-of.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import type { Layout, Segment } from "../../harness/kernel/layout.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { guessProvider } from "../../harness/verdict/guess-provider.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { readRequest } from "../../harness/verdict/read-request.ts";

const CACHE_ORDER: readonly Segment[] = ["tools", "system", "messages"];

export type Pair = { readonly parent: Exchange; readonly child: Exchange; readonly provider?: string };

/** A pair as the judge and the cache models see it; null where no cache of it is modelled. */
export type Held = {
  readonly judgement: Judgement;
  /** Causes that forbid a read, each with what the models read all the same. */
  readonly beyond: readonly string[];
  /** How many causes said how much may be read. */
  readonly held: number;
  /** Whether the child's key parts from its parent's earlier than its blocks do, and no finding says why. */
  readonly isSilent: boolean;
};

/** Judges a pair and plays it, as a pair and as a recording of two exchanges. Counters are left out: they would show what was read. */
export function holdPair(pair: Pair): Held | null {
  // The very same exchanges are judged and simulated, so that each is read once.
  const [parent, child] = [asRecorded(pair.parent, "1"), asRecorded(pair.child, "2")];
  const left = readRequest(parent);
  const right = left === null ? null : readRequest(child, left);
  if (left === null || right === null || left.dialect !== right.dialect) return null;
  const provider = pair.provider ?? guessProvider(pair.parent, left.layout);
  const [stored, asked] = [played(parent, left.layout), played(child, right.layout)];
  const rules = provider === null ? null : rulesFor(provider, asked);
  const play = provider === null ? null : playPair(provider, stored, asked);
  if (provider === null || rules === null || play === null) return null;
  const judgement = judge({ parent, child, provider });
  const causes = judgement.findings.filter(({ role }) => role === "cause");
  if (causes.length === 0) {
    const isSilent = play.shared < play.stored.links.length && judgement.divergence === null;
    return { judgement, beyond: [], held: 0, isSilent };
  }
  const chain = chainOf(right.layout, { rules, tokens: estimateTokens, workspace: "", model: asked.model });
  // Ratios change no read, and without them the pair is judged once, above.
  const ratios = new Map();
  const simulated = simulateRecording(ofTwo(parent, child), { provider, anchored: true, mode: "upper", ratios });
  const reads = [
    { by: "the pair", chain: play.asked, read: play.prediction.usage.read },
    { by: "simulate", chain, read: simulated.exchanges[1]?.predicted?.read ?? 0 },
  ];
  const inside = rules.engine === "shared-prefix";
  const limits = causes.flatMap((cause) => {
    return reads.map((each) => ({
      ...each,
      cause,
      most: allowedRead(cause, judgement, each.chain, left.layout, inside),
    }));
  });
  return {
    judgement,
    beyond: limits.flatMap(({ by, read, cause, most }) =>
      read > most ? [`${cause.code}: ${by} reads ${read} of at most ${most}`] : [],
    ),
    held: limits.filter(({ most }) => most < Infinity).length,
    isSilent: false,
  };
}

/** The most that a request may read despite a cause; infinite where the cause forbids no read (another lifetime on the same entry). */
function allowedRead(
  { code, segment, pointer, lostBytes }: Finding,
  { divergence }: Judgement,
  chain: PromptChain,
  parent: Layout,
  inside: boolean,
): number {
  const before = (index: number): number => (index <= 0 ? chain.head : (chain.links[index - 1]?.tokens ?? chain.total));
  const at = (wanted: string | null): number => chain.links.findIndex((link) => link.pointer === wanted);
  if (code === "CB507") return Infinity;
  if (segment === "time") return code === "CB704" ? 0 : before(at(pointer));
  if (code === "CB501") return chain.links[chain.breakpoints.at(-1)?.link ?? -1]?.tokens ?? 0;
  if (divergence !== null && segment === divergence.segment) {
    const index = at(divergence.childPointer) === -1 ? at(divergence.pointer) : at(divergence.childPointer);
    if (index === -1) return Infinity;
    // Providers of whole sequences serve the head of a block that changed behind it.
    return inside ? (chain.links[index]?.tokens ?? 0) : before(index);
  }
  const level = CACHE_ORDER.findLast((each) => bytesFrom(each, parent) === lostBytes);
  return level === undefined ? Infinity : before(chain.links.findIndex((link) => isFrom(level, link.segment)));
}

function bytesFrom(level: Segment, { units }: Layout): number {
  const lost = units.filter(({ unit, segment }) => unit === "block" && isFrom(level, segment));
  return lost.reduce((bytes, { span }) => bytes + span.end - span.start, 0);
}

function isFrom(level: Segment, segment: Segment): boolean {
  return CACHE_ORDER.indexOf(segment) >= CACHE_ORDER.indexOf(level);
}

function played({ path, headers, host, startedAtMs, firstByteMs }: Exchange, layout: Layout): PlayedRequest {
  return { layout, model: modelOf(layout, path) ?? "", path, headers, host, startedAtMs, firstByteMs };
}

function asRecorded(exchange: Exchange, id: string): RecordedExchange {
  return {
    ...exchange,
    id,
    forkOf: null,
    response: null,
    dialect: null,
    provider: null,
    usage: null,
    chunks: null,
    socket: null,
    outcome: null,
    redacted: null,
    encoded: { request: null, response: null },
  };
}

function ofTwo(parent: RecordedExchange, child: RecordedExchange): Source {
  return { name: "pair", format: "traffic", ids: ["1", "2"], load: (id) => (id === "2" ? child : parent) };
}
