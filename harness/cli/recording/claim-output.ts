import { refuseOthersFiles } from "../../cassette/format/replace-cassette.ts";
import { refuseTaken } from "../../cassette/format/write-cassette.ts";
import { claimFolder } from "../../io/files/claim-folder.ts";
import { usageError } from "../usage-error.ts";

/**
 * Claims the folder of a cassette before the session that fills it, since a session is not to be lost at its end.
 *
 * @throws HarnessError HX230 if something is there, with `replaces` if it is not a cassette; HX513, HX516, HX523 if another process
 * records to it
 */
export function claimOutput(folder: string, { replaces }: { readonly replaces: boolean }): Disposable {
  if (replaces) refuseOthersFiles(folder);
  else refuseTaken(folder);
  const claimed = claimFolder(folder);
  if (claimed.kind === "claimed") return claimed;
  const what = `another process (${claimed.pid}) is recording to ${folder}`;
  throw usageError("HX523", what, "wait for its end, or name another folder with --out", claimed.lock);
}
