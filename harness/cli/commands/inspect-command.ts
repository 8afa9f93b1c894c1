import { type SavedParents, saveParents } from "../../cassette/format/save-parents.ts";
import { epochMs } from "../../io/clock.ts";
import { counterTimeline } from "../../counters/counter-timeline.ts";
import { type SplitRecording, splitCounters } from "../../counters/split-counters.ts";
import { limitYoungHeap } from "../../io/lean-heap.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectLean, inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { inspectionTotals } from "../../verdict/recording/inspection-totals.ts";
import type { BlockBook } from "../../blocks/block-book.ts";
import { withBlocks } from "../../blocks/with-blocks.ts";
import { withLeanIncidents } from "../../incidents/with-incidents.ts";
import { shellWord } from "../../init/shell-word.ts";
import type { Console } from "../../io/console.ts";
import type { Recording } from "../../kernel/exchange.ts";
import {
  listed as asArray,
  type LeanInspection,
  type LeanRecording,
  withListed,
} from "../../kernel/inspection/exchange-list.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import type { DamageLimit } from "../../sources/damage.ts";
import { type OpenedSources, openSources } from "../../sources/open-sources.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { TREE } from "../../report/inspection-tree.ts";
import type { InspectionWords } from "../../report/render-inspection.ts";
import { describeExcluded } from "../describe-recording.ts";
import { blocksOption } from "../inspecting/blocks-option.ts";
import { type ExchangeLines, exchangeLines, ReaderGoneError } from "../inspecting/exchange-lines.ts";
import { followFile } from "../inspecting/follow-file.ts";
import { type GroupBy, groupByOption, groupsBy, warnUngrouped } from "../inspecting/group-by-option.ts";
import { checkIncidents, incidentOption } from "../inspecting/incident-option.ts";
import { type PageOutput, pageOption, withPage } from "../inspecting/page-option.ts";
import { showCounters } from "../inspecting/show-counters.ts";
import { parentOfOption } from "../parent-of-option.ts";
import { printNotes } from "../print-notes.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { describeSources } from "../sources/describe-sources.ts";
import { type ExchangeFilter, filterOption } from "../sources/filter-option.ts";
import { judgeWords } from "../sources/judge-words.ts";
import { maxDamagedOption } from "../sources/max-damaged-option.ts";
import { FAIL_ON_BREAK, failOnBreak } from "./fail-on-break.ts";
import { warnUnknownModels } from "./unknown-models.ts";
import { type ReadingProgress, readingProgress } from "../inspecting/reading-progress.ts";
import { withLeanPrices } from "../inspecting/with-prices.ts";

/** Shows which request continues which in a recording. With `--fail-on-break` it is a gate: an unreadable body then fails it. */
export const inspectCommand: Command = async (invocation, streams) => {
  const { positionals, options } = invocation;
  const listed = blocksOption(invocation);
  const isFollowed = options.has("follow");
  const maxDamaged = maxDamagedOption(invocation);
  // What was followed is shown before it fails; --json prints one document.
  const failsLast = isFollowed && !options.has("json");
  using page = pageOption(invocation);
  const request: Omit<InspectRequest, "split" | "progress" | "lost"> = {
    provider: providerOption(invocation),
    caches: rulesOption(invocation),
    filter: filterOption(invocation, epochMs()),
    maxDamaged,
    failsLast,
    grouped: groupByOption(invocation),
    listed,
    page,
    shown: incidentOption(invocation),
    lines: await exchangeLines(invocation, streams),
    isJson: options.has("json"),
  };
  using followed = isFollowed ? await followFile(positionals[0] ?? "", streams) : null;
  using progress = readingProgress(streams, request.lines !== null);
  using sources = await openSources(positionals, progress.opens);
  const lost = followed?.lost() ?? 0;
  const split = splitCounters(sources.recording, (id) => sources.originOf(id)?.path ?? "");
  try {
    if (await showCounters(sources, split, invocation, request, streams)) return 0;
    return await inspectSources(sources, invocation, { ...request, split, progress, lost }, streams);
  } catch (fault) {
    if (fault instanceof ReaderGoneError) return 0;
    throw fault;
  } finally {
    // Damage may also be why too little can be compared.
    if (failsLast) sources.checkDamage(maxDamaged);
  }
};

