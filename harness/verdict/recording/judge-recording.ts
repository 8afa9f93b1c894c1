import { SequenceWatch } from "../../diagnosis/sequence-watch.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import type { Wire } from "../../wires/wire.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import type { BreakCost } from "../../kernel/breaks/break-cost.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import { type Finding, type FindingCode, isBreak } from "../../kernel/finding.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { Descent, ParentRelation } from "../../lineage/requests/descent.ts";
import { possibleCauses, withPossible } from "./possible-causes.ts";
import { judgedAsRetry } from "./judged-as-retry.ts";
import { guessProvider } from "../guess-provider.ts";
import { withoutCredentials } from "../hide-credentials.ts";
import { earlierEntries, type Family, judgeAmongKin, RequestTree } from "../costs/kept-alive.ts";
import { withSequence } from "./with-sequence.ts";
import { RecentReads } from "./recent-reads.ts";
import { LineageReader } from "./lineage-reader.ts";
import { BreakCosts } from "../costs/break-costs.ts";
import type { ReadableEntry } from "../costs/readable-entries.ts";
import { judgeParsedPair, type Pair } from "../judge.ts";
import { readOrFault, type ReadRequest, readRequest } from "../read-request.ts";
import { type SettledDescent, SettledDescents } from "./settled-descents.ts";
import { tooFew } from "../ratio/too-few.ts";

/** One exchange of a recording: read and held against the one it continues, or of no dialect that forkproof reads. */
export type JudgedExchange =
  | { readonly exchange: Exchange; readonly read: null; readonly fault: HarnessError | null }
  | {
      readonly exchange: Exchange;
      readonly read: {
        readonly dialect: Wire;
        readonly layout: Layout;
        /** The provider whose rules apply; null if unknown. */
        readonly provider: string | null;
        readonly descent: ParentRelation;
        /** Null without a parent. Its findings are those that the pair shows. */
        readonly judgement: Judgement | null;
        /** Those that the pair and the recording up to here show. */
        readonly findings: readonly Finding[];
        readonly unserved: BreakCost | null;
        /** Codes that may explain that it read 0. */
        readonly possible: readonly FindingCode[];
      };
      /** Whether it was given before, when its parent had not shown itself. */
      readonly isAgain?: true;
    };

export type JudgeOptions = {
  readonly provider?: string;
  readonly showText?: boolean;
  /** The caches that answer; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** The parents that the user names, by child, checked by `checkSaidParents`. They go before the recording's own `forkOf`. */
  readonly parentOf?: ReadonlyMap<string, string>;
  /** Causes whose fix together is priced, too. */
  readonly fixes?: (code: FindingCode, relation: Relation) => boolean;
  /** Continues after a body that is not JSON instead of stopping there; `breakGate` fails on the exchange. */
  readonly passesBroken?: boolean;
};

/**
 * Goes through a recording in order. Exchanges are read one by one; those of the last conversations are held, up to a few megabytes. Yields each exchange with its
 * descent at first sight; the return value holds the final descents, after all were seen (see Lineage). An exchange whose
 * parent shows itself later is given again at the end, compared with that parent. Throws HX252 at the end if fewer than two
 * requests could be compared, because then nothing was examined.
 */
