/**
 * The texts of a server-sent event stream as a reader puts them together: for each place in the events' data the strings
 * that stand there, joined in order. A credential that was cut into deltas is whole again.
 *
 * Written for every wire at once: members that number what a delta belongs to (`index`, `output_index`, …) are part of its
 * place, so that parallel calls do not mix.
 */
export function streamTexts(stream: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const line of stream.split(/\r\n|\r|\n/)) {
    if (line.startsWith("data:")) collect(parsed(line.slice(5)), "", texts);
  }
  return texts;
}

const numbering = ["index", "output_index", "content_index", "summary_index", "item_id"] as const;

function collect(value: unknown, place: string, texts: Map<string, string>): void {
  if (typeof value === "string") {
    texts.set(place, (texts.get(place) ?? "") + value);
  } else if (Array.isArray(value)) {
    value.forEach((element, at) => collect(element, `${place}/${at}`, texts));
  } else if (isObject(value)) {
    const numbers = numbering.flatMap((name) => (name in value ? [`${name}=${JSON.stringify(value[name])}`] : []));
    const here = numbers.length === 0 ? place : `${place}(${numbers.join(",")})`;
    for (const [name, member] of Object.entries(value)) collect(member, `${here}/${name}`, texts);
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