const ANY_DAMAGE: DamageLimit = { most: 1, isStrict: false };

type InspectRequest = {
  readonly provider: string | null;
  readonly caches: ReturnType<typeof rulesOption>;
  readonly filter: ExchangeFilter | null;
  readonly maxDamaged: DamageLimit;
  /** Whether too much damage fails the command only once all is shown. */
  readonly failsLast: boolean;
  readonly grouped: GroupBy | null;
  /** The blocks that `--json` lists. */
  readonly listed: BlockBook | null;
  readonly page: PageOutput | null;
  /** The numbers of the incidents that are shown in full. */
  readonly shown: readonly number[];
  readonly lines: ExchangeLines | null;
  readonly isJson: boolean;
  readonly split: SplitRecording;
  readonly progress: ReadingProgress;
  /** Requests that were followed, and that the file does not hold any more. */
  readonly lost: number;
};

async function inspectSources(
  sources: OpenedSources,
  invocation: Invocation,
  request: InspectRequest,
  streams: Console,
): Promise<ExitCode> {
  const { provider, caches, filter, grouped, listed, page, shown, lines, split, progress, lost } = request;
  const { err, errStyle } = streams;
  const { positionals, options } = invocation;
  const isGate = options.has(FAIL_ON_BREAK) && !request.failsLast;
  const recording = recordingOf(split, sources.recording, isGate);
  const parentOf = parentOfOption(invocation, recording);
  progress.clear();
  // The lines of --jsonl come early by themselves.
  const saidLines = lines === null ? sayOpened(sources, recording, streams) : 0;
  const isLean = filter === null && LISTS_ALL.every((name) => !options.has(name)) && recording.ids.length > TREE;
  const inspect: (...args: Parameters<typeof inspectLean>) => LeanRecording = isLean ? inspectLean : inspectRecording;
  const judged = sources.allowingDamage(request.failsLast ? ANY_DAMAGE : request.maxDamaged, () =>
    inspect(recording, { parentOf, caches, ...(provider === null ? {} : { provider }), passesBroken: true }, (each) => {
      grouped?.see(each.exchange);
      listed?.see(each);
      page?.book.see(each);
      lines?.see(each);
      progress.judged(recording.ids.length);
    }),
  );
  progress.clear();
  for (const line of describeSources(sources.describe(), errStyle, "--json").slice(saidLines)) err(line);
  const inspected = filter === null ? judged : narrowed(judged, filter);
  printNotes(describeExcluded(recording, inspected.totals.uncounted["set-aside"]), streams);
  const strict = options.has("fail-on-unknown-model");
  printNotes(warnUnknownModels(recording, inspected.exchanges, { provider, caches, strict }), streams);
  const all = filter === null ? undefined : judged.exchanges;
  const found = withLeanIncidents(await withLeanPrices(inspected), recording, all);
  checkIncidents(shown, found);
  const grouping = grouped === null ? {} : { groups: groupsBy(grouped, found) };
  printNotes(warnUngrouped(grouped), streams);
  const counted = filter === null ? split.counted : filter.counted(split.counted);
  const counters = counted.length === 0 ? {} : { counters: counterTimeline(counted) };
  const read = { ...sourcesRead(sources, options), ...(lost > 0 && { lost }) };
  const inspection: LeanInspection = { ...found, ...grouping, ...counters, sources: read };
  if (options.has("save")) err(describeSaved(saveParents(positionals[0] ?? "", parentOf)));
  const write = page && (() => page.write(withListed(inspection), positionals));
  await withPage(write, streams, () => print(inspection, request, { ...wordsOf(invocation, sources), shown }, streams));
  // Before a gate says that it passed.
  if (request.failsLast) sources.checkDamage(request.maxDamaged);
  const withoutBodies = counted.map(({ id }) => id);
  return failOnBreak(inspection, invocation, streams, { withoutBodies, lost, ...(all !== undefined && { all }) });
}

