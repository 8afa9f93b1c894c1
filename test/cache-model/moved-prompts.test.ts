import { expect, it } from "vitest";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { wires } from "../../harness/wires/list.ts";
import { originOf } from "../../harness/kernel/memo/relocated-units.ts";
import { digestRequest } from "../../harness/lineage/requests/request-digest.ts";
import { makePair } from "../bench/make-pair.ts";
import { toWire } from "../bench/to-wire.ts";

const rules = anthropicRules;
const model = "claude-sonnet-4-5";
const HEAD = "export function readEntry";

it.each(wires)(
  "on $name, the values computed for a message are still right after the message moved",
  ({ name, parseLayout }) => {
    const { parent } = toWire(name, makePair(120_000, "text", 0));
    // A head that grows by some letters each time: all behind it stands elsewhere in each request.
    const bodies = [0, 1, 2].map((grown) => parent.toString().replace(HEAD, `${"now ".repeat(grown)}${HEAD}`));
    const [first, second, third] = bodies.map((body) => Buffer.from(body));
    if (first === undefined || second === undefined || third === undefined) throw new Error("three bodies were made");
    const before = parseLayout(first);
    const between = parseLayout(second, before);
    const after = parseLayout(third, between);
    const moved = after.units.filter((unit) => originOf(unit) !== unit);
    expect(moved.length).toBeGreaterThan(20);
    expect(moved.every((unit) => before.units.includes(originOf(unit)))).toBe(true);

    const context = { rules, tokens: estimateTokens, workspace: "", model };
    chainOf(before, context);
    const chains = [between, after].map((layout) => chainOf(layout, context));
    const alone = [second, third].map((body) => chainOf(parseLayout(Buffer.from(body)), context));
    expect(chains).toEqual(alone);

    digestRequest(before);
    const digests = [after, parseLayout(Buffer.from(third))].map((layout) => {
      const { messages, ...rest } = digestRequest(layout);
      return {
        rest: [rest.tools, rest.system],
        messages: Array.from({ length: messages.length }, (_, at) => messages.at(at)),
      };
    });
    expect(digests[0]).toEqual(digests[1]);
    expect(digests[0]?.messages.length).toBeGreaterThan(15);
  },
);
