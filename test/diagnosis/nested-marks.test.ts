import { expect, test } from "vitest";
import { judgeBodies, rolesOf } from "./judge-example.ts";
import { body, call, assistant, result, user } from "./write-body.ts";

const mark = { cache_control: { type: "ephemeral" } };
const part = (more: object = {}): object => ({ type: "text", text: "a", ...more });
const document = (inner: object, more: object = {}): string =>
  body({ messages: [user({ type: "document", source: { type: "content", content: [inner] }, ...more })] });
const answered = (inner: object, more: object = {}): string =>
  body({ messages: [user("hi"), assistant(call("t")), user({ ...result("t", [inner]), ...more })] });

test.each([
  ["a document's source", document(part()), document(part(mark))],
  ["a document's source, in addition to the document's own", document(part(), mark), document(part(mark), mark)],
  ["a tool result's content", answered(part()), answered(part(mark))],
  ["a tool result's content, in addition to the result's own", answered(part(), mark), answered(part(mark), mark)],
])("a breakpoint that was added in %s is a note", (_place, parent, child) => {
  const { verdict, normalisations, findings } = judgeBodies(parent, child);
  expect({ verdict, normalisations }).toEqual({ verdict: "rendered-identical", normalisations: ["cache_control"] });
  // Bodies this short are below what the model caches, and a note says so.
  const told = findings.filter(({ code }) => code !== "CB704");
  expect(rolesOf(told)).toEqual(["CB510 note"]);
});

test("a `cache_control` in the source of a block other than a document is data", () => {
  const other = (inner: object): string =>
    body({ messages: [user({ type: "text", text: "a", source: { content: [inner] } })] });
  expect(judgeBodies(other(part()), other(part(mark))).verdict).toBe("diverged");
});