/** As lines of JSON, as one document or for a person. */
async function print(
  inspection: LeanInspection,
  { lines, listed, isJson }: InspectRequest,
  words: InspectionWords,
  { out, outStyle }: Console,
): Promise<void> {
  if (lines !== null) lines.end(withListed(inspection));
  else if (isJson) {
    const whole = withListed(inspection);
    out(renderJson(listed === null ? whole : withBlocks(whole, listed.table())));
  } else {
    const { renderInspection } = await import("../../report/render-inspection.ts");
    out(renderInspection(inspection, words, outStyle));
  }
}

/** The files, with the options that their merge must repeat. */
function sourcesRead(sources: OpenedSources, options: Invocation["options"]): Inspection["sources"] & object {
  const described = sources.describe(options.has("json") || options.has("jsonl"));
  const ruling = RULING.filter((name) => options.has(name)).map((name) => `--${name}`);
  return ruling.length === 0 ? described : { ...described, options: ruling };
}

/** Says of a long recording at once what was opened: damage shows only while it is read. Returns how many lines it was. */
function sayOpened(sources: OpenedSources, { ids }: Recording, { err, errStyle }: Console): number {
  const said = ids.length < LONG ? [] : describeSources(sources.describe(), errStyle, "--json").slice(0, 1);
  for (const line of said) err(line);
  return said.length;
}

function wordsOf({ positionals, options }: Invocation, sources: OpenedSources): InspectionWords {
  const named = positionals.map((path) => (path === "-" ? "- < FILE" : shellWord(path)));
  const source = [...named, ...deciding(options)].join(" ");
  const judge = judgeWords(positionals, sources);
  return { source, judge, isWhole: options.has("all"), wasWatched: options.has("follow") };
}

/** The options that decide which incidents there are: a command that shows more of them repeats these. */
function deciding(options: Invocation["options"]): readonly string[] {
  return DECIDING.flatMap((name) => (options.get(name) ?? []).flatMap((value) => [`--${name}`, shellWord(value)]));
}

const DECIDING = ["provider", "rules", "parent-of", "since", "until", "model", "conversation", "max-damaged"] as const;

/** Options that choose the rules of the verdicts, which a merge does not know. */
const RULING: readonly string[] = ["provider", "rules"];

/** So many requests are read in a second or more. */
const LONG = 200;

/** Options whose output shows each request by itself. */
const LISTS_ALL: readonly string[] = ["all", "json", "jsonl", "html", "blocks"];

/** Only some of the requests, each judged as before. */
function narrowed(judged: LeanRecording, filter: ExchangeFilter): LeanRecording {
  const exchanges = filter.exchanges(asArray(judged.exchanges));
  return { ...judged, exchanges, totals: inspectionTotals(exchanges, judged.totals.damaged) };
}

/** A gate reads every line or fails: a damaged one may have held a break. */
function recordingOf({ bodies, counted }: SplitRecording, whole: Recording, isGate: boolean): Recording {
  // Counters alone cannot be compared, and the whole recording says so.
  const recording = bodies.ids.length === 0 && counted.length > 0 ? whole : bodies;
  const { loadReadable, ...strict } = recording;
  const limit = limitYoungHeap();
  const load: Recording["load"] = (id) => {
    limit();
    return recording.load(id);
  };
  if (isGate || loadReadable === undefined) return { ...strict, load };
  return {
    ...strict,
    load,
    loadReadable: (id) => {
      limit();
      return loadReadable(id);
    },
  };
}

function describeSaved({ file, written, known }: SavedParents): string {
  const listed = (parents: ReadonlyMap<string, string>): string =>
    [...parents].map(([child, parent]) => `forkOf of ${child} is ${parent}`).join(", ");
  const lines = [
    ...(written.size === 0 ? [] : [`saved in ${file}: ${listed(written)}`]),
    ...(known.size === 0 ? [] : [`${file} already said: ${listed(known)}`]),
  ];
  return lines.map((line) => `${escapeControlChars(line)}\n`).join("");
}
