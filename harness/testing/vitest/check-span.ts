import type { BreakGate } from "../../kernel/break-gate.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { faultsText } from "../judging/script-faults.ts";
import { breaksText } from "../matchers/to-have-no-cache-breaks.ts";
import { misuse } from "../misuse.ts";
import type { ExchangeSource } from "../tape/exchange-source.ts";
import { continuedExchanges, joinedExchanges, joinedId } from "../tape/joined-exchanges.ts";
import { continuingElsewhere } from "./continuing-elsewhere.ts";
import { inspectSent, spanGate } from "./span-gate.ts";
import { unreadRequest } from "./unread-request.ts";
import type { WatchedSpan } from "./watched-span.ts";

/** What a check says, also where it throws. */
export type SpanListener = {
  /** How many requests were answered and compared with the one that they continue. */
  readonly compared: (requests: number) => unknown;
  /** Requests that cannot be compared, each as `POST /v1beta/interactions`. */
  readonly unread: (requests: readonly string[]) => unknown;
};

/**
 * Judges the requests of a test among all others of their tapes. A run in which every test is red has compared. The scripts of `finished`
 * sources must be used up. Behind the request that it continues on its own tape, a request may continue one of another tape of the test,
 * or of the `hooks` of its file.
 *
 * @throws HarnessError HX544 for a break, a possible break, a request that could not be judged, and a script that was not followed
 */
export function checkSpan(
  span: WatchedSpan,
  finished: ReadonlySet<ExchangeSource>,
  listener: SpanListener,
  hooks: ReadonlySet<ExchangeSource> = new Set(),
): void {
  const own = new Map<ExchangeSource, Parents>();
  const sources = [...new Set([...span.sources(), ...hooks])];
  for (const [source, ids] of span.requests) {
    const exchanges = continuedExchanges(source, sources);
    listener.unread(exchanges.filter(({ id }) => ids.has(id)).flatMap(unreadRequest));
    const inspection = inspectSent(source.name, exchanges);
    own.set(source, parentsOf(inspection, ids));
    if (inspection === null) continue;
    const gate = spanGate(inspection, ids, span.accepted);
    // Tests of errors expect no answer: they pass, and count for nothing.
    listener.compared(gate.answered);
    refuseBreaks(span, inspection, gate, () => breaksText(inspection, gate, exchanges));
  }
  checkJoined(span, own, sources, listener);
  const faults = faultsIn(span, finished);
  if (faults.length === 0) return;
  if (faults.every(({ code }) => code === "HX543")) {
    const what = `the tape of ${span.owner()} did not see every request`;
    throw misuse("HX544", `${what}\n${faultsText(faults)}`, "send every request of the agent through the tape");
  }
  const fix = "correct the script, and await every turn and fork of the agent";
  throw misuse("HX544", `the agent of ${span.owner()} and its script do not match\n${faultsText(faults)}`, fix);
}

/** The request that each continues, by its id; null for one that continues no other. */
type Parents = ReadonlyMap<string, string | null>;

function parentsOf(inspection: Inspection | null, ids: ReadonlySet<string>): Parents {
  const known = new Map(inspection?.exchanges.map(({ id, parent }) => [id, parent]));
  return new Map([...ids].map((id) => [id, known.get(id) ?? null]));
}

function refuseBreaks(span: WatchedSpan, { exchanges }: Inspection, gate: BreakGate, text: () => string): void {
  if (gate.passed || gate.compared + gate.notJudged.length === 0) return;
  const [does, fix] = refusalOf(exchanges, gate);
  throw misuse("HX544", `a turn or fork of ${span.owner()} ${does}\n\n${text()}`, fix);
}

/** What the worst of its requests does, and what to do. */
function refusalOf(exchanges: Inspection["exchanges"], gate: BreakGate): readonly [does: string, fix: string] {
  const ids = gate.breaks.filter(({ origin }) => origin === "ours").map(({ id }) => id);
  const broken = exchanges.filter(({ id }) => ids.includes(id));
  const intended = "if the break is intended, acceptBreaks([codes]) in the test";
  if (broken.some(({ verdict }) => verdict === "diverged"))
    return ["breaks its parent's prefix", `keep the parent's bytes; ${intended}`];
  if (broken.length > 0)
    return ["keeps its parent's prefix, and does not reuse all of it", `follow the fix of each cause; ${intended}`];
  if (gate.suspected.length > 0) return ["may break its parent's prefix", `keep the parent's bytes; ${intended}`];
  return ["could not be judged", "send whole requests of one wire format, and what they continue, through tapes"];
}

/** An agent often has a tape of its own: the same requests have one verdict, on one tape or on several. */
function checkJoined(
  span: WatchedSpan,
  own: ReadonlyMap<ExchangeSource, Parents>,
  sources: readonly ExchangeSource[],
  listener: SpanListener,
): void {
  const open = new Map(
    sources.flatMap((source, at) =>
      [...(own.get(source) ?? [])].map(([id, parent]) => [joinedId(at, id), parent && joinedId(at, parent)] as const),
    ),
  );
  if (sources.length < 2 || open.size === 0) return;
  const exchanges = joinedExchanges(sources);
  const inspection = inspectSent("the tapes", exchanges);
  if (inspection === null) return;
  const gate = spanGate(inspection, continuingElsewhere(inspection.exchanges, open), span.accepted);
  listener.compared(gate.answered);
  refuseBreaks(span, inspection, gate, () => `${NUMBERS}${breaksText(inspection, gate, exchanges)}`);
}

const NUMBERS = "Requests are numbered by tape or mocked provider: 2.1 is request 1 of the second.\n\n";

/** Faults of the span's own requests, and of the whole script of a finished source. */
function faultsIn(span: WatchedSpan, finished: ReadonlySet<ExchangeSource>): readonly MockFault[] {
  return [...new Set([...finished, ...span.requests.keys()])].flatMap((source) => {
    const ids = span.requests.get(source);
    return source.faults().filter(({ where }) => {
      const [, request] = /^request (\d+)$/.exec(where) ?? [];
      return request === undefined ? finished.has(source) : (ids?.has(request) ?? false);
    });
  });
}