export function* judgeRecording(
  recording: Recording,
  options: JudgeOptions = {},
): Generator<JudgedExchange, SettledDescents> {
  const lineage = new LineageReader(recording, options.parentOf);
  const watch = new SequenceWatch();
  const kin = new RequestTree();
  const family: Family = { recording, kin: () => kin };
  const costs = new BreakCosts();
  const recent = new RecentReads();
  const atFirst: FirstSights = { broken: new Map(), possible: new Map() };
  let comparable = 0;
  let firstFault: HarnessError | null = null;
  for (const id of recording.ids) {
    const exchange = (recording.loadReadable ?? recording.load)(id);
    if (exchange === null) continue;
    const read = readOrFault(exchange, recent.nearest(exchange), options.passesBroken ?? false);
    if (read === null || read instanceof HarnessError) {
      firstFault ??= read;
      yield { exchange, read: null, fault: read };
      continue;
    }
    comparable += 1;
    const { dialect, layout } = read;
    const descent = lineage.add(exchange, layout);
    const parent = descent.parent === null ? null : readParent(recording, descent.parent, recent, read);
    const pair = parent && { ...pairOptions(options, descent, parent.read), parent: parent.exchange, child: exchange };
    const judged = pair && judgeAmongKin(pair, parent.read, read, family);
    kin.add(id, descent.parent, exchange.startedAtMs);
    const pairJudgement = judged?.judgement ?? null;
    const judgement =
      pairJudgement !== null && descent.asksAgainElsewhere ? judgedAsRetry(pairJudgement) : pairJudgement;
    const provider = options.provider ?? guessProvider(exchange, layout);
    const seen = watch.see({
      ...descent,
      id,
      sent: exchange,
      layout,
      provider,
      judgement,
      parentLayout: parent?.read?.layout ?? null,
    });
    const told = fitting(seen, descent);
    const findings = options.showText === true ? told : withoutCredentials(told);
    if (descent.parent !== null) recent.replace(descent.parent);
    recent.add(read);
    const { place } = descent;
    const broken = brokenBy(findings);
    if (broken.length > 0) atFirst.broken.set(place, broken);
    const earlier = (): readonly ReadableEntry[] => (pair === null ? [] : earlierEntries(pair, read, family));
    const breakCost = costs.of({ ...descent, id, findings }, judged, earlier);
    const whole = judgement && withSequence({ ...judgement, breakCost }, findings);
    const possible = possibleCauses(findings, descent, { wire: dialect, exchange });
    if (possible.length > 0) atFirst.possible.set(place, possible);
    const unserved = possible.length > 0 ? null : (judged?.unserved(findings) ?? null);
    yield { exchange, read: { dialect, layout, provider, descent, judgement: whole, findings, unserved, possible } };
  }
  if (comparable < 2) throw tooFew(recording, comparable, firstFault);
  return yield* settle(family, lineage.settledOneByOne(), { options, costs, atFirst });
}

/** How each stands once all were seen: those whose parent was found later are held against it. */
function* settle(
  family: Family,
  settled: Iterable<readonly [id: string, descent: Descent]>,
  {
    options,
    costs,
    atFirst,
  }: { readonly options: JudgeOptions; readonly costs: BreakCosts; readonly atFirst: FirstSights },
): Generator<JudgedExchange, SettledDescents> {
  const descents = new SettledDescents();
  let at = 0;
  for (const [id, descent] of settled) {
    const broken = atFirst.broken.get(at) ?? NOTHING;
    const isLate = descent.parent !== null && descent.parent !== family.kin().parentAt(at);
    const late = isLate ? yield* judgeLate(id, descent, options, { ...family, costs }) : null;
    const possible = late ?? atFirst.possible.get(at) ?? NOTHING;
    at += 1;
    const { parent, relation, certainty, because, conversation } = descent;
    const others = weighed(family.recording, id, descent, { ...options, broken });
    const { alternatives, suspected } = withPossible(possible, others);
    descents.add(id, { parent, relation, certainty, because, conversation, alternatives, suspected });
  }
  return descents;
}

/** The codes found when exchanges were first seen, by the number of each. Few exchanges have such codes. */
type FirstSights = {
  readonly broken: Map<number, readonly FindingCode[]>;
  readonly possible: Map<number, readonly FindingCode[]>;
};

const NOTHING: readonly never[] = [];

/** Codes of findings that say that a cache cannot be read. */
function brokenBy(findings: readonly Finding[]): readonly FindingCode[] {
  const broken = findings.filter(isBreak).map(({ code }) => code);
  return broken.length === 0 ? NOTHING : [...new Set(broken)].sort();
}

