import { dirname } from "node:path";
import { listFolder, readBytes, statKind } from "../../io/files/disk.ts";
import { once } from "../../kernel/memo/once.ts";
import { positionOfCheck } from "../../scenario/decode/positions-of.ts";
import { resolveSource } from "../../scenario/resolve-source.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { formatPlace } from "../../scenario/shape/fault.ts";
import { lacksFunction } from "./modules/lacks-function.ts";
import { type ModuleHost, moduleSubject, withoutFunction } from "./modules/module-subject.ts";
import type { RunnableSubject } from "./subject-task.ts";

/** A subject is given this long where its scenario does not say. */
const LIMIT_MS = 30_000;

/**
 * The scenario's subject, found and ready to run. The fork library is loaded only where it runs: the SDK costs a third of a
 * second. Its forks know the scenario's limit themselves, in virtual time; somebody else's are held to it in real time.
 *
 * @throws HarnessError HX140 for a module that is not there
 */
export function chooseSubject(scenario: ForkScenario, host: ModuleHost): RunnableSubject {
  const { subject, env } = scenario.fork;
  const limitMs = scenario.timeoutMs ?? LIMIT_MS;
  switch (subject.kind) {
    case "strategy": {
      const { strategy, options } = subject;
      return {
        ...plain,
        limitMs: LIMIT_MS,
        run: async (task) => (await library()).forkWithStrategy(strategy, options, task),
        runSiblings: async (tasks, watch) =>
          (await library()).forkSiblingsWithStrategy(strategy, options, tasks, watch),
      };
    }
    case "module":
      return moduleSubject(findModule(scenario) ?? subject.path, { limitMs, env }, host);
    case "command": {
      const { command } = subject;
      const folder = dirname(scenario.file);
      return {
        ...plain,
        limitMs,
        run: async (task) => (await import("./command-subject.ts")).runCommand(command, { folder, env }, task),
      };
    }
  }
}

const library = once(() => import("../fork-library.ts"));

/**
 * The file of the scenario's module; null without one.
 *
 * @throws HarnessError HX140 for a missing module, HX193 for one without a function
 */
export function findModule(scenario: ForkScenario): string | null {
  const { fork, file, positions } = scenario;
  if (fork.subject.kind !== "module") return null;
  const path = resolveSource(fork.subject.path, "module", scenario, { listFolder, statKind });
  if (lacksFunction(readBytes(path).toString("utf8"), "default"))
    throw withoutFunction(path, formatPlace(file, positionOfCheck("subject", positions)));
  return path;
}

/** A strategy runs here, and a command's process ends with its signal: neither leaves anything behind. */
const plain: Pick<RunnableSubject, "stop" | "finish" | typeof Symbol.dispose> = {
  stop: () => {},
  finish: async (reports) => ({ reports, printed: null }),
  [Symbol.dispose]: () => {},
};
