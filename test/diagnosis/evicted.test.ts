import { expect, test } from "vitest";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf } from "./judge-example.ts";

const codes = (parent: Exchange, child: Exchange): readonly string[] =>
  judge({ parent, child, provider: "anthropic" }).findings.flatMap(({ code }) => (code === "CB705" ? [code] : []));

test("a read that is one token shorter than the stored entry counts as evicted", () => {
  const sent = (id: string, read: number, write: number): Exchange =>
    exchangeOf(id, longBody(), {
      startedAtMs: Number(id) * 1_000,
      firstByteMs: 10,
      response: answeredWith({ fresh: 3, write, read }),
    });
  expect(codes(sent("1", 1000, 1500), sent("2", 2500, 0))).toEqual([]);
  expect(codes(sent("1", 1000, 1500), sent("2", 2499, 1))).toEqual(["CB705"]);
});

test("the mocked provider reads what it stored to the token, even if breakpoints move and a text becomes a string", async () => {
  const clock = createVirtualClock();
  const steps = Array.from({ length: 4 }, () => ({ text: "Fine." }));
  const fetch = mockFetch(await createMockProvider({ script: parseScript(steps), clock }));
  const marked = (text: string): string => `{"type":"text","text":"${text}","cache_control":{"type":"ephemeral"}}`;
  const user = (text: string, isMarked: boolean): string =>
    `,{"role":"user","content":[${isMarked ? marked(text) : `{"type":"text","text":"${text}"}`}]}`;
  const answer = `,{"role":"assistant","content":"Fine."}`;
  const whole = longBody().replace(`"model":"m"`, `"model":"claude-sonnet-4-5","max_tokens":9`);
  const end = whole.length - `]}`.length;
  const body = (more: string): string => `${whole.slice(0, end)}${more}]}`;
  const bodies = [
    body(""),
    body(`${answer}${user("And by year?", true)}`),
    body(`${answer}${user("And by year?", false)}${answer}${user("By month?", true)}`),
    body(`${answer},{"role":"user","content":"And by year?"}${answer}${user("By month?", true)}${TURN}`),
  ];
  const exchanges: Exchange[] = [];
  for (const [at, text] of bodies.entries()) {
    const startedAtMs = clock.now();
    const headers = { "x-api-key": "k", "anthropic-version": "2023-06-01", "x-forkproof-lane": "fork" };
    const response = await fetch("https://provider.example/v1/messages", { method: "POST", headers, body: text });
    const answered = { status: response.status, contentType: response.headers.get("content-type"), usageIsReal: true };
    const raw = Buffer.from(await response.arrayBuffer());
    exchanges.push(exchangeOf(String(at), text, { startedAtMs, firstByteMs: 0, response: { ...answered, body: raw } }));
    clock.advance(10_000);
  }
  expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200, 200]);
  const judged = exchanges.slice(1).map((child, at) => {
    const parent = exchanges[at];
    if (parent === undefined) throw new Error("each has one before it");
    const { verdict, ratio } = judge({ parent, child, provider: "anthropic" });
    return [verdict, ratio?.verdict, ...codes(parent, child)];
  });
  expect(judged).toEqual([
    ["byte-identical", "ok"],
    ["rendered-identical", "ok"],
    ["rendered-identical", "ok"],
  ]);
});
