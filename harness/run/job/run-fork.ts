import { knownLayout } from "../../wires/known-layout.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import { checkScript, type ScriptFault } from "../../checks/check-script.ts";
import { once } from "../../kernel/memo/once.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { withoutUnreadable } from "./unreadable-requests.ts";
import { checkSiblings } from "../../checks/check-siblings.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { ForkRun, ForkRunCost, Warning } from "../../kernel/run-result.ts";
import { forkCount } from "../../scenario/decode/fork-count.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { judgeParsedPair, type Pair } from "../../verdict/judge.ts";
import { knownRequest, readRequest } from "../../verdict/read-request.ts";
import { ratioVerdict } from "../../verdict/ratio/ratio-verdict.ts";
import { checkFork, type SeenFork, sharedEndOf } from "./check-fork.ts";
import { checkProviderAsked } from "../check-provider-asked.ts";
import { findScorers, hasSchema } from "../evals/find-scorers.ts";
import { chooseExchange } from "../choose-exchange.ts";
import { conversationsIn, describeFork, type ForkOnWire, pairUp, timesOf } from "../fork/fork-runs.ts";
import { siblingPlays } from "../fork/sibling-plays.ts";
import { StrayFaultError } from "../fork/modules/module-subject.ts";
import { type OfflineRun, runMockedFork } from "../fork/run-mocked-fork.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import type { Gathered } from "./gathered.ts";
import { brokenLaterTurns, withTurnCosts } from "./later-turns.ts";
import type { JudgedPair } from "./keep-evidence.ts";
import type { ModelWatch } from "../model-watch.ts";
import type { LiveOptions } from "../live/live-options.ts";
import type { KeptRounds } from "../live/regrade.ts";

/** The settings of a fork's run. */
export type ForkMeans = {
  readonly live: LiveOptions | null;
  /** The kept rounds that live scenarios are judged by instead. */
  readonly kept?: KeptRounds | null;
  readonly caches?: readonly ProviderCache[] | undefined;
  readonly models?: ModelWatch | undefined;
  readonly workers: SubjectWorkers;
};

/** Runs a scenario's forks against the provider that it names, mocked, recorded or live, and judges what reached the wire. */
export async function runFork(
  scenario: ForkScenario,
  open: (source: string) => Recording,
  { live, kept = null, caches, models, workers }: ForkMeans,
): Promise<Gathered> {
  const { parent: named, provider } = scenario;
  const recorded = named === null ? null : chooseExchange(open(named.source), named.exchange);
  const asked = { provider: provider.name, place: scenario.place };
  // Before anything is run, or paid for.
  checkProviderAsked(scenario, recorded);
  findScorers(scenario);
  if (hasSchema(scenario)) (await import("../evals/check-schemas.ts")).checkSchemas(scenario);
  if (recorded !== null) models?.see(recorded, asked);
  if (provider.mode === "live") {
    if (kept !== null)
      return (await import("../live/regrade.ts")).regrade(scenario, recorded, kept, { caches, workers });
    if (live === null) throw new Error(`${scenario.id} asks the real provider, and --live was not given`);
    return (await import("../live/run-live.ts")).runLive(
      scenario,
      recorded,
      { ...live, ...(caches && { caches }) },
      workers,
    );
  }
  const ran = await againAfterStray(async () =>
    provider.mode === "replay"
      ? (await import("../fork/replayed/run-replayed-fork.ts")).runReplayedFork(scenario, recorded, open, workers)
      : runMockedFork(scenario, recorded, { workers, caches }),
  );
  return judgeRun(scenario, recorded, ran, { caches, models, workers });
}

type Ran = OfflineRun & { readonly told: readonly Warning[] };

