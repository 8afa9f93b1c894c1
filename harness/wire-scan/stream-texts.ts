/** One string of a stream's data: what it belongs to, and in which document it stands. */
export type StreamPiece = { readonly place: string; readonly text: string; readonly document: number };

/**
 * The texts of a stream as a reader puts them together: for each place in the events' data the strings that stand there,
 * joined in order. A credential that was cut into deltas is whole again. Frames of a WebSocket, kept as one JSON array, are
 * read like events.
 *
 * Written for every wire at once: members that number what a delta belongs to (`index`, `output_index`, …) are part of its
 * place, so that parallel calls do not mix.
 */
export function streamTexts(stream: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { place, text } of streamPieces(stream)) texts.set(place, (texts.get(place) ?? "") + text);
  return texts;
}

/** The same in pieces, as they stand in the stream. */
export function streamPieces(stream: string): readonly StreamPiece[] {
  const pieces: StreamPiece[] = [];
  for (const [document, { text }] of streamDocuments(stream).entries()) {
    const value = parsed(text);
    // Each frame begins at the root, as each event does.
    for (const each of Array.isArray(value) ? value : [value]) collect(each, "", { pieces, document });
  }
  return pieces;
}

/** The JSON documents of a stream, and where in its text each begins. */
export function streamDocuments(stream: string): readonly { readonly text: string; readonly start: number }[] {
  if (/^\s*\[/.test(stream)) return [{ text: stream, start: 0 }];
  return [...stream.matchAll(/(?<=^data:|[\r\n]data:)[^\r\n]*/g)].map(({ 0: text, index: start }) => ({ text, start }));
}

const numbering = ["index", "output_index", "content_index", "summary_index", "item_id"] as const;

type Collected = { readonly pieces: StreamPiece[]; readonly document: number };

function collect(value: unknown, place: string, into: Collected): void {
  if (typeof value === "string") {
    into.pieces.push({ place, text: value, document: into.document });
  } else if (Array.isArray(value)) {
    value.forEach((element, at) => collect(element, `${place}/${at}`, into));
  } else if (isObject(value)) {
    const numbers = numbering.flatMap((name) => (name in value ? [`${name}=${JSON.stringify(value[name])}`] : []));
    const here = numbers.length === 0 ? place : `${place}(${numbers.join(",")})`;
    for (const [name, member] of Object.entries(value)) collect(member, `${here}/${name}`, into);
  }
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is no JSON (`[DONE]`, the last event of a stream that was cut) stands in the raw text, which is scanned as it is. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