/** The verdicts on an exchange under other parents that it may have, and the codes that they alone would make causes. */
function weighed(
  recording: Recording,
  id: string,
  { alternatives }: Descent,
  { broken, ...options }: Omit<JudgeOptions, "fixes"> & { readonly broken: readonly FindingCode[] },
): Pick<SettledDescent, "alternatives" | "suspected"> {
  const exchange = alternatives.length === 0 ? null : recording.load(id);
  const read = exchange && readRequest(exchange);
  if (exchange === null || read === null) return { alternatives: NOTHING, suspected: NOTHING };
  const judged = alternatives.map(({ id: other, isLater }) => {
    const parent = readParent(recording, other, null, read);
    const pair = { ...options, parent: parent.exchange, child: exchange };
    const { verdict, findings } = judgeParsedPair(pair, parent.read, read);
    return { findings, alternative: { parent: other, verdict, ...(isLater && { isLater }) } };
  });
  const suspected = brokenBy(judged.flatMap(({ findings }) => findings)).filter((code) => !broken.includes(code));
  return { alternatives: judged.map(({ alternative }) => alternative), suspected };
}

/** The party that can prevent a cause depends on the relation, so it is settled for each pair. */
function pairOptions(
  { fixes, ...options }: JudgeOptions,
  { relation, isSubagent }: Pick<Descent, "relation" | "isSubagent">,
  parent: ReadRequest | null,
): Omit<Pair, "parent" | "child"> {
  const at = isSubagent && parent !== null ? firstMessage(parent.layout) : null;
  const shared = { ...options, isNextTurn: relation === "turn", ...(at !== null && { at }) };
  return fixes === undefined ? shared : { ...shared, fixes: (code) => fixes(code, relation) };
}

/** The pointer of the first message, which an agent with a conversation of its own need not repeat; null if nothing stands before it. */
function firstMessage({ units }: Layout): string | null {
  const at = units.findIndex(({ segment }) => segment === "messages");
  return units.slice(0, at).some(({ unit }) => unit === "block") ? (units[at]?.pointer ?? null) : null;
}

/** A fresh agent does not inherit its parent's history, so a shorter history is not a summary of it. */
function fitting(findings: readonly Finding[], { relation }: ParentRelation): readonly Finding[] {
  return relation === "fresh" ? findings.filter(({ code, role }) => code !== "CB416" || role === "cause") : findings;
}

/** An exchange and the parent that was found behind it. */
function* judgeLate(
  id: string,
  descent: Descent,
  options: JudgeOptions,
  { costs, ...family }: Family & { readonly costs: BreakCosts },
): Generator<JudgedExchange, readonly FindingCode[]> {
  const { recording } = family;
  const exchange = recording.load(id);
  const read = readRequest(exchange);
  if (read === null || descent.parent === null) return NOTHING;
  const { dialect, layout } = read;
  const parent = readParent(recording, descent.parent, null, read);
  const pair = { ...pairOptions(options, descent, parent.read), parent: parent.exchange, child: exchange };
  const judged = judgeAmongKin(pair, parent.read, read, family);
  const provider = options.provider ?? guessProvider(exchange, layout);
  const findings = fitting(judged.judgement.findings, descent);
  const earlier = (): readonly ReadableEntry[] => earlierEntries(pair, read, family);
  const judgement = { ...judged.judgement, breakCost: costs.of({ ...descent, id, findings }, judged, earlier) };
  const possible = possibleCauses(findings, descent, { wire: dialect, exchange });
  const unserved = possible.length > 0 ? null : judged.unserved(findings);
  const again = { dialect, layout, provider, descent, judgement, findings, unserved, possible };
  yield { exchange, read: again, isAgain: true };
  return possible;
}

/** The parent is mostly among the last requests. Otherwise it is read again together with its child, which mostly has its prefix. */
function readParent(
  recording: Recording,
  id: string,
  recent: RecentReads | null,
  child: ReadRequest,
): { readonly exchange: Exchange; readonly read: ReadRequest | null } {
  const known = recent?.get(id) ?? null;
  if (known !== null) return { exchange: known.exchange, read: known };
  const exchange = recording.load(id);
  return { exchange, read: readRequest(exchange, child) };
}