/** Judges what reached the provider of a mocked or replayed run. */
async function judgeRun(
  scenario: ForkScenario,
  recorded: Exchange | null,
  { served, reports, printed, faults, leftOpen, told }: Ran,
  { caches, models, workers }: Pick<ForkMeans, "caches" | "models" | "workers">,
): Promise<Gathered> {
  const { provider, fork } = scenario;
  const asked = { provider: provider.name, place: scenario.place };
  const like = recorded === null ? null : knownLayout(recorded);
  const { wire, faults: unreadable } = withoutUnreadable(pairUp(served, forkCount(scenario), recorded), like);
  for (const { first } of wire) if (first !== null) models?.see(first, asked, like);
  const rules = { ...(provider.name === null ? {} : { provider: provider.name }), ...(caches && { caches }) };
  const plays = siblingPlays(wire, { provider: provider.name, caches, like });
  const { priceFork } = await codeOfPrices();
  const turns = await brokenLaterTurns(conversationsIn(wire, served), rules);
  const seen = wire.map((each, sibling) => {
    // A command that starts several forks reports for all of them.
    const report = reports[fork.subject.kind === "command" ? 0 : sibling] ?? null;
    const play = each.first === null ? undefined : plays.get(each.first);
    const judged = judgeFork(each, recorded, { ...sharedEndOf(report, scenario), ...rules, ...(play && { play }) });
    const described = describeFork(each, report, judged);
    const cost = priceFork(each, described, provider.name);
    const sent = each.served.map(({ exchange }) => exchange);
    return seenFork(described, judged, withTurnCosts(cost, sent, turns));
  });
  // A fork that ends by a limit or an abort leaves its request open, too.
  const left = reports.every(({ stop }) => stop === null) ? openRequests(leftOpen) : [];
  const requests = wire.map(({ lane, served }) => ({ lane, requests: served.length }));
  const checked = await checkFork(scenario, seen, {
    reports,
    printed,
    told,
    turns,
    sent: [...(recorded === null ? [] : [recorded]), ...served.map(({ exchange }) => exchange)],
    host: { workers, graders: { kind: "script" } },
    script: checkScript([...unreadable, ...left, ...faults], requests),
  });
  const awaits = fork.subject.kind !== "command" && fork.siblings.start === "after-first-byte";
  return {
    ...checked,
    pairs: [...pairsOf(wire, seen), ...turns],
    ...(awaits && { checks: [...checked.checks, ...checkSiblings(wire.map(timesOf))] }),
  };
}

const codeOfPrices = once(() => import("../fork/price-fork.ts"));

/** A parent is mostly sent as it was recorded, for each job of a run anew: with its layout it keeps all that was found out of it. */
function judgeFork(
  { parent, first }: ForkOnWire,
  recorded: Exchange | null,
  asked: Omit<Pair, "parent" | "child">,
): Judgement | null {
  if (parent === null || first === null) return null;
  const left = readRequest(parent, recorded && knownRequest(recorded));
  return judgeParsedPair({ ...asked, parent, child: first }, left, knownRequest(first, left));
}

/** The mocked provider's counters are invented, so the judge ignores them; their ratio still belongs to the fork. */
function seenFork(described: ForkRun, judged: Judgement | null, cost: ForkRunCost | null): SeenFork {
  const { firstTurnRatio: observed, expectedRatio: expected, efficiency } = described;
  const verdict = ratioVerdict({ observed, expected }, judged);
  return {
    fork: { ...described, ratioVerdict: verdict, ...(cost && { cost }) },
    judgement: judged && { ...judged, ratio: { observed, expected, efficiency, verdict } },
  };
}

function pairsOf(wire: readonly ForkOnWire[], seen: readonly SeenFork[]): readonly JudgedPair[] {
  return wire.flatMap(({ parent, first: child }, at) => {
    const judgement = seen[at]?.judgement ?? null;
    return parent === null || child === null || judgement === null ? [] : [{ parent, child, judgement }];
  });
}

/** A fork that reports before its requests are answered may send requests that are not judged. */
function openRequests(count: number): readonly ScriptFault[] {
  if (count === 0) return [];
  const what = `${pluralize(count, "request")} had no answer yet when the last fork reported.`;
  return [{ code: "HX414", what, fix: "Wait for every request before the fork reports." }];
}

/** A job that code of an earlier one broke runs again, in a process that no job has used; a warning says so. */
async function againAfterStray(run: () => Promise<OfflineRun>): Promise<Ran> {
  try {
    return { ...(await run()), told: [] };
  } catch (fault) {
    if (!(fault instanceof StrayFaultError)) throw fault;
    const message = `code that an earlier job left behind broke this job's process, so it ran again in a new one: ${fault.message}`;
    return { ...(await run()), told: [{ code: "STRAY", message }] };
  }
}
