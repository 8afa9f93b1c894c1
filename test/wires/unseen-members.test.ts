import { describe, expect, it } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { judged } from "../support/judged.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const hi: Readonly<Record<DialectName, object>> = {
  "anthropic-messages": { messages: [{ role: "user", content: "hi" }] },
  "openai-chat": { messages: [{ role: "user", content: "hi" }] },
  "openai-responses": { input: [{ role: "user", content: "hi" }] },
  "gemini-generate": { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  "bedrock-converse": { messages: [{ role: "user", content: [{ text: "hi" }] }] },
};

describe("the judge sees a system prompt in another wire format's member", () => {
  it.each<readonly [DialectName, string]>([
    ["openai-chat", "system"],
    ["openai-chat", "instructions"],
    ["anthropic-messages", "instructions"],
    ["openai-responses", "system"],
    ["gemini-generate", "system"],
    ["bedrock-converse", "systemInstruction"],
  ])("on %s: %s", (dialect, member) => {
    const body = (...texts: readonly string[]): object => {
      return { [member]: texts.map((text) => ({ type: "text", text })), ...hi[dialect] };
    };
    const [one, other] = [body("You keep notes."), body("Another prompt.")];
    expect(judged(dialect, one, one)).toMatchObject({ verdict: "byte-identical", class: "identical" });
    expect(judged(dialect, one, other)).toMatchObject({
      verdict: "diverged",
      divergence: { segment: "system", pointer: `/${member}` },
    });
    for (const [parent, child] of [[hi[dialect], one] as const, [one, hi[dialect]] as const]) {
      const { verdict, findings } = judged(dialect, parent, child);
      expect([verdict, findings[0]?.segment, findings[0]?.role]).toEqual(["diverged", "system", "cause"]);
    }
    // An empty value does not count as a prompt.
    expect(judged(dialect, hi[dialect], body())).toMatchObject({ verdict: "byte-identical" });
  });

  it("as instructions of a wrong type", () => {
    const [parent, child] = ["a", "b"].map((text) => ({ instructions: [text], ...hi["openai-responses"] }));
    expect(judged("openai-responses", parent ?? {}, child ?? {})).toMatchObject({
      verdict: "diverged",
      divergence: { pointer: "/instructions" },
    });
  });

  it.each([
    ["first", { systemInstruction: { parts: [{ text: "a" }] }, system_instruction: { parts: [{ text: "c" }] } }],
    ["last", { system_instruction: { parts: [{ text: "c" }] }, systemInstruction: { parts: [{ text: "a" }] } }],
  ])("as Gemini's other spelling, with the difference in the %s member", (_, both) => {
    const parent = { ...both, ...hi["gemini-generate"] };
    const child = { ...parent, systemInstruction: { parts: [{ text: "b" }] } };
    expect(judged("gemini-generate", parent, parent)).toMatchObject({ verdict: "byte-identical" });
    expect(judged("gemini-generate", parent, child)).toMatchObject({
      verdict: "diverged",
      divergence: { segment: "system", pointer: "/systemInstruction/parts/0" },
    });
  });
});

describe("the first of two tool lists in a Converse body's toolConfig does not count", () => {
  const tools = (name: string): string =>
    `"tools":[{"toolSpec":{"name":"${name}","inputSchema":{"json":{"type":"object"}}}}]`;
  const body = (...members: readonly string[]): string =>
    `{"toolConfig":{${members.join()}},"messages":[{"role":"user","content":[{"text":"hi"}]}]}`;
  const observed = `one of the two bodies writes "tools" of /toolConfig twice`;
  const once = body(tools("a"));

  it.each([
    ["two", body(tools("b"), tools("a"))],
    ["three", body(tools("a"), tools("b"), tools("a"))],
  ])("in %s lists", (_, twice) => {
    const sent = (text: string, id: string): ReturnType<typeof wireExchange> =>
      wireExchange("bedrock-converse", text, id);
    for (const [parent, child] of [[once, twice] as const, [twice, once] as const]) {
      const { verdict, findings } = judge({ parent: sent(parent, "1"), child: sent(child, "2") });
      expect(verdict).toBe("diverged");
      expect(findings.filter(({ role }) => role === "cause")).toContainEqual(
        expect.objectContaining({ code: "CB420", observed }),
      );
    }
    expect(judge({ parent: sent(twice, "1"), child: sent(twice, "2") })).toMatchObject({ verdict: "byte-identical" });
  });
});
