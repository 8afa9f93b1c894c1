import { timeline } from "../../../incidents/timeline.ts";
import { gatherEvidence, NO_EVIDENCE, type GateEvidence } from "../../../gate/gate-evidence.ts";
import { GATE_SELECTION, gateResult, type GateRun } from "../../../gate/gate-result.ts";
import { gateSummary } from "../../../gate/gate-summary.ts";
import { epochMs, monotonicMs } from "../../../io/clock.ts";
import { makeTempFolder } from "../../../io/files/disk.ts";
import { removeLeftoverFolders } from "../../../io/leftover-folders.ts";
import { listenForTermination } from "../../../io/termination.ts";
import type { Recording } from "../../../kernel/exchange.ts";
import { isLoopback } from "../../../kernel/is-loopback.ts";
import type { ProviderCache } from "../../../providers/provider.ts";
import { createRecorder } from "../../../record/recorder.ts";
import { resultDates } from "../../../run/result/result-dates.ts";
import { resultWithoutJobs } from "../../../run/result/result-without-jobs.ts";
import { type Command, type Invocation, valueOf } from "../../command.ts";
import { providerOption } from "../../provider-option.ts";
import { reportFault } from "../../report-fault.ts";
import { claimOutput } from "../../recording/claim-output.ts";
import { nameLeftovers } from "../../recording/name-leftovers.ts";
import { finishRun } from "../../reporting/finish-run.ts";
import { gateRun } from "../../reporting/gate-run.ts";
import { ReportFile } from "../../reporting/report-file.ts";
import { openReportOutputs } from "../../reporting/report-outputs.ts";
import { runExit } from "../../reporting/run-exit.ts";
import { rulesOption } from "../../rules-option.ts";
import { readTarget } from "../../recording/record-target.ts";
import { compareWithBaseline, readBaselineOptions, updateIfAsked } from "../run/baseline-options.ts";
import { readMaxBreakUsd, readMaxWarnings } from "../run/run-options.ts";
import { type ClientRun, runClient } from "../run-client.ts";
import { withPrices } from "../../inspecting/with-prices.ts";
import { keepTraffic } from "./keep-traffic.ts";
import { loadGateConfig } from "./load-gate-config.ts";

/** Runs a command behind recording proxies and fails if a turn or fork of its traffic breaks its prefix, or if there is none. */
export const gateCommand: Command = async (invocation, streams) => {
  const { out, err } = streams;
  const config = loadGateConfig(valueOf(invocation, "config"));
  const caches = rulesOption(invocation);
  const judging = judgingOptions(invocation, caches);
  const gates = { maxWarnings: readMaxWarnings(invocation), maxBreakUsd: readMaxBreakUsd(invocation) };
  const baseline = readBaselineOptions(invocation);
  const kept = valueOf(invocation, "out");
  using _claim = kept === null ? null : claimOutput(kept, { replaces: false });
  using report = new ReportFile(valueOf(invocation, "report") ?? "reports/gate.json");
  using outputs = openReportOutputs(invocation);
  using temporary = makeTempFolder();
  removeLeftoverFolders();
  const startedMs = epochMs();
  const start = monotonicMs();
  let isTerminated = false;
  using termination = listenForTermination(() => {
    isTerminated = true;
    err("asked to end: forwarding it to the command; traffic so far is judged\n");
  });
  using recorder = createRecorder({ usageIsReal: isProviderReal(invocation) });
  // A report of an earlier run must not stand for this one, whatever the command does to us.
  report.update(() => resultWithoutJobs(GATE_SELECTION, caches, null));
  const keepStdout = outputs.isDocument;
  const withoutVerdict = (fault: unknown): never => {
    report.finish(resultWithoutJobs(GATE_SELECTION, caches, fault));
    throw fault;
  };
  const client = await runClient(invocation, { recorder, termination, keepStdout }, streams).catch(withoutVerdict);
  const traffic = keepThenKill(client, () => keepTraffic(recorder, kept, temporary, streams), withoutVerdict);
  nameLeftovers(streams);
  const evidence = await gather(traffic.recording, judging);
  const run: GateRun = {
    ...client,
    config,
    evidence,
    requests: recorder.count().recorded,
    interrupted: client.interrupted || isTerminated,
    dates: resultDates(caches),
    timing: {
      startedAt: new Date(startedMs).toISOString(),
      durationMs: monotonicMs() - start,
      ...timelineOf(evidence),
    },
  };
  const found = gateResult(run);
  const files = new Map(found.jobs.map(({ id, file }) => [id, file]));
  const comparison = baseline === null ? null : compareWithBaseline(found, baseline, files);
  const gated = gateRun(found, { ...gates, baseline: comparison }, run);
  const { result } = gated;
  const notUpdated = updateIfAsked(result, baseline, files, err);
  const unwritten = await finishRun(gated, { report, outputs }, streams);
  const say = outputs.isDocument ? err : out;
  say(gateSummary(run, result));
  const faults = [traffic.unkept, notUpdated, unwritten].filter((fault) => fault !== null);
  for (const fault of faults) reportFault(fault, false, streams);
  return faults.length === 0 || result.outcome === "interrupted" ? runExit(result) : 3;
};

/** A client that a second Ctrl-C abandoned is killed once its traffic is kept, and also if it cannot be. */
function keepThenKill<Kept>(client: ClientRun, keep: () => Kept, onFault: (fault: unknown) => never): Kept {
  try {
    return keep();
  } catch (fault) {
    return onFault(fault);
  } finally {
    client.kill();
  }
}

type JudgingOptions = Parameters<typeof gatherEvidence>[1];

/** A body that is not JSON fails the gate and does not end it: the rest is judged, too. */
function judgingOptions(invocation: Invocation, caches: readonly ProviderCache[]): JudgingOptions {
  const provider = providerOption(invocation);
  return { passesBroken: true, caches, ...(provider !== null && { provider }) };
}

async function gather(recording: Recording | null, options: JudgingOptions): Promise<GateEvidence> {
  if (recording === null) return NO_EVIDENCE;
  const evidence = gatherEvidence(recording, options);
  return { ...evidence, inspection: evidence.inspection && (await withPrices(evidence.inspection)) };
}

/** Ratio and cost over time, for the bars of the page. */
function timelineOf({ inspection }: GateEvidence): Pick<GateRun["timing"], "timeline"> {
  return inspection === null ? {} : { timeline: timeline(inspection.exchanges) };
}

/** A server on loopback is the suite's own mock, which makes its counters up. */
function isProviderReal(invocation: Invocation): boolean {
  if (invocation.options.has("mock")) return false;
  const { upstreams } = readTarget(invocation, null);
  return !Object.values(upstreams).some(({ given }) => isLoopback(new URL(given).hostname));
}
