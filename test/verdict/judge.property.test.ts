import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { validateJson } from "../../harness/wire-scan/validate-json.ts";
import { fixtureExchange, withBody } from "../support/fixture-body.ts";

const parent = fixtureExchange("parent");

/** Every byte that is prompt: inside a block, outside the marks. */
const promptBytes = parseLayout(parent.request).units.flatMap((unit) => {
  if (unit.unit === "envelope") return unit.members.map(({ start, end }) => [start, end] as const);
  const [mark] = unit.marks;
  const { start, end } = unit.span;
  return mark === undefined
    ? [[start, end] as const]
    : [[start, mark.excision.start] as const, [mark.excision.end, end] as const];
});

describe("the verdict on a realistic body", () => {
  it("notices a change of any byte of the prompt", () => {
    const place = fc.tuple(fc.nat(promptBytes.length - 1), fc.nat(), fc.integer({ min: 0x20, max: 0x7e }));
    let judged = 0;
    fc.assert(
      fc.property(place, ([span, seed, byte]) => {
        const [start, end] = promptBytes[span] ?? [0, 1];
        const offset = start + (seed % (end - start));
        fc.pre(parent.request[offset] !== byte);
        const body = Buffer.from(parent.request);
        body[offset] = byte;
        fc.pre(validateJson(body) === null);
        judged += 1;
        const { verdict, divergence } = judge({ parent, child: withBody(parent, body) });
        expect(verdict).toBe("diverged");
        // A byte that changes where a string ends moves the first difference, never behind the byte itself.
        expect(divergence?.parentOffset ?? 0).toBeLessThanOrEqual(offset);
      }),
      { numRuns: 300 },
    );
    expect(judged).toBeGreaterThan(50);
  });

  it("never breaks because of appended blocks and messages", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 50 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.boolean(), (texts, intoLast) => {
        const child = intoLast ? appendBlocks(parent, texts) : appendMessages(parent, texts);
        const judgement = judge({ parent, child });
        expect(judgement).toMatchObject({ verdict: "byte-identical", class: "extension", divergence: null });
        expect(judgement.shared).toEqual(judgement.examined);
      }),
      { numRuns: 40 },
    );
  });

  it("is identical for a parent and itself", () => {
    expect(judge({ parent, child: parent })).toMatchObject({
      verdict: "byte-identical",
      class: "identical",
      findings: [],
    });
  });
});

function appendMessages(exchange: Exchange, texts: readonly string[]): Exchange {
  const added = texts.map(
    (content, at) => `,${JSON.stringify({ role: at % 2 === 0 ? "assistant" : "user", content })}`,
  );
  return splice(exchange, `]}],"thinking"`, `]}${added.join("")}],"thinking"`);
}

function appendBlocks(exchange: Exchange, texts: readonly string[]): Exchange {
  const added = texts.map((text) => `,${JSON.stringify({ type: "text", text })}`);
  return splice(exchange, `]}],"thinking"`, `${added.join("")}]}],"thinking"`);
}

function splice(exchange: Exchange, at: string, put: string): Exchange {
  const body = exchange.request.toString("utf8");
  expect(body.split(at)).toHaveLength(2);
  return withBody(
    exchange,
    body.replace(at, () => put),
  );
}
