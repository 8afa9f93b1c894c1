import { join } from "node:path";

import { environmentSecrets } from "../../../kernel/credentials/environment-secrets.ts";
import { writeCassette } from "../../../cassette/format/write-cassette.ts";
import { openRecording } from "../../../cassette/open-recording.ts";
import type { Console } from "../../../io/console.ts";
import type { TempFolder } from "../../../io/files/disk.ts";
import { newKey } from "../../../io/new-key.ts";
import { environment } from "../../../io/process.ts";
import type { Recording } from "../../../kernel/exchange.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import type { Recorder } from "../../../record/recorder.ts";

/** Everything that a recorder holds, as a recording in `out` or, if null, in a temporary folder; null if it holds nothing. */
export function keepTraffic(
  recorder: Recorder,
  out: string | null,
  temporary: TempFolder,
  { err }: Console,
): Recording | null {
  const { recorded, brokenOff } = recorder.count();
  if (brokenOff > 0) {
    err(`${pluralize(brokenOff, "request")} broken off by the client before it was whole: not judged\n`);
  }
  if (recorded === 0) return null;
  const folder = out ?? join(temporary.path, "traffic");
  const secrets = environmentSecrets(environment());
  // A credential is masked, never a reason to judge nothing: lengths stay, and equal values stay equal.
  writeCassette(folder, recorder.exchanges(), { secrets, redactionKey: newKey() });
  if (out !== null) err(`recorded ${pluralize(recorded, "exchange")}: ${folder}\n`);
  return openRecording(folder);
}
