import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects } from "../../harness/dialects/registry.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { validateJson } from "../../harness/wire-scan/validate-json.ts";
import { withBody } from "../support/fixture-body.ts";
import { promptSpans, promptValues } from "../support/prompt-members.ts";
import { noRecordings, recordedRequests, recordingFiles } from "../support/recorded-requests.ts";
import { wireBodies, wireExchange } from "../support/wire-bodies.ts";

const names: readonly DialectName[] = dialects.map(({ name }) => name);

/** Changes single bytes of the prompt; wherever the values change with them, the verdict must see it. Returns how many did. */
function mutate(dialect: DialectName, parent: Exchange, numRuns: number): number {
  const spans = promptSpans(dialect, parent.request);
  const values = promptValues(dialect, parent.request);
  const byte = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(...Buffer.from('0"{}[],:ae')));
  let changed = 0;
  fc.assert(
    fc.property(fc.nat(spans.length - 1), fc.nat(), byte, (which, seed, put) => {
      const { start, end } = spans[which] ?? { start: 0, end: 1 };
      const body = Buffer.from(parent.request);
      body[start + (seed % (end - start))] = put;
      fc.pre(validateJson(body) === null && !isDeepStrictEqual(promptValues(dialect, body), values));
      changed += 1;
      const { verdict, divergence } = judge({ parent, child: withBody(parent, body) });
      expect(verdict).toBe("diverged");
      expect(divergence).not.toBeNull();
    }),
    { numRuns, maxSkipsPerRun: 1_000 },
  );
  return changed;
}

function appended(dialect: DialectName, parent: Exchange): Exchange {
  const { end } = promptSpans(dialect, parent.request).at(-1) ?? { end: 0 };
  const text = { role: "user", content: [{ type: "text", text: "One more thing." }] };
  const more = dialect === "gemini-generate" ? { role: "user", parts: [{ text: "One more thing." }] } : text;
  const head = parent.request.subarray(0, end - 1);
  return withBody(
    parent,
    Buffer.concat([head, Buffer.from(`,${JSON.stringify(more)}`), parent.request.subarray(end - 1)]),
  );
}

describe.each(names)("on the wire of %s", (name) => {
  const parent = wireExchange(name, wireBodies[name]);

  it("no value of the prompt can change unseen", () => {
    expect(mutate(name, parent, 200)).toBe(200);
  });

  it("a request is identical to itself, and what is appended never breaks it", () => {
    expect(judge({ parent, child: parent })).toMatchObject({ verdict: "byte-identical", class: "identical" });
    const judgement = judge({ parent, child: appended(name, parent) });
    expect(judgement).toMatchObject({ verdict: "byte-identical", class: "extension", divergence: null });
    expect(judgement.shared).toEqual(judgement.examined);
    expect(judge({ parent: appended(name, parent), child: parent })).toMatchObject({
      class: "shortened",
      divergence: null,
    });
  });
});

describe.skipIf(noRecordings !== null)("bodies of real clients", () => {
  it.each(recordingFiles)("%s", (file) => {
    const requests = [...recordedRequests(file)].filter((exchange) => exchange.dialect !== null);
    const parent = requests[requests.length >> 1];
    const name = parent?.dialect ?? null;
    if (parent === undefined || name === null) throw new Error(`${file} has no request of a known wire`);
    expect(mutate(name, parent, 15)).toBe(15);
    const judgement = judge({ parent, child: appended(name, parent) });
    expect(judgement).toMatchObject({ verdict: "byte-identical", class: "extension", divergence: null });
    expect(judgement.shared).toEqual(judgement.examined);
  });
});
