import { describe, expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { contextShapes } from "../../harness/kernel/credentials/context-shapes.ts";
import { prefixedShapes } from "../../harness/kernel/credentials/credential-shapes.ts";
import { leaks } from "../cassette/leaks.ts";
import { messagesExchange } from "../support/messages-body.ts";

const inContext = new Set(contextShapes.map(({ name }) => name));
/** Begin like a word, so that only the text before them shows what they are. */
const NEEDS_A_WORD = new Set(prefixedShapes.filter(({ glued }) => glued === null).map(({ name }) => name));

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

describe("the judgement of a pair contains no credential", () => {
  it.each(pairs)("with %s", (_, parent, child) => {
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
    "such as the password of %s",
    (address) => {
      const sent = (end: string): ReturnType<typeof messagesExchange> =>
        messagesExchange(JSON.stringify({ system: `Use ${address} ${end}`, messages: [hi] }));
      const { divergence } = judge({ parent: sent("now"), child: sent("then") });
      expect(divergence?.parentExcerpt).toMatch(/:\/\/(?:bob)?:\*+@/);
    },
  );

  const excerpt = (said: string): string => {
    const sent = (end: string): ReturnType<typeof messagesExchange> =>
      messagesExchange(JSON.stringify({ system: `${said} ${end}`, messages: [hi] }));
    const { divergence } = judge({ parent: sent("now"), child: sent("then") });
    return divergence?.parentExcerpt ?? "";
  };

  it.each(Object.entries(leaks).filter(([name]) => !inContext.has(name)))(
    "such as %s, after a line feed and a tab",
    (_, leak) => {
      for (const before of ["\n", "\t", "\u0001"]) expect(excerpt(before + leak)).not.toContain(leak.slice(-12));
    },
  );

  it.each(Object.entries(leaks).filter(([name]) => !inContext.has(name) && !NEEDS_A_WORD.has(name)))(
    "such as %s, attached to a word",
    (_, leak) => {
      const shown = excerpt(`wor${leak.replace(/^OPENAI_API_KEY=/, "")}`);
      expect(shown).toMatch(/\*{20}/);
      expect(shown).not.toContain(leak.slice(-12));
    },
  );

  it.each([
    "risk-assessment-of-the-whole-project-2026",
    "task-0123456789abcdef0123456789abcdef",
    "desk-or-table-number-2026-in-the-hall",
    "MASK0123456789abcdef0123456789abcdef",
    "monkey-0123456789abcdef0123456789abcdef",
    "MSG.a_long_name_of_a_key.another_long_name_of_it",
    "half_a_dozen_of_the_other_things_to_do_1234",
    "SELF_HOSTED_RUNNER_ASIAPACIFIC2026",
    "info1_and_a_long_name_of_a_variable_of_2026_in_it",
    "Cookie: theme=dark; lang=en-2026",
  ])("but keeps %s", (text) => {
    expect(excerpt(text)).not.toContain("*");
  });

  it("and keeps the name of a beta that speaks of tokens", () => {
    expect(excerpt("anthropic-beta: thinking-token-count-2026-05-13")).not.toContain("*");
  });

  it.each([
    ["base64 behind other signs", `x${Buffer.from(`{"k":"\\n${TOKEN}"}`).toString("base64")}`],
    ["escapes in JSON in JSON", TOKEN.replaceAll(/./g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
  ])("also below %s", (_, hidden) => {
    const shown = excerpt(hidden);
    expect(shown).toContain("*".repeat(30));
    expect(shown).not.toContain(JSON.stringify(hidden).slice(-14, -1));
  });

  // Letters alone, so that no issuer's shape fits; as long as a key of 4,096 bits.
  const line = (at: number): string => String.fromCharCode(97 + (at % 26)).repeat(64);
  const lines = Array.from({ length: 48 }, (_, at) => line(at)).join("\n");
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----`;
  const secretKey = "q7Hd2Lk9/Vw3Xz8Rt5+Yb1Nc6Mf4Gj0Ps2Ae9Uo7";

  it.each([
    ["a private key, in front of it", `one ${key}`, `two ${key}`],
    ["a private key, behind it", `${key} one`, `${key} two`],
    ["a private key, in its last line", key, key.replace("vvvv\n-----END", "wxyz\n-----END")],
    ["a secret access key, in front of it", `one SECRET_ACCESS_KEY=${secretKey}`, `two SECRET_ACCESS_KEY=${secretKey}`],
    [
      "a secret access key, behind it",
      `aws_secret_access_key = ${secretKey} one`,
      `aws_secret_access_key = ${secretKey} two`,
    ],
  ])("with bodies that differ at %s", (_, parent, child) => {
    const sent = (system: string): ReturnType<typeof messagesExchange> =>
      messagesExchange(JSON.stringify({ system, messages: [hi] }));
    const told = JSON.stringify(judge({ parent: sent(parent), child: sent(child) }));
    expect(told).toContain("*".repeat(12));
    expect(told).not.toMatch(/([a-z])\1{7}/);
    expect(told).not.toContain(secretKey.slice(-12));
  });
});
