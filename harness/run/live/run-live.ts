import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { recognise } from "../../wires/recognise.ts";
import { findScorers } from "../evals/find-scorers.ts";
import { graderEndpoint } from "../evals/grader-port.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import type { Gathered } from "../job/gathered.ts";
import { checkForkAfter } from "./check-fork-after.ts";
import { type LiveEndpoint, liveEndpoint } from "./live-endpoint.ts";
import type { LiveOptions } from "./live-options.ts";
import type { ParentMeans } from "./parents/live-parent.ts";
import { type LeasedParent, ownParent } from "./parents/shared-parents.ts";
import { type ForkedParent, gatherRounds } from "./rounds/gather-rounds.ts";
import { type JudgedRound, judgeRound, type RoundRules } from "./rounds/judge-round.ts";
import type { AnsweredBy } from "./rounds/round-evidence.ts";
import { runRound } from "./rounds/run-round.ts";
import { runRounds } from "./rounds/run-rounds.ts";
import { Slots } from "./rounds/slots.ts";
import { forkDigest } from "./transcripts/fork-digest.ts";

/**
 * Runs a scenario against the real provider as often as asked. All rounds fork one answered parent, which other jobs of the run
 * share. Rounds that an earlier process has kept are judged again and not sent.
 *
 * @throws HarnessError HX310 and HX311 from the endpoint, HX315 without a parent, HX316 where the pause outlives the cache, those of the parent
 */
export async function runLive(
  scenario: ForkScenario,
  recorded: Exchange | null,
  options: LiveOptions,
  workers: SubjectWorkers,
): Promise<Gathered> {
  if (recorded === null) throw withoutParent(scenario);
  const endpoint = endpointOf(scenario, recorded, options);
  checkForkAfter(scenario, recorded, { provider: endpoint.provider, caches: options.caches });
  for (const each of findScorers(scenario)) if (each.kind === "grader") graderEndpoint(scenario, each.model, options);
  const { provider, diagnoses, baseUrl } = endpoint;
  const by: AnsweredBy = { provider, diagnoses, host: baseUrl.host, path: baseUrl.pathname };
  let unkept: HarnessError | null = null;
  // What is paid for counts, and nothing is sent that could not be kept either.
  const onUnkept = (fault: HarnessError): void => {
    unkept ??= fault;
    options.transcripts?.unkept.note(fault);
  };
  const graders = { kind: "live", options, onUnkept } as const;
  const rules: RoundRules = { by, caches: options.caches, host: { workers, graders } };
  const transcript = options.transcripts?.job(scenario, forkDigest(scenario, recorded)) ?? null;
  const numbers = Array.from({ length: options.repeat }, (_, at) => at + 1);
  const judged = new Map<number, JudgedRound>();
  transcript?.refuseOtherHost(by);
  for (const [round, evidence] of transcript?.kept(numbers) ?? []) {
    judged.set(round, await judgeRound(scenario, evidence, rules));
  }
  const reused = judged.size;
  const parents: ForkedParent[] = [];
  const means = { endpoint, spending: options.spending, workers };
  const play = async (round: number): Promise<JudgedRound> => {
    unkept ??= options.transcripts?.unkept.first ?? null;
    if (unkept !== null) throw unkept;
    const leased = await leaseParent(scenario, recorded, options, endpoint);
    const { line } = leased.parent;
    const evidence = await line.pass((begun) => runRound(scenario, leased.parent, means, begun));
    try {
      transcript?.append(round, evidence, by);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      onUnkept(fault);
    }
    const ended = await judgeRound(scenario, evidence, rules);
    parents.push({ ...leased, isServed: ended.hasAnswer });
    return ended;
  };
  const missing = numbers.filter((round) => !judged.has(round));
  const stops = (round: JudgedRound): HarnessError | null => heldBack(round) ?? unkept;
  const { ran, held } = await runRounds(missing, play, { slots: slotsOf(scenario, options), heldBack: stops });
  for (const [round, each] of ran) judged.set(round, each);
  const rounds = numbers.flatMap((round) => judged.get(round) ?? []);
  return gatherRounds(scenario, rounds, {
    by,
    gates: options.gates,
    asked: options.repeat,
    held,
    unkept,
    parents,
    transcript: transcript && { folder: transcript.folder, reused },
  });
}

function endpointOf({ provider, place }: ForkScenario, recorded: Exchange, options: LiveOptions): LiveEndpoint {
  const dialect = recognise(recorded)?.name;
  if (dialect === undefined) throw new Error(`exchange ${recorded.id} is of no dialect and was replayed`);
  return liveEndpoint({ dialect, provider: provider.name, place }, options);
}

function leaseParent(
  { parent, provider }: ForkScenario,
  recorded: Exchange,
  { spending, parents }: LiveOptions,
  endpoint: LiveEndpoint,
): Promise<LeasedParent> {
  const means: ParentMeans = { endpoint, spending, answer: parent?.answer ?? "asked" };
  return provider.isolate ? ownParent(recorded, means) : parents.share(recorded, means);
}

/** The rounds of a memory fork write into one folder, so they run one after the other. */
function slotsOf({ fork }: ForkScenario, { slots }: LiveOptions): Slots {
  return fork.filter.some(({ kind }) => kind === "auto-mem") ? new Slots(1) : slots;
}

/** A round of which a request was held back is the last one that begins. */
function heldBack({ refusal }: JudgedRound): HarnessError | null {
  if (refusal === null) return null;
  const fix = "raise --max-cost, or repeat less often";
  return new HarnessError({ code: "HX314", what: refusal, fix, exit: 2 });
}

function withoutParent({ place }: ForkScenario): HarnessError {
  return new HarnessError({
    code: "HX315",
    what: "a live run sends the parent's request itself, and the scenario has no parent",
    where: place,
    fix: "name a `parent`, or record the command with `forkproof record`",
    exit: 2,
  });
}
