import * as fc from "fast-check";

/** Ways to send one list of JSON documents as a stream: what a reader gets of each is the same. */
export function framings(documents: readonly unknown[]): fc.Arbitrary<string> {
  const events = documents.map((document) =>
    fc.record({
      text: fc.constantFrom(JSON.stringify(document), JSON.stringify(document, null, 1)),
      before: fc.subarray(noise),
      behind: fc.subarray(noise),
      space: fc.constantFrom("", " "),
    }),
  );
  return fc
    .record({
      events: fc.tuple(...events),
      lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
      mark: fc.constantFrom("", "\uFEFF"),
      lead: fc.subarray([": opened", ""]),
      isEnded: fc.boolean(),
    })
    .map(({ events: framed, lineEnd, mark, lead, isEnded }) => {
      const lines = framed.flatMap(({ text, before, behind, space }) => [
        ...before,
        ...text.split("\n").map((line) => `data:${space}${line}`),
        ...behind,
        "",
      ]);
      // A recorder may have lost the blank line at the end.
      const sent = isEnded ? [...lead, ...lines, ""] : [...lead, ...lines.slice(0, -1)];
      return mark + sent.join(lineEnd);
    });
}

const noise = [": keep-alive", "id: 7", "retry: 3000", "event: message_delta", "unknown: x", "nothing"];

/** Text that is nearly a stream: fields, line ends and characters of several bytes in any order. */
export const streamLike: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      "data",
      "data:",
      "data: ",
      ":",
      " ",
      "\n",
      "\r",
      "\r\n",
      "\n\n",
      "é🙂",
      "x",
      "event:",
      "id",
      "dat",
      "\uFEFF",
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));

/** Bytes cut into chunks anywhere, also inside a character. */
export function inChunks(bytes: Buffer): fc.Arbitrary<readonly Buffer[]> {
  return fc
    .array(fc.nat({ max: bytes.length }), { maxLength: 12 })
    .map((cuts) => [0, ...cuts.toSorted((one, other) => one - other), bytes.length])
    .map((edges) => edges.slice(1).map((edge, at) => bytes.subarray(edges[at], edge)));
}
