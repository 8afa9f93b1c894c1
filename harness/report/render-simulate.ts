import { fineUsdText } from "../kernel/text/usd-text.ts";
import type {
  NotUnderstood,
  SimulatedExchange,
  Simulation,
  SimulationTally,
  TokenCounts,
} from "../kernel/simulation.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { pluralize, formatCount } from "../kernel/text/format-count.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { type Cell, type Column, columnTable, plain } from "./tables/column-table.ts";
import { makeTextLayout } from "./tables/text-layout.ts";
import { wrapText } from "./tables/wrap-text.ts";
import { shortIds } from "./lines/short-ids.ts";

/** A simulation for a person: predicted and recorded counters for each exchange, then the accuracy of the model. */
export function renderSimulate(simulation: Simulation, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const { paint } = sheet;
  const ids = shortIds(simulation.exchanges.map(({ id }) => id));
  const models = new Set(simulation.exchanges.map(({ model }) => model));
  const [model = null] = models;
  const isWide = sheet.columns >= WITH_MODELS;
  const has = {
    models: models.size > 1 && isWide,
    recorded: simulation.exchanges.some(({ recorded }) => recorded !== null),
  };
  const rows = simulation.exchanges.map((exchange) => row(exchange, ids.of(exchange.id), has));
  const table = columnTable(columnsFor(has), 0, rows, sheet);
  const { all, byModel, notModelled, cost, unpricedModels, notUnderstood } = simulation.summary;
  const lines = [
    ...(models.size > 1 || model === null ? [] : [`model ${escapeControlChars(model)}`]),
    ...(models.size > 1 && !isWide ? [`${models.size} models: --json names that of each exchange`] : []),
    ...(ids.said === null ? [] : [escapeControlChars(ids.said)]),
    `${simulation.tokens === "anchored" ? "Lengths anchored on recorded totals" : "Lengths are estimates"}, mode ${simulation.mode}`,
    ...(simulation.exchanges.some(({ estimated }) => estimated)
      ? ["~ a total that no recorded counter tells: an estimate"]
      : []),
    ...(byModel.length > 1 ? byModel.map((tally) => `${escapeControlChars(tally.model)}: ${tallyText(tally)}`) : []),
    `all: ${tallyText(all)}`,
    ...notUnderstood.map((each) => paint.bad(unclearText(each))),
    ...ratioLines(simulation.summary),
    ...residualLines(simulation.summary).map(paint.warn),
    ...(cost.priced > 0
      ? [
          `prompts cost ${fineUsdText(cost.predicted)} as predicted, ${fineUsdText(cost.uncached)} if nothing were cached`,
        ]
      : []),
    ...assumedLines(simulation),
    ...(unpricedModels.length > 0
      ? [paint.warn(`no price is known for ${unpricedModels.map(escapeControlChars).join(", ")}`)]
      : []),
    ...(notModelled.length > 0 ? [`no cache model for ${notModelled.map(escapeControlChars).join(", ")}`] : []),
  ];
  const wrapped = lines.flatMap((line) => wrapText(line, style.columns));
  return terminalSafe([...table, "", ...wrapped].map((line) => `${line.trimEnd()}\n`).join(""));
}

/** Columns of the terminal from which on the table has room for the models. */
const WITH_MODELS = 100;

/** Columns that would say the same in every row are left out. One model is named below the table instead. */
type Has = { readonly models: boolean; readonly recorded: boolean };

function columnsFor(has: Has): readonly Column[] {
  const left = (head: string, most: number): Column => ({ head, align: "left", most });
  const right = (head: string): Column => ({ head, align: "right" });
  return [
    left("exchange", 20),
    ...(has.models ? [left("model", 14)] : []),
    ...["read", "write", "fresh"].map(right),
    ...(has.recorded ? [left("recorded", 18)] : []),
    left("", 14),
    left("ratio", 23),
  ];
}

function row(exchange: SimulatedExchange, id: string, has: Has): readonly Cell[] {
  const { model, recorded, estimated, score } = exchange;
  const predicted = isUnclear(exchange) ? null : exchange.predicted;
  const counts = counters(predicted).map((count) => (estimated ? estimate(count) : count));
  const told = [outcomeOf(exchange), classes(exchange)].filter((each) => each !== null).join(", ");
  return [
    plain(id),
    ...(has.models ? [plain(model ?? "-")] : []),
    ...counts.map(plain),
    ...(has.recorded ? [plain(recordedText(counters(predicted), counters(recorded)))] : []),
    { text: told, brush: score === "wrong" ? "bad" : null },
    plain(ratioOf(exchange)),
  ];
}

