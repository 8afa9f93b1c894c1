import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { allRules } from "../../harness/diagnosis/registry.ts";
import { codesWithoutRule } from "../../harness/diagnosis/codes-without-rule.ts";
import { renderIndex, renderPage, renderRulelessPage } from "../../harness/diagnosis/render-page.ts";

const pages = "../../harness/diagnosis/pages";

// Pages are written anew by `vitest run test/diagnosis/pages.test.ts --update`.
test.each(allRules.map((rule) => [rule.code, rule] as const))("the page of %s matches its rule", async (code, rule) => {
  await expect(renderPage(rule)).toMatchFileSnapshot(`${pages}/${code}.md`);
});

test.each(codesWithoutRule.map((each) => [each.code, each] as const))(
  "the page of %s says why the code has no rule",
  async (code, each) => {
    await expect(renderRulelessPage(each)).toMatchFileSnapshot(`${pages}/${code}.md`);
  },
);

const allCodes = [...allRules, ...codesWithoutRule];

test("the index lists every code", async () => {
  await expect(renderIndex(allCodes)).toMatchFileSnapshot(`${pages}/index.md`);
  for (const { code } of allCodes) expect(renderIndex(allCodes)).toContain(`[${code}](${code}.md)`);
});

test("every page belongs to a code", () => {
  const found = globSync("harness/diagnosis/pages/*.md").map((path) => basename(path, ".md"));
  expect(found.toSorted()).toEqual([...allCodes.map(({ code }) => code), "index"].toSorted());
});
