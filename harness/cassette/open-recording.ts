import { listFolder, statKind } from "../io/files/disk.ts";
import { notARecording } from "./detect-format.ts";
import { cassetteFileName } from "./format/cassette-document.ts";
import { openCassette } from "./open-cassette.ts";
import { openJsonLines } from "./open-json-lines.ts";
import type { Source } from "./recorded-exchange.ts";
import { withContinuedRequests } from "./with-continued-requests.ts";
import { withWholeRequests } from "./with-whole-requests.ts";

/**
 * Opens a cassette folder or a JSON Lines recording, recognised by its content, not by its name. Every `request` is a whole one:
 * see `withWholeRequests` for messages of a WebSocket, `withContinuedRequests` for HTTP.
 *
 * @throws HarnessError HX2xx: HX201 if there is no recording; HX511, HX513, HX515 if the disk refuses
 */
export function openRecording(path: string): Source {
  return withContinuedRequests(withWholeRequests(openAsRecorded(path)));
}

/** The same, but every `request` is what crossed the wire. */
export function openAsRecorded(path: string): Source {
  const kind = statKind(path);
  switch (kind) {
    case "file":
      return openJsonLines(path);
    case "folder":
      return openFolder(path);
    case "missing":
      throw notARecording(path, "no such file or folder", "check the path: nothing is there");
    case "other":
      throw notARecording(path, "it is a pipe or device, which cannot be read twice");
  }
}

function openFolder(path: string): Source {
  const names = listFolder(path).map(({ name }) => name);
  if (names.includes(cassetteFileName)) return openCassette(path);
  const recordings = names.filter((name) => name.endsWith(".jsonl"));
  if (recordings.length > 0)
    throw notARecording(path, `it is a folder; name one of its files: ${recordings.join(", ")}`);
  throw notARecording(path, "it is a folder without cassette.yaml");
}
