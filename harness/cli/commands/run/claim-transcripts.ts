import { claimFolder } from "../../../io/files/claim-folder.ts";
import type { Invocation } from "../../command.ts";
import { usageError } from "../../usage-error.ts";
import type { RunOptions } from "./run-options.ts";

/**
 * Claims the folder of a live run before its first request. Requests cost money: a folder that cannot be written would lose them, and a
 * second process that continues the run would send its rounds again. The runs of a queue share their rounds over its server.
 *
 * @throws HarnessError HX513, HX516, HX523 if another process writes to it
 */
export function claimTranscripts({ live }: RunOptions, { options }: Invocation): Disposable | null {
  const folder = live?.transcripts?.folder;
  if (folder === undefined || options.has("queue")) return null;
  const claimed = claimFolder(folder);
  if (claimed.kind === "claimed") return claimed;
  const what = `another run (process ${claimed.pid}) is writing to ${folder}`;
  throw usageError("HX523", what, "wait for its end, or start a new run without --resume", claimed.lock);
}
