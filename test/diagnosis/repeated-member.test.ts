import { expect, test } from "vitest";
import { judgeBodies } from "./judge-example.ts";

test.each(["messages", "system", "tools"])("a top-level %s written twice is CB420, not a tool", (name) => {
  const plain = `{"model":"m","tools":[{"name":"a"}],"system":"Be brief.","messages":[{"role":"user","content":"hi"}]}`;
  const again = /"(?:tools|messages)":\[.*?\]|"system":".*?"/g;
  const member = [...plain.matchAll(again)].map(([text]) => text).find((text) => text.startsWith(`"${name}"`));
  const twice = plain.replace(/\}$/, `,${member}}`);
  for (const [parent, child] of [
    [plain, twice],
    [twice, plain],
  ] as const) {
    const [cause] = judgeBodies(parent, child).findings.filter(({ role }) => role === "cause");
    expect(cause).toMatchObject({
      code: "CB420",
      observed: `one of the two bodies writes its top-level "${name}" twice`,
    });
  }
});

test("tools of a wrong type do not count as written twice", () => {
  const messages = `"messages":[{"role":"user","content":"hi"}]`;
  const { findings } = judgeBodies(`{"model":"m",${messages}}`, `{"model":"m","tools":"x",${messages}}`);
  expect(findings.map(({ code }) => code)).not.toContain("CB420");
});
