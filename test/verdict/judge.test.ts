import { describe, expect, it } from "vitest";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { fixtureExchange } from "../support/fixture-body.ts";
import { messagesExchange } from "../support/messages-body.ts";

const pair = (parent: string, child: string, at?: string): ReturnType<typeof judge> =>
  judge({ parent: messagesExchange(parent), child: messagesExchange(child, "2"), ...(at === undefined ? {} : { at }) });

describe("the divergence of a pair", () => {
  it.each([
    [
      "a changed value",
      `{"tools":[{"name":"a","n":1}],"messages":[]}`,
      `{"tools":[{"name":"a","n":10}],"messages":[]}`,
      { pointer: "/tools/0", childPointer: "/tools/0", at: "/tools/0/n", parentOffset: 27, childOffset: 27 },
    ],
    [
      "an added member",
      `{"tools":[{"name":"a"}],"messages":[]}`,
      `{"tools":[{"name":"a","x":1}],"messages":[]}`,
      { at: "/tools/0", parentOffset: 21, childOffset: 21 },
    ],
    [
      "a renamed member",
      `{"tools":[{"name":"a","x":1}],"messages":[]}`,
      `{"tools":[{"name":"a","y":1}],"messages":[]}`,
      { at: "/tools/0" },
    ],
    [
      "a tool too many",
      `{"tools":[{"name":"a"}],"messages":[]}`,
      `{"tools":[{"name":"a"},{"name":"b"}],"messages":[]}`,
      { pointer: "/tools/1", childPointer: "/tools/1", at: "/tools", parentOffset: null, childOffset: 23 },
    ],
    [
      "a block too many inside the history",
      `{"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"user","content":"b"}]}`,
      `{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"+"}]},{"role":"user","content":"b"}]}`,
      {
        pointer: "/messages/0/content/1",
        childPointer: "/messages/0/content/1",
        at: "/messages/0/content",
        parentOffset: null,
      },
    ],
    [
      "another role",
      `{"messages":[{"role":"user","content":"b"}]}`,
      `{"messages":[{"role":"assistant","content":"b"}]}`,
      { pointer: "/messages/0", childPointer: "/messages/0", at: "/messages/0/role" },
    ],
    [
      "a system prompt that only the child has",
      `{"messages":[{"role":"user","content":"a"}]}`,
      `{"system":"x","messages":[{"role":"user","content":"a"}]}`,
      { pointer: "/system/0", childPointer: "/system", parentOffset: null, childOffset: 10 },
    ],
  ])("is found at its place for %s", (_, parent, child, divergence) => {
    expect(pair(parent, child)).toMatchObject({ verdict: "diverged", divergence });
  });

  it("has excerpts that mark the difference, and hide credentials even if they show only half of one", () => {
    const body = (key: string, end: string): string =>
      `{"system":"key ${key} ${end}","messages":[{"role":"user","content":"a"}]}`;
    const key = `sk-ant-api03-${"Ab1".repeat(30)}`;
    const child = body(key, "tomorrow");
    const { divergence } = pair(body(key, "today"), child);
    expect(divergence?.parentExcerpt).toBe(`…${"*".repeat(45)} today"`);
    expect(divergence?.parentDiffers).toEqual({ start: 49, end: 52 });
    const shown = judge({
      parent: messagesExchange(body(key, "today")),
      child: messagesExchange(child, "2"),
      showText: true,
    });
    expect(shown.divergence?.parentExcerpt).toContain("Ab1Ab1");
  });
});

describe("a declared fork point", () => {
  const parent = `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}`;
  const child = `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"other"}]}`;

  it("ends the part that must be shared", () => {
    expect(pair(parent, child)).toMatchObject({ verdict: "diverged" });
    expect(pair(parent, child, "/messages/1")).toMatchObject({
      verdict: "byte-identical",
      shared: { blocks: 1, bytes: 3 },
      examined: { blocks: 1, bytes: 3 },
    });
  });

  it("must name a block or message of the parent", () => {
    expect(() => pair(parent, child, "/messages/7")).toThrow(HarnessError);
  });
});

describe("the normalisations", () => {
  const messages = (content: string): string =>
    `{"messages":[{"role":"user","content":${content}},{"role":"user","content":"z"}]}`;

  it.each([
    [
      "a breakpoint that moved",
      `[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]`,
      `[{"type":"text","text":"a"}]`,
      ["cache_control"],
    ],
    ["a string and one block", `"a"`, `[{"type":"text","text":"a"}]`, ["string-as-text-block"]],
    [
      "both at once",
      `"a"`,
      `[{"cache_control":{"type":"ephemeral"},"type":"text","text":"a"}]`,
      ["cache_control", "string-as-text-block"],
    ],
    [
      "white space between tokens",
      `[ {"type": "text", "text":"a"} ]`,
      `[{"type":"text","text":"a"}]`,
      ["token-whitespace"],
    ],
    [
      "a tool result's content",
      `[{"type":"tool_result","tool_use_id":"t","content":"a"}]`,
      `[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"}]}]`,
      ["string-as-text-block"],
    ],
  ])("forgive %s", (_, parent, child, normalisations) => {
    expect(pair(messages(parent), messages(child))).toMatchObject({ verdict: "rendered-identical", normalisations });
    expect(pair(messages(child), messages(parent))).toMatchObject({ verdict: "rendered-identical", normalisations });
  });

  it.each([
    ["white space inside a string", `"a b"`, `"a  b"`],
    ["an escape", `"é"`, `"\\u00e9"`],
    [
      "a mark in somebody's data",
      `[{"type":"tool_use","input":{"cache_control":1}}]`,
      `[{"type":"tool_use","input":{}}]`,
    ],
    ["text split in two", `[{"type":"text","text":"ab"}]`, `[{"type":"text","text":"a"},{"type":"text","text":"b"}]`],
    ["a block with citations", `"a"`, `[{"type":"text","text":"a","citations":[]}]`],
    ["key order", `[{"type":"text","text":"a"}]`, `[{"text":"a","type":"text"}]`],
  ])("never forgive %s", (_, parent, child) => {
    expect(pair(messages(parent), messages(child))).toMatchObject({ verdict: "diverged" });
  });

  it("leave out deferred tools and the billing header, wherever only one side has them", () => {
    const parent = `{"tools":[{"name":"a"},{"name":"late","defer_loading":true}],"system":[{"type":"text","text":"be brief"}],"messages":[]}`;
    const child = `{"tools":[{"name":"a"}],"system":[{"type":"text","text":"x-anthropic-billing-header: 1"},{"type":"text","text":"be brief"}],"messages":[]}`;
    expect(pair(parent, child)).toMatchObject({
      verdict: "rendered-identical",
      normalisations: ["billing-header", "deferred-tools"],
    });
  });
});

