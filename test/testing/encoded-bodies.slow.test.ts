import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { inspect, recordExchanges, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, bodyOf, FORK, HEADERS, ORIGIN, PARENT, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

/** A parent and its fork as text, and then a fork with an encoded body. */
async function tapeWith(coding: string, body: Uint8Array<ArrayBuffer>): Promise<Tape> {
  const answer = { type: "message", role: "assistant", content: [{ type: "text", text: "Anna did." }] };
  const tape = recordExchanges({ fetch: () => Promise.resolve(Response.json(answer)) });
  for (const said of [PARENT, FORK]) await ask(tape.fetch, SYSTEM, said);
  const headers = { ...HEADERS, "content-encoding": coding };
  await (await tape.fetch(`${ORIGIN}/v1/messages`, { method: "POST", headers, body })).text();
  return tape;
}

const codings = { gzip: gzipSync, zstd: zstdCompressSync };

test.each(Object.entries(codings))(
  "a request body that is sent as %s is judged like any other",
  async (name, encode) => {
    const sound = await tapeWith(name, Uint8Array.from(encode(bodyOf(SYSTEM, FORK))));
    expect(sound).toHaveNoCacheBreaks();
    const text = bodyOf(`A. ${SYSTEM}`, FORK);
    const broken = await tapeWith(name, Uint8Array.from(encode(text)));
    expect(broken).not.toHaveNoCacheBreaks();
    expect(broken.exchanges.map(({ request }) => request.toString())[2]).toBe(text);
  },
);

test.each([
  ["snappy", "a coding that is unknown"],
  ["gzip", "other bytes than it says"],
])(
  "a request body of content-encoding %s that cannot be decoded fails the assertion, and stops no inspection",
  async (coding) => {
    const tape = await tapeWith(coding, Uint8Array.of(1, 2, 3));
    expect(inspect(tape).exchanges.map(({ unread }) => unread)).toEqual([
      null,
      null,
      expect.stringContaining(`could not be read (content-encoding: ${coding})`),
    ]);
    expect(() => expect(tape).toHaveNoCacheBreaks()).toThrow(
      /request 3 .*could not be read|could not be judged|not judged/,
    );
  },
);
