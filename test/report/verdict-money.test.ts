import { expect, test } from "vitest";
import { withPrices } from "../../harness/cli/inspecting/with-prices.ts";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { renderVerdict } from "../../harness/report/render-verdict.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { wireExchange } from "../support/wire-bodies.ts";

/** A chat whose only breakpoint stays on its first message; each message has `words` words. */
function chat(turns: number, words: number): readonly Exchange[] {
  const text = "word ".repeat(words);
  const first = { role: "user", content: [{ type: "text", text, cache_control: { type: "ephemeral" } }] };
  const messages = Array.from({ length: 2 * turns - 1 }, (_, at) =>
    at === 0 ? first : { role: at % 2 === 0 ? "user" : "assistant", content: at % 2 === 0 ? text : "Yes." },
  );
  return Array.from({ length: turns }, (_, at) => {
    const system = "Be brief. ".repeat(1000);
    const body = { model: "claude-sonnet-4-5", system, messages: messages.slice(0, 2 * at + 1) };
    const exchange = wireExchange("anthropic-messages", JSON.stringify(body), String(at + 1));
    return { ...exchange, startedAtMs: Date.UTC(2026, 10, 20) + at * 1000, firstByteMs: 10 };
  });
}

const style = { colour: false, columns: 400 };

async function inspected(exchanges: readonly Exchange[]): Promise<Inspection> {
  const load = (id: string): Exchange => exchanges[Number(id) - 1] ?? wireExchange("anthropic-messages", "{}", id);
  const recording = { name: "r", format: "traffic", ids: exchanges.map(({ id }) => id), load } as const;
  return withIncidents(await withPrices(inspectRecording(recording)), recording);
}

async function printed(exchanges: readonly Exchange[]): Promise<{ readonly sentence: string; readonly tree: string }> {
  const inspection = await inspected(exchanges);
  return { sentence: renderVerdict(inspection, style), tree: renderInspect(inspection, style) };
}

test("a loss of less than a hundredth of a cent is not shown as nothing, the same in the sentence and the tree", async () => {
  const { sentence, tree } = await printed(chat(3, 20));
  expect(sentence).toMatch(/\(CB504\)\. About \d+ tokens, <\$0\.0001\./);
  expect(tree).toContain("about <$0.0001 more");
  expect(tree).toContain("avoidable about <$0.0001, ours");
});

test("a breakpoint that stays is a note while next to nothing stands behind it, and a cause once that has grown", async () => {
  const few = await printed(chat(3, 2));
  expect(few.tree).toMatch(/note +CB504 breakpoint-frozen: over 3 requests/);
  expect(few.tree).toContain("breaks  none");
  const many = await printed(chat(12, 2));
  expect(many.tree).toMatch(/note +CB504[\s\S]* cause +CB504 breakpoint-frozen: over [4-9] requests/);
  expect(many.tree.match(/CB504 breakpoint-frozen: /g)).toHaveLength(2);
});

test("the sentence about several causes has the cost that the totals show", async () => {
  const { sentence, tree } = await printed(chat(6, 400));
  const [, tokens, usd] = /About ([\d,]+) tokens, (\$[\d.]+), for this and 1 more cause below\./.exec(sentence) ?? [];
  expect(tree).toContain(`lost    about ${tokens} tokens, ours`);
  expect(tree).toContain(`avoidable about ${usd}, ours`);
});

test("a break that saved more than it lost is not said to cost a negative amount", async () => {
  const inspection = await inspected(chat(3, 20));
  const incidents = inspection.incidents.map((each) => ({ ...each, cost: { ...each.cost, usd: -0.00005 } }));
  expect(renderVerdict({ ...inspection, incidents }, style)).toMatch(
    /\(CB504\)\. About \d+ tokens, at no extra cost\./,
  );
});
