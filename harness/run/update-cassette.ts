import { dirname, isAbsolute, join } from "node:path";

import type { Secret } from "../kernel/credentials/credential-search.ts";
import { openCassette } from "../cassette/open-cassette.ts";
import { refuseOthersFiles } from "../cassette/format/replace-cassette.ts";
import { writeCassette } from "../cassette/format/write-cassette.ts";
import { listFolder, statKind } from "../io/files/disk.ts";
import { besideName, removeFolder, swapFolder } from "../io/files/swap-folder.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { createRecorder } from "../record/recorder.ts";
import { type RecordingProxy, startRecordingProxy } from "../record/recording-proxy.ts";
import { compareRecordings } from "../replay/compare-recordings.ts";
import { resolveSource } from "../scenario/resolve-source.ts";
import type { ForkScenario } from "../scenario/scenario.ts";
import { selectJobs } from "../scenario/select-jobs.ts";
import { chooseExchange } from "./choose-exchange.ts";
import { runMockedFork } from "./fork/run-mocked-fork.ts";
import { SubjectWorkers } from "./fork/modules/subject-workers.ts";
import { loadScenarios } from "./load-scenarios.ts";
import { makeSourceOpener } from "./source-opener.ts";

/** The result of recording one scenario again: a line for each exchange. */
export type Update = { readonly folder: string; readonly changes: readonly string[] };

/**
 * Records the cassette of the one selected scenario again: its forks run against the mocked provider and its script, through
 * the recording proxy. The old cassette is replaced once the new one is whole.
 *
 * @throws HarnessError HX230 where something else than a cassette stands in its place, HX519 where it is not one such scenario, or its script did not foresee what was asked
 */
export async function updateCassette(request: {
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  readonly name: string | null;
  readonly secrets: readonly Secret[];
}): Promise<Update> {
  const scenario = onlyOne(request);
  const folder = folderOf(scenario);
  refuseOthersFiles(folder);
  const draft = besideName(folder);
  using recorder = createRecorder({ usageIsReal: false });
  const openSource = makeSourceOpener();
  const { parent: named } = scenario;
  const parent = named === null ? null : chooseExchange(openSource(scenario, named.source), named.exchange);
  let proxy: RecordingProxy | null = null;
  try {
    using workers = new SubjectWorkers();
    const through = async (baseUrl: string): Promise<string> => {
      proxy = await startRecordingProxy(new URL(baseUrl), recorder);
      return proxy.origin;
    };
    const { faults } = await runMockedFork(scenario, parent, { workers, through });
    const [fault] = faults;
    if (fault !== undefined) throw refuse(`the new recording is not whole: ${fault.what}`, scenario.place, fault.fix);
  } finally {
    await stop(proxy);
  }
  writeCassette(draft, recorder.exchanges(), { secrets: request.secrets });
  try {
    const before = statKind(folder) === "missing" ? null : openCassette(folder);
    const changes = compareRecordings(before, openCassette(draft));
    swapFolder(draft, folder);
    return { folder, changes };
  } finally {
    removeFolder(draft);
  }
}

/** The compiler does not see that a callback has set it. */
async function stop(proxy: RecordingProxy | null): Promise<void> {
  await proxy?.close();
}

function onlyOne({ paths, tags, name }: Parameters<typeof updateCassette>[0]): ForkScenario {
  const { scenarios, errors } = loadScenarios(paths);
  const [broken] = errors;
  if (broken !== undefined) throw broken;
  const [scenario, ...others] = selectJobs(scenarios, { tags, name, isCi: false });
  if (scenario === undefined || others.length > 0) {
    const what = `--update records one scenario, and ${others.length + 1} are selected`;
    throw refuse(what, paths.join(" "), "name its file, or its words with --name");
  }
  if (scenario.kind === "fork" && scenario.provider.mode === "replay") return scenario;
  throw refuse("--update needs a scenario with mode: replay", scenario.place, "write `mode: replay`");
}

/** A parent's recording is not made anew: other scenarios read it, and this one would read another parent. */
function folderOf(scenario: ForkScenario): string {
  const { cassette } = scenario.provider.replay;
  if (cassette === null || cassette === scenario.parent?.source) {
    const fix = "name a folder of its own in `provider.cassette`";
    throw refuse("the parent's own recording is not recorded again", scenario.place, fix);
  }
  try {
    return resolveSource(cassette, "recording", scenario, { listFolder, statKind });
  } catch {
    // The first time there is no cassette yet.
    return isAbsolute(cassette) ? cassette : join(dirname(scenario.file), cassette);
  }
}

function refuse(what: string, where: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX519", what, where, fix, exit: 2 });
}
