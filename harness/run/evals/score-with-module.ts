import { startTimer } from "../../io/clock.ts";
import type { Scored } from "../../scenario/expectations/output/examine-matcher.ts";
import type { ModuleMatcher } from "../../scenario/expectations/output/output-matcher.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import type { ScoredRun } from "./examiner-host.ts";
import { notRunnable, placedAt, scorerTarget, withoutFunction } from "./find-scorers.ts";

/** A scorer is given this long if its scenario sets no limit. */
const LIMIT_MS = 30_000;

/**
 * Calls a scorer in a worker process, as every module of the user. What it throws, a process that ends and a call without an end are
 * faults of this score.
 *
 * @throws HarnessError HX140 for a missing file, HX193 for a module that cannot be run
 */
export async function scoreWithModule(
  scenario: ForkScenario,
  matcher: ModuleMatcher,
  { row, ...run }: ScoredRun,
  workers: SubjectWorkers,
): Promise<Scored> {
  const { module } = matcher;
  const target = scorerTarget(module, scenario);
  const limitMs = scenario.timeoutMs ?? LIMIT_MS;
  const worker = await workers.lease({ isFresh: false, env: scenario.fork.env });
  worker.begin(true);
  const cancel = startTimer(limitMs, () => worker.stop(SCORER, `it did not answer within ${limitMs} ms`));
  const result = await worker.score(SCORER, target, [run, row]);
  cancel();
  const { fault, refused } = await worker.end();
  workers.giveBack(worker);
  if (refused[0] !== undefined) return failed(module, `it asked ${refused[0]}, and a scorer may reach no other host`);
  if (result === null || fault !== null) return failed(module, fault?.text ?? "its process ended");
  switch (result.kind) {
    case "scored":
      return result.score === null ? { kind: "no opinion" } : { kind: "score", score: result.score, why: result.why };
    case "threw":
      return failed(module, result.text);
    case "broken":
      throw notRunnable(
        module,
        placedAt(scenario, matcher),
        `the module cannot be imported: ${result.text}`,
        "fix what it says",
      );
    case "no function":
      throw withoutFunction(module, placedAt(scenario, matcher));
    case "done":
      throw new Error("a scorer answered as a fork does");
  }
}

/** The name of the call in its worker; forks have lanes. */
const SCORER = "scorer";

function failed(module: string, text: string): Scored {
  return { kind: "fault", text: `${module} failed: ${text}` };
}
