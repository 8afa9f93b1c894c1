import { join } from "node:path";

import { environmentSecrets } from "../../../kernel/credentials/environment-secrets.ts";
import { writeCassette } from "../../../cassette/format/write-cassette.ts";
import { openRecording } from "../../../cassette/open-recording.ts";
import type { Console } from "../../../io/console.ts";
import type { TempFolder } from "../../../io/files/disk.ts";
import { newKey } from "../../../io/new-key.ts";
import { environment } from "../../../io/process.ts";
import type { Recording } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { oddOutcomes } from "../../recording/odd-outcomes.ts";
import type { Recorder } from "../../../record/recorder.ts";

/** What passed, to be judged, and why it could not be kept in the folder that the user named. */
export type KeptTraffic = { readonly recording: Recording | null; readonly unkept: HarnessError | null };

/**
 * Everything that a recorder holds, as a recording in `out` or, if null, in a temporary folder; null if it holds nothing. Traffic that `out`
 * does not take is judged all the same: the command ran long, and its verdict is not to be lost with the folder.
 */
export function keepTraffic(
  recorder: Recorder,
  out: string | null,
  temporary: TempFolder,
  { err }: Console,
): KeptTraffic {
  const count = recorder.count();
  const { recorded, brokenOff } = count;
  if (brokenOff > 0) {
    err(`${pluralize(brokenOff, "request")} broken off by the client before it was whole: not judged\n`);
  }
  if (recorded === 0) return { recording: null, unkept: null };
  const odd = oddOutcomes(count);
  const passed = `${pluralize(recorded, "exchange")}${odd}`;
  const judged = join(temporary.path, "traffic");
  if (out === null) {
    if (odd !== "") err(`judged ${passed}\n`);
    return { recording: write(recorder, judged), unkept: null };
  }
  try {
    const recording = write(recorder, out);
    err(`recorded ${passed}: ${out}\n`);
    return { recording, unkept: null };
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    return { recording: write(recorder, judged), unkept: fault };
  }
}

/** A credential is masked, never a reason to judge nothing: lengths stay, and equal values stay equal. */
function write(recorder: Recorder, folder: string): Recording {
  const secrets = environmentSecrets(environment());
  writeCassette(folder, recorder.exchanges(), { secrets, redactionKey: newKey() });
  return openRecording(folder);
}
