import { describe, expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const judged = (wire: DialectName, parent: string, child: string): Judgement =>
  judge({ parent: wireExchange(wire, parent), child: wireExchange(wire, child, "2") });

const messages = (list: string): string => `{"messages":[${list}]}`;
const contents = (list: string, before = ""): string => `{${before}"contents":[${list}]}`;
const declared = (lists: string): string => contents(`{"role":"user","parts":[{"text":"a"}]}`, `"tools":[${lists}],`);

const called = `"tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":"{}"}}]`;
const answered = `{"role":"tool","tool_call_id":"1","content":"x"}`;

type Row = readonly [what: string, wire: DialectName, parent: string, child: string, pointer: string, how: string];

const ORDER = "the same members stand in another order";
const LIST = "a list stands around it in one of the two";

const rows: readonly Row[] = [
  [
    "the role behind the content",
    "anthropic-messages",
    messages(`{"role":"user","content":"a"}`),
    messages(`{"content":"a","role":"user"}`),
    "/messages/0",
    ORDER,
  ],
  [
    "the role behind a list of blocks",
    "anthropic-messages",
    messages(`{"role":"user","content":[{"type":"text","text":"a"}]}`),
    messages(`{"content":[{"type":"text","text":"a"}],"role":"user"}`),
    "/messages/0",
    ORDER,
  ],
  [
    "calls before the content",
    "openai-chat",
    messages(`{"role":"assistant","content":"a",${called}},${answered}`),
    messages(`{"role":"assistant",${called},"content":"a"},${answered}`),
    "/messages/0",
    ORDER,
  ],
  [
    "the role of a system message behind its content",
    "openai-chat",
    messages(`{"role":"system","content":"a"},{"role":"user","content":"b"}`),
    messages(`{"content":"a","role":"system"},{"role":"user","content":"b"}`),
    "/messages/0",
    ORDER,
  ],
  [
    "the role behind the parts",
    "gemini-generate",
    contents(`{"role":"user","parts":[{"text":"a"}]}`),
    contents(`{"parts":[{"text":"a"}],"role":"user"}`),
    "/contents/0",
    ORDER,
  ],
  [
    "the role of the instruction behind its parts",
    "gemini-generate",
    contents(`{"parts":[{"text":"a"}]}`, `"systemInstruction":{"role":"user","parts":[{"text":"s"}]},`),
    contents(`{"parts":[{"text":"a"}]}`, `"systemInstruction":{"parts":[{"text":"s"}],"role":"user"},`),
    "/systemInstruction",
    ORDER,
  ],
  [
    "the role behind a list of Converse's",
    "bedrock-converse",
    messages(`{"role":"user","content":[{"text":"a"}]}`),
    messages(`{"content":[{"text":"a"}],"role":"user"}`),
    "/messages/0",
    ORDER,
  ],
  [
    "an escape in the name of the content",
    "anthropic-messages",
    messages(`{"role":"user","content":"a"}`),
    messages(String.raw`{"role":"user","cont\u0065nt":"a"}`),
    "/messages/0",
    "escapes or forms of numbers differ",
  ],
  [
    "a role that is written twice",
    "anthropic-messages",
    messages(`{"role":"user","content":"a"}`),
    messages(`{"role":"user","role":"user","content":"a"}`),
    "/messages/0",
    `"role" is written twice`,
  ],
  [
    "content that is written twice",
    "anthropic-messages",
    messages(`{"role":"user","content":"a"}`),
    messages(`{"role":"user","content":[{"type":"text","text":"old"}],"content":"a"}`),
    "/messages/0",
    `"content" is written twice`,
  ],
  [
    "the content of a system message that is written twice",
    "openai-chat",
    messages(`{"role":"system","content":"a"},{"role":"user","content":"b"}`),
    messages(`{"role":"system","content":"a","content":"a"},{"role":"user","content":"b"}`),
    "/messages/0",
    `"content" is written twice`,
  ],
  [
    "parts that are written twice",
    "gemini-generate",
    contents(`{"role":"user","parts":[{"text":"a"}]}`),
    contents(`{"role":"user","parts":[{"text":"a"}],"parts":[{"text":"a"}]}`),
    "/contents/0",
    `"parts" is written twice`,
  ],
  [
    "a member of a block that is written twice",
    "anthropic-messages",
    messages(`{"role":"user","content":[{"type":"text","text":"a"}]}`),
    messages(`{"role":"user","content":[{"type":"text","text":"old","text":"a"}]}`),
    "/messages/0/content/0",
    `"text" is written twice`,
  ],
  [
    "a string in a list",
    "anthropic-messages",
    messages(`{"role":"user","content":"a"}`),
    messages(`{"role":"user","content":["a"]}`),
    "/messages/0/content",
    LIST,
  ],
  [
    "a system prompt in a list",
    "anthropic-messages",
    `{"system":"s",${messages(`{"role":"user","content":"a"}`).slice(1)}`,
    `{"system":["s"],${messages(`{"role":"user","content":"a"}`).slice(1)}`,
    "/system",
    LIST,
  ],
  [
    "a part without a list",
    "gemini-generate",
    contents(`{"role":"user","parts":[{"text":"a"}]}`),
    contents(`{"role":"user","parts":{"text":"a"}}`),
    "/contents/0/parts/0",
    LIST,
  ],
  [
    "declarations in two lists",
    "gemini-generate",
    declared(`{"functionDeclarations":[{"name":"a"},{"name":"b"}]}`),
    declared(`{"functionDeclarations":[{"name":"a"}]},{"functionDeclarations":[{"name":"b"}]}`),
    "/tools/0/functionDeclarations/1",
    "the same declarations are shared out to other lists",
  ],
];

test.each(rows)("another spelling of %s on %s is CB420 in both directions", (_, wire, parent, child, pointer, how) => {
  const judgement = judged(wire, parent, child);
  expect(judgement).toMatchObject({ verdict: "diverged", divergence: { pointer } });
  expect(judgement.findings.filter(({ role }) => role !== "note")).toMatchObject([
    { code: "CB420", role: "cause", pointer },
  ]);
  expect(judgement.findings[0]?.observed).toContain(`spelled otherwise: ${how}`);
  expect(judged(wire, child, parent)).toMatchObject({ verdict: "diverged", findings: [{ code: "CB420" }] });
});

describe("the judge compares the structure around blocks", () => {
  test("and treats calls that are added to the last message as an extension", () => {
    const parent = messages(`{"role":"assistant","content":"a"}`);
    const child = messages(`{"role":"assistant","content":"a",${called}},${answered}`);
    expect(judged("openai-chat", parent, child)).toMatchObject({ verdict: "byte-identical", class: "extension" });
  });

  test("and reports a changed member order of an input item as normalised", () => {
    const part = `[{"type":"input_text","text":"a"}]`;
    const parent = `{"input":[{"type":"message","role":"user","content":${part}}]}`;
    const child = `{"input":[{"content":${part},"type":"message","role":"user"}]}`;
    expect(judged("openai-responses", parent, child)).toMatchObject({
      verdict: "rendered-identical",
      normalisations: ["item-id-and-key-order"],
    });
  });

  test("and treats the order of the members next to Gemini's declarations as the order of tools", () => {
    const parent = declared(`{"functionDeclarations":[{"name":"a"}],"codeExecution":{}}`);
    const child = declared(`{"codeExecution":{},"functionDeclarations":[{"name":"a"}]}`);
    expect(judged("gemini-generate", parent, child)).toMatchObject({
      verdict: "diverged",
      findings: [{ code: "CB203", role: "cause" }],
    });
  });

  test("and ignores the first of two equal declaration lists in one element, which it reports", () => {
    const once = declared(`{"functionDeclarations":[{"name":"a"}]}`);
    const twice = declared(`{"functionDeclarations":[{"name":"b"}],"functionDeclarations":[{"name":"a"}]}`);
    const observed = `one of the two bodies writes "functionDeclarations" of /tools/0 twice`;
    for (const [parent, child] of [[once, twice] as const, [twice, once] as const]) {
      const causes = judged("gemini-generate", parent, child).findings.filter(({ role }) => role !== "note");
      expect(causes).toMatchObject([{ code: "CB420", observed }]);
    }
  });

  test("and distinguishes an empty list from a missing member", () => {
    const judgement = judged(
      "anthropic-messages",
      messages(`{"role":"user","content":"a"},{"role":"assistant","content":[]}`),
      messages(`{"role":"user","content":"a"},{"role":"assistant"}`),
    );
    expect(judgement).toMatchObject({ verdict: "diverged", divergence: { pointer: "/messages/1" } });
  });

  test("and sees a value that is not a list in place of the tools", () => {
    const [parent, child] = [1, 2].map((x) =>
      contents(`{"role":"user","parts":[{"text":"a"}]}`, `"tools":{"x":${x}},`),
    );
    const judgement = judged("gemini-generate", parent ?? "", child ?? "");
    expect(judgement).toMatchObject({ verdict: "diverged", findings: [{ code: "CB208", pointer: "/tools" }] });
  });

  test("and sees a value that is not a list in place of the messages", () => {
    const [parent, child] = ["x", "y"].map((odd) => `{"messages":[{"role":"user","content":"a"}],"messages":"${odd}"}`);
    const judgement = judged("anthropic-messages", parent ?? "", child ?? "");
    expect(judgement).toMatchObject({ verdict: "diverged", findings: [{ code: "CB405", pointer: "/messages" }] });
  });

  test("and counts a breakpoint that a block writes twice as one", () => {
    const mark = `"cache_control":{"type":"ephemeral"}`;
    const marked = (times: number): string =>
      messages(`{"role":"user","content":[{"type":"text","text":"a",${Array(times).fill(mark).join()}}]}`);
    const judgement = judged("anthropic-messages", marked(1), marked(5));
    expect(judgement).toMatchObject({ verdict: "rendered-identical", normalisations: ["cache_control"] });
    expect(judgement.findings.map(({ code }) => code)).not.toContain("CB502");
  });
});
