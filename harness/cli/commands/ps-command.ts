import { statKind } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { terminalSafe } from "../../kernel/text/terminal-safe.ts";
import { renderHandle, renderHandles } from "../../report/render-handles.ts";
import { renderJson } from "../../report/render-json.ts";
import { maskStrings } from "../../run/mask-secrets.ts";
import { type RecordedFork, recordedForks, transcriptOf } from "../../run/fork-library.ts";
import type { Command } from "../command.ts";
import { valueOf } from "../command.ts";
import { unknownWord, usageError } from "../usage-error.ts";

/** Where an agent keeps its records if it does not say. */
const DEFAULT_FOLDER = ".forkproof";

/** Lists the recorded forks of an agent, newest first, or shows one with its transcript. */
export const psCommand: Command = async (invocation, { out, outStyle }) => {
  const folder = folderOf(valueOf(invocation, "folder"));
  const asJson = invocation.options.has("json");
  const [verb, wanted, ...rest] = invocation.positionals;
  if (rest.length > 0) throw usageError("HX504", "there is one run too many", "Name one run: forkproof ps show ID.");
  const forks = recordedForks(folder);
  if (verb === undefined) {
    const handles = maskStrings(forks);
    out(asJson ? renderJson({ schema: "forkproof/handles@1", handles }) : renderHandles(folder, handles, outStyle));
    return 0;
  }
  if (verb !== "show")
    throw unknownWord("HX504", "action", verb, ["show"], "write forkproof ps, or forkproof ps show ID");
  if (wanted === undefined) throw usageError("HX504", "no run is named", "Write forkproof ps show ID.");
  const { runId } = forkNamed(forks, wanted);
  const fork = maskStrings(forkNamed(forks, wanted));
  const transcript = maskStrings(transcriptOf(folder, runId) ?? []);
  if (asJson) out(renderJson({ schema: "forkproof/handle@1", ...fork, transcript }));
  else out(`${renderHandle(fork, outStyle)}\n${terminalSafe(transcript.map((line) => `${line}\n`).join(""))}`);
  return 0;
};

/** A folder that was named must be there; the one that is looked into by default need not. */
function folderOf(named: string | null): string {
  const folder = named ?? DEFAULT_FOLDER;
  const kind = statKind(folder);
  const fix = "Pass --folder with the path that the agent gives to fileRecords.";
  if (kind === "missing" && named !== null) {
    throw new HarnessError({ code: "HX511", what: "no such directory", where: folder, fix, exit: 2 });
  }
  if (kind === "file" || kind === "other") {
    throw new HarnessError({ code: "HX512", what: "not a directory", where: folder, fix, exit: 2 });
  }
  return folder;
}

function forkNamed(forks: readonly RecordedFork[], wanted: string): RecordedFork {
  const found = forks.find(({ runId }) => runId === wanted);
  if (found !== undefined) return found;
  const ids = forks.map(({ runId }) => runId);
  throw unknownWord("HX504", "run", wanted, ids, "forkproof ps lists all runs of this folder");
}