/** `same`, or read, written and fresh tokens. */
function recordedText(predicted: readonly string[], recorded: readonly string[]): string {
  if (recorded.every((count) => count === "-")) return "-";
  return recorded.every((count, at) => count === predicted[at]) ? "same" : recorded.join(" / ");
}

function isUnclear({ setApart }: SimulatedExchange): boolean {
  return setApart === "not understood";
}

function unclearText({ model, provider, wrong, scored }: NotUnderstood): string {
  const of = provider === null ? "" : ` of ${escapeControlChars(provider)}`;
  const share = `${formatCount(wrong)} of ${pluralize(scored, "prediction")}`;
  return `not understood: ${escapeControlChars(model ?? "a model without a name")}${of}. ${share} are wrong, so the table leaves them out; --json lists them`;
}

/** In words that `inspect` has too. */
function assumedLines({ exchanges }: Simulation): readonly string[] {
  const assumed = exchanges.filter(({ cost }) => cost.assumesLifetime === true).length;
  const what = `writes of ${pluralize(assumed, "request")} are priced as five-minute writes`;
  return assumed === 0 ? [] : [`${what}: the lifetime or its price is unknown`];
}

/** `58 follow-ups: 58 exact; 56 first; set apart: 2 warm start`. */
function tallyText(tally: SimulationTally): string {
  const scores: readonly (readonly [number, string])[] = [
    [tally.exact, "exact"],
    [tally.rightEntry, "right entry"],
    [tally.withinBound, "within the bound"],
    [tally.shorterEntry, "shorter entry"],
    [tally.wrong, "wrong"],
  ];
  const told = scores.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  const apart = Object.entries(tally.setApart).map(([reason, count]) => `${formatCount(count)} ${reason}`);
  return [
    `${pluralize(tally.followUps, "follow-up")}${told.length > 0 ? `: ${told.join(", ")}` : ""}`,
    ...(tally.first > 0 ? [`${formatCount(tally.first)} first`] : []),
    ...(apart.length > 0 ? [`set apart: ${apart.join(", ")}`] : []),
  ].join("; ");
}

/** A read of 0 is not an estimate. */
function estimate(count: string): string {
  return count === "-" || count === "0" ? count : `~${count}`;
}

function counters(counts: TokenCounts | null): readonly string[] {
  return [counts?.read, counts?.write, counts?.fresh].map((count) => formatOrDash(count ?? null));
}

function formatOrDash(count: number | null): string {
  return count === null ? "-" : formatCount(count);
}

/** The class of the read where it is not the predicted one; null where it is. */
function classes(exchange: SimulatedExchange): string | null {
  const { predicted, recorded } = exchange.class;
  if (isUnclear(exchange) || predicted === recorded || recorded === null) return null;
  return `${predicted ?? "-"}, was ${recorded}`;
}

/** `0.31/0.95 low`: what was read of the prompt, and what could have been. */
function ratioOf(exchange: SimulatedExchange): string {
  const { ratio } = exchange;
  if (ratio === null || ratio.verdict === "unknown" || isUnclear(exchange)) return "-";
  const [observed, expected] = [ratio.observed, ratio.expected].map((each) => each?.toFixed(2) ?? "-");
  return `${observed}/${expected} ${ratio.verdict}`;
}

function ratioLines({ ratios }: Simulation["summary"]): readonly string[] {
  const told = Object.entries(ratios).flatMap(([is, count]) => (count > 0 ? `${formatCount(count)} ${is}` : []));
  return told.length > 0 ? [`ratios of turns that continue another: ${told.join(", ")}`] : [];
}

/** Lengths that the provider counted otherwise the second time. */
function residualLines({ residuals }: Simulation["summary"]): readonly string[] {
  const { compared, differing, rejected } = residuals;
  if (differing === 0) return [];
  const told = `${formatCount(differing)} of ${pluralize(compared, "repeated prefix length")} differ from the first report`;
  return [`${told}${rejected > 0 ? `, ${formatCount(rejected)} by more than 2 %: those are ignored` : ""}`];
}

function outcomeOf({ score, setApart }: SimulatedExchange): string {
  return setApart ?? score;
}
