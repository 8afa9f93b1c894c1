import { describe, expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

const KEY = `sk-proj-${"Ab1".repeat(14)}`;
const TOKEN = `ghp_${"Cd2".repeat(12)}`;

const hi = { role: "user", content: "hi" };
const body = (members: object): string => JSON.stringify({ model: "gpt-5.5", messages: [hi], ...members });

const fn = (name: string): object => ({ type: "function", function: { name } });

const pairs: readonly (readonly [name: string, parent: string, child: string])[] = [
  ["a cache key", body({ prompt_cache_key: KEY }), body({ prompt_cache_key: TOKEN })],
  ["a tool's name", body({ tools: [fn(TOKEN)] }), body({ tools: [fn("b")] })],
  ["a setting", body({ service_tier: KEY }), body({})],
];

describe("what is said of a pair holds no credential", () => {
  it.each(pairs)("%s", (_, parent, child) => {
    const exchanges = [messagesExchange(parent, "1"), messagesExchange(child, "2")].map((each) => {
      return { ...each, path: "/v1/chat/completions" };
    });
    const [first, second] = exchanges;
    if (first === undefined || second === undefined) throw new Error("two were made");
    const judgement = JSON.stringify(judge({ parent: first, child: second, provider: "openai" }));
    const inspection = JSON.stringify(
      inspectRecording(
        { name: "r", format: "traffic", ids: ["1", "2"], load: (id) => (id === "1" ? first : second) },
        { provider: "openai" },
      ),
    );
    expect(judgement).toContain("*".repeat(40));
    for (const told of [judgement, inspection]) {
      expect(told).not.toContain(KEY.slice(8, 20));
      expect(told).not.toContain(TOKEN.slice(4, 20));
    }
    const shown = JSON.stringify(judge({ parent: first, child: second, provider: "openai", showText: true }));
    expect(shown.includes(KEY) || shown.includes(TOKEN)).toBe(true);
  });

  it.each(["postgres://bob:pw@db/x", "redis://:pw@cache:6379", "https://bob:Hunter%232@host/a"])(
    "the password of %s",
    (address) => {
      const sent = (end: string): ReturnType<typeof messagesExchange> =>
        messagesExchange(JSON.stringify({ system: `Use ${address} ${end}`, messages: [hi] }));
      const { divergence } = judge({ parent: sent("now"), child: sent("then") });
      expect(divergence?.parentExcerpt).toMatch(/:\/\/(?:bob)?:\*+@/);
    },
  );
});
