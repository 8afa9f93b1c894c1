import type { Rendering } from "./mock-wire.ts";

/** A body that is not streamed is held or cut in its middle. */
export function wholeDocument(value: unknown, contentType: string = "application/json"): Rendering {
  const bytes = Buffer.from(JSON.stringify(value));
  const middle = bytes.length >> 1;
  return { contentType, pieces: [bytes.subarray(0, middle), bytes.subarray(middle)] };
}

/** Server-sent events, each with its name where it has one. `end` is what is written behind the last. */
export function eventStream(
  events: readonly { readonly name: string | null; readonly data: unknown }[],
  { contentType, end = "", newline = "\n" }: { contentType: string; end?: string; newline?: string },
): Rendering {
  const pieces = events.map(({ name, data }) =>
    Buffer.from(`${name === null ? "" : `event: ${name}${newline}`}data: ${JSON.stringify(data)}${newline}${newline}`),
  );
  return { contentType, pieces: end === "" ? pieces : [...pieces, Buffer.from(end)] };
}
