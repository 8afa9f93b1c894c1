import { isJsonObject, parseJson } from "../kernel/json.ts";

/** One string of a stream's data: the field that it belongs to, and the document that holds it. */
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
  for (const [document, { data }] of streamDocuments(stream).entries()) {
    // Data that is not JSON (`[DONE]`, the last event of a cut stream) stays in the raw text, which is scanned unchanged.
    const value = parseJson(data);
    // Each frame begins at the root, as each event does.
    for (const each of Array.isArray(value) ? value : [value]) collect(each, "", { pieces, document });
  }
  return pieces;
}

/** A JSON document of a stream: its text as it stands there, and without what the lines of an event begin with. */
type StreamDocument = { readonly text: string; readonly data: string; readonly start: number };

/**
 * The JSON documents of a stream, and where in its text each begins. An event may write one over several lines of data; where such
 * lines make no document together, each is one. Read here by hand, since a parser of streams gives no offsets.
 */
export function streamDocuments(stream: string): readonly StreamDocument[] {
  if (/^\s*\[/.test(stream)) return [{ text: stream, data: stream, start: 0 }];
  const events: StreamDocument[][] = [[]];
  for (const { 0: line, index } of stream.matchAll(/(?<=^\uFEFF?|\n|\r(?!\n))(?:data:[^\r\n]*|(?=[\r\n]))/g)) {
    if (line === "") events.push([]);
    else events.at(-1)?.push({ text: line.slice(5), data: line.slice(5), start: index + 5 });
  }
  return events.flatMap((lines) => wholeEvent(stream, lines));
}

function wholeEvent(stream: string, lines: readonly StreamDocument[]): readonly StreamDocument[] {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined || lines.length === 1) return lines;
  const data = lines.map((line) => line.data).join("\n");
  if (parseJson(data) === undefined) return lines;
  return [{ text: stream.slice(first.start, last.start + last.text.length), data, start: first.start }];
}

const numbering = ["index", "output_index", "content_index", "summary_index", "item_id"] as const;

type PieceCollection = { readonly pieces: StreamPiece[]; readonly document: number };

function collect(value: unknown, place: string, into: PieceCollection): void {
  if (typeof value === "string") {
    into.pieces.push({ place, text: value, document: into.document });
  } else if (Array.isArray(value)) {
    value.forEach((element, at) => collect(element, `${place}/${at}`, into));
  } else if (isJsonObject(value)) {
    const numbers = numbering.flatMap((name) => (name in value ? [`${name}=${JSON.stringify(value[name])}`] : []));
    const here = numbers.length === 0 ? place : `${place}(${numbers.join(",")})`;
    for (const [name, member] of Object.entries(value)) collect(member, `${here}/${name}`, into);
  }
}
