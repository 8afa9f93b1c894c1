import { basename } from "node:path";
import { statKind } from "../../../io/files/disk.ts";
import { openFile, readSpanOf } from "../../../io/files/read-at.ts";
import type { Exchange, Recording } from "../../../kernel/exchange.ts";
import { isJsonObject, parseJson } from "../../../kernel/json.ts";
import { recognise } from "../../../wires/recognise.ts";

/** Two files that each hold the body of one request, and nothing else of it: the parent's, then the child's. */
export type BodyPair = { readonly recording: Recording; readonly parent: string; readonly child: string };

/** Null where the paths are not two such files: they are sources like all others. */
export function bodyPair(paths: readonly string[]): BodyPair | null {
  const [first, second] = paths;
  if (first === undefined || second === undefined || paths.length > 2) return null;
  const areNamedApart = basename(first) !== basename(second);
  const [parent, child] = areNamedApart ? [basename(first), basename(second)] : [`parent ${first}`, `child ${second}`];
  const sent = [bodyIn(first, parent), bodyIn(second, child)].filter((each) => each !== null);
  if (sent.length < 2) return null;
  const recording: Recording = {
    name: `${first}, ${second}`,
    format: "several",
    ids: [parent, child],
    load: (id) => {
      const found = sent.find((each) => each.id === id);
      if (found === undefined) throw new Error(`no body ${id}`);
      return found;
    },
  };
  return { recording, parent, child };
}

/** The bytes are taken as they are. Null for a file that is not JSON, and for JSON that no wire format has. */
function bodyIn(path: string, id: string): Exchange | null {
  if (statKind(path) !== "file") return null;
  using file = openFile(path);
  if (file.size > MOST) return null;
  const request = readSpanOf(file, 0, file.size);
  if (!isJsonObject(parseJson(request.toString("utf8")))) return null;
  const exchange: Exchange = { ...UNKNOWN, id, request };
  return recognise(exchange) === null ? null : exchange;
}

/** No provider takes a longer body; a log may be of any length. */
const MOST = 128 * 1024 * 1024;

const UNKNOWN: Omit<Exchange, "id" | "request"> = {
  forkOf: null,
  method: "POST",
  path: "",
  host: null,
  headers: [],
  response: null,
  startedAtMs: null,
  firstByteMs: null,
  fidelity: "A",
};