describe("the answer of reusable", () => {
  it("follows time, model minimum and breakpoints", () => {
    const parent = fixtureExchange("parent");
    const child = fixtureExchange("fork");
    const at = (ms: number): ReturnType<typeof judge> =>
      judge({ parent, child: { ...child, startedAtMs: (parent.startedAtMs ?? 0) + ms } });
    expect(at(1_000)).toMatchObject({ reusable: "yes", reusableBecause: [] });
    expect(at(301_000)).toMatchObject({
      reusable: "no",
      reusableBecause: ["CB701: the fork was sent 5 min 1 s after its parent, whose entry had expired by then"],
    });
    expect(at(-1)).toMatchObject({ reusable: "no" });
    expect(judge({ parent, child: { ...child, startedAtMs: null } })).toMatchObject({ reusable: "unknown" });
    expect(judge({ parent, child, provider: "zai" })).toMatchObject({ reusable: "unknown" });
  });

  it("takes into account that a request without breakpoints is not stored", () => {
    const body = (turns: number): string =>
      JSON.stringify({
        model: "claude-sonnet-4-5",
        messages: Array.from({ length: turns }, () => ({ role: "user", content: "x".repeat(9_000) })),
      });
    expect(pair(body(3), body(4))).toMatchObject({ verdict: "byte-identical", reusable: "no" });
  });
});

describe("a recording that kept parsed bodies", () => {
  it("proves the rendered prompt, never the bytes", () => {
    const parent = messagesExchange(`{"messages":[{"role":"user","content":"a"}]}`);
    expect(judge({ parent, child: parent }).verdict).toBe("byte-identical");
    expect(judge({ parent: { ...parent, fidelity: "B" }, child: parent }).verdict).toBe("rendered-identical");
  });
});

describe("the judge handles odd pairs", () => {
  it("and says that two wire formats cannot be compared", () => {
    const other = { ...messagesExchange(`{"input":[]}`), path: "/v1/responses" };
    expect(judge({ parent: messagesExchange(`{"messages":[]}`), child: other })).toMatchObject({
      verdict: "not-comparable",
      reusable: "unknown",
      examined: { blocks: 0, bytes: 0 },
    });
  });

  it("and says that two requests without a block cannot be compared", () => {
    expect(pair(`{"model":"m","messages":[]}`, `{"model":"m","messages":[]}`)).toMatchObject({
      verdict: "not-comparable",
    });
  });

  it.each([
    ["a system prompt of a wrong type", `{"system":{"a":1},"messages":[]}`, `{"system":{"a":2},"messages":[]}`],
    ["tools of a wrong type", `{"tools":"x","messages":[]}`, `{"tools":"y","messages":[]}`],
    [
      "content written twice",
      `{"messages":[{"role":"user","content":"a"}]}`,
      `{"messages":[{"role":"user","content":"b","content":"a"}]}`,
    ],
    [
      "a segment written twice",
      `{"system":"a","messages":[{"role":"user","content":"a"}]}`,
      `{"system":"b","system":"a","messages":[{"role":"user","content":"a"}]}`,
    ],
  ])("and sees the difference in %s", (_, parent, child) => {
    expect(pair(parent, child).verdict).toBe("diverged");
  });

  it("and names the place of invalid JSON", () => {
    expect(() => pair(`{"messages":[`, `{}`)).toThrow(/not JSON: the text ends too early/);
  });
});

describe("a fork point before the messages", () => {
  const tools = `"tools":[{"name":"a"},{"name":"b"}]`;
  const parent = `{${tools},"system":[{"type":"text","text":"x"}],"messages":[{"role":"user","content":"m"}]}`;

  it.each([
    ["/system/0", `{${tools},"system":[{"type":"text","text":"y"}],"messages":[]}`, 2],
    ["/system/0", `{${tools},"messages":[]}`, 2],
    ["/tools/1", `{"tools":[{"name":"a"},{"name":"c"}],"system":"y","messages":[{"role":"user","content":"n"}]}`, 1],
  ])("at %s ignores everything after it", (at, child, blocks) => {
    expect(pair(parent, child, at)).toMatchObject({ verdict: "byte-identical", divergence: null, shared: { blocks } });
    expect(pair(parent, child, at).findings.filter(({ role }) => role === "cause")).toEqual([]);
  });

  it("compares everything before it", () => {
    const child = `{"tools":[{"name":"a"},{"name":"c"}],"messages":[]}`;
    expect(pair(parent, child, "/system/0")).toMatchObject({ divergence: { pointer: "/tools/1" } });
  });
});
