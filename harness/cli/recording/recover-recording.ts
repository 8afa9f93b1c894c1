import { resolve } from "node:path";

import { environment } from "../../io/process.ts";
import type { Console } from "../../io/console.ts";
import { environmentSecrets } from "../../kernel/credentials/environment-secrets.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { type KilledSession, killedSessions } from "../../record/spooled/killed-sessions.ts";
import { type Invocation, type ExitCode, valueOf } from "../command.ts";
import { pageOption } from "../inspecting/page-option.ts";
import { usageError } from "../usage-error.ts";
import { claimOutput } from "./claim-output.ts";
import { keepRecording } from "./keep-recording.ts";
import { showRecording } from "./show-recording.ts";

/**
 * Makes the cassette of a recording whose process was killed, and removes its spool. `--out` selects one of several by its folder.
 *
 * @throws HarnessError HX211 if no such recording is left or no whole request was kept, HX505 for a command or several recordings
 */
export async function recoverRecording(invocation: Invocation, streams: Console): Promise<ExitCode> {
  if (invocation.positionals.length > 0) {
    throw usageError("HX505", "--recover runs no command", "leave the command out, or leave --recover out");
  }
  const session = choose(killedSessions(), valueOf(invocation, "out"));
  const recording = session.open();
  if (recording === null || recording.count().recorded === 0) {
    session.remove();
    throw nothingLeft(`the killed recording of ${session.folder} holds no whole request: its spool is removed`);
  }
  const { folder } = session;
  using _claim = claimOutput(folder, { replaces: invocation.options.has("force") });
  using page = pageOption(invocation);
  const secrets = [...recording.secrets, ...environmentSecrets(environment())];
  keepRecording(recording, { folder, secrets }, invocation, streams);
  session.remove();
  return await showRecording({ folder, exit: null, count: recording.count(), page }, invocation, streams);
}

function choose(sessions: readonly KilledSession[], out: string | null): KilledSession {
  const wanted = out === null ? sessions : sessions.filter(({ folder }) => folder === resolve(out));
  const [session, ...others] = wanted;
  if (session === undefined) {
    throw nothingLeft(out === null ? "no killed recording is left" : `no killed recording of ${out} is left`);
  }
  if (others.length === 0) return session;
  const folders = wanted.map(({ folder }) => folder).join(", ");
  throw usageError("HX505", `${wanted.length} killed recordings are left: ${folders}`, "choose one with --out FOLDER");
}

function nothingLeft(what: string): HarnessError {
  return new HarnessError({ code: "HX211", what, fix: "record again", exit: 2 });
}
