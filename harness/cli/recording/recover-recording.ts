import { resolve } from "node:path";

import { statKind } from "../../io/files/disk.ts";
import { removeLeftoverFolders } from "../../io/leftover-folders.ts";
import { environment } from "../../io/process.ts";
import type { Console } from "../../io/console.ts";
import { environmentSecrets } from "../../kernel/credentials/environment-secrets.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { type KilledSession, killedSessions, type RecoveredRecording } from "../../record/spooled/killed-sessions.ts";
import { type Invocation, type ExitCode, valueOf } from "../command.ts";
import { pageOption } from "../inspecting/page-option.ts";
import { usageError } from "../usage-error.ts";
import { claimOutput } from "./claim-output.ts";
import { keepRecording } from "./keep-recording.ts";
import { showRecording } from "./show-recording.ts";

/**
 * Makes the cassette of a recording whose process was killed, and removes its spool if all of it could be read. `--out` selects one of
 * several by its folder.
 *
 * @throws HarnessError HX211 if no such recording is left or no whole request was kept, HX505 for a command or several recordings
 */
export async function recoverRecording(invocation: Invocation, streams: Console): Promise<ExitCode> {
  if (invocation.positionals.length > 0) {
    throw usageError("HX505", "--recover runs no command", "leave the command out, or leave --recover out");
  }
  removeLeftoverFolders();
  const { session, recording } = choose(killedSessions(), valueOf(invocation, "out"));
  const { lost } = recording;
  if (recording.count().recorded === 0) {
    if (lost.length > 0) throw unreadable(session, lost);
    session.remove();
    throw nothingLeft(`the killed recording of ${session.folder} holds no whole request: its spool is removed`);
  }
  const folder = freeFolder(session.folder, invocation, streams);
  using _claim = claimOutput(folder, { replaces: invocation.options.has("force") });
  using page = pageOption(invocation);
  const secrets = [...recording.secrets, ...environmentSecrets(environment())];
  keepRecording(recording, { folder, secrets }, invocation, streams);
  for (const each of lost) streams.err(`lost: ${each}\n`);
  if (lost.length === 0) session.remove();
  else {
    session.retire();
    streams.err(`not everything could be read, so the spool stays: ${session.spool}\n`);
  }
  return await showRecording({ folder, exit: null, count: recording.count(), page }, invocation, streams);
}

type Chosen = { readonly session: KilledSession; readonly recording: RecoveredRecording };

/** Of several recordings for one folder, the first that can be read: the others are left for the next time. */
function choose(sessions: readonly KilledSession[], out: string | null): Chosen {
  const wanted = out === null ? sessions : sessions.filter(({ folder }) => folder === resolve(out));
  const [first] = wanted;
  if (first === undefined) {
    throw nothingLeft(out === null ? "no killed recording is left" : `no killed recording of ${out} is left`);
  }
  const folders = new Set(wanted.map(({ folder }) => folder));
  if (folders.size > 1) {
    const what = `${wanted.length} killed recordings are left: ${[...folders].join(", ")}`;
    throw usageError("HX505", what, "choose one with --out FOLDER");
  }
  for (const session of wanted) {
    const recording = session.open();
    if (recording !== null) return { session, recording };
  }
  throw unreadable(first, ["its key or its journal is missing or damaged"]);
}

/** Its own folder, or one next to it if something was recorded there meanwhile. */
function freeFolder(folder: string, { options }: Invocation, { err }: Console): string {
  if (options.has("force") || statKind(folder) === "missing") return folder;
  for (let number = 1; ; number += 1) {
    const other = `${folder}-recovered${number === 1 ? "" : `-${number}`}`;
    if (statKind(other) !== "missing") continue;
    err(`${folder} holds another recording, which stays; this one is written to ${other}\n`);
    return other;
  }
}

/** Nothing is deleted that could not be read: the user may find the key, or a copy of the file. */
function unreadable({ folder, spool }: KilledSession, why: readonly string[]): HarnessError {
  return new HarnessError({
    code: "HX211",
    what: `the killed recording of ${folder} cannot be read: ${why.join("; ")}`,
    where: spool,
    fix: "restore the damaged file, or delete this folder and record again",
    exit: 2,
  });
}

function nothingLeft(what: string): HarnessError {
  return new HarnessError({ code: "HX211", what, fix: "record again", exit: 2 });
}
