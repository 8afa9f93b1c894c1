import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { findChromium } from "../clients/find-chromium.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { openPage, overflow, seriousFaults, startBrowser } from "./open-page.ts";

const chromium = findChromium();
if (chromium === null) console.warn("NOT RUN: no Chromium is installed, so no comparison was opened in a browser");

const root = resolve(import.meta.dirname, "../..");
const shots = join(root, "reports/page");

/** Two wordings on four rows: each passes one row alone, one row both, and one row neither. */
const suite = `name: two wordings
matrix: { prompt: ["Name the pilot and the ship in one short word", "Name the pilot, then the ship, with all that the letters say of her and of the harbour"] }
cases:
  - { id: pilot, said: Rasmus Holm taught her to sail., expected: short word }
  - { id: ship, said: "She took the Haabet to Kiel,\\nand came back in May.", expected: the harbour }
  - { id: "<b>city</b>", said: The city is Kiel., expected: Kiel }
  - { id: year, said: "${"Eighteen hundred and seventy-three. ".repeat(12)}", expected: Oslo }
parent: { source: ${join(root, "fixtures/cassettes/scripted-parent")}, exchange: reading-3 }
fork: { strategy: pass-through, prompt: "\${prompt}", maxTurns: 1 }
provider: { script: [{ text: "\${prompt}: \${said}" }] }
expect: { output: [{ contains: "\${expected}" }] }
`;

let folder: TempFolder;
let browser: Browser | null = null;
let ended: Awaited<ReturnType<typeof runForkproof>> | null = null;

beforeAll(async () => {
  folder = makeTempFolder();
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(folder.path, "suite.yaml"), suite);
  const args = ["run", "suite.yaml", "--compare", "prompt", "--reporter", "html=run.html"];
  ended = await runForkproof(args, folder.path);
  if (chromium !== null) browser = await startBrowser(chromium);
});
afterAll(async () => {
  await browser?.close();
  folder[Symbol.dispose]();
});

test("the run that compares two wordings ends with the failures of its rows", () => {
  expect(ended?.exit, ended?.err).toBe(1);
});

describe.skipIf(chromium === null)("the page of a comparison in Chromium", () => {
  const file = (): string => join(folder.path, "run.html");
  const started = (): Browser => browser ?? expect.fail("no browser is started");

  for (const [theme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["light", 400],
    ["dark", 400],
  ] as const)
    test(`the comparison fits ${width} px in ${theme} colours, and axe finds nothing serious`, async () => {
      await using opened = await openPage(started(), file(), { theme, width });
      const { page, complaints } = opened;
      await page.locator(".output-pair").first().waitFor();
      await page.screenshot({ path: join(shots, `comparison-${theme}-${width}.png`) });
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    });

  test("the rates stand in a table, and outputs side by side with their differences, flips first", async () => {
    await using opened = await openPage(started(), file());
    const { page } = opened;
    const rows = await page.locator(".comparison tbody:first-of-type tr").allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual([
      "row=pilot 100 % 0 % -100",
      "row=ship 0 % 100 % +100",
      "row=<b>city</b> 100 % 100 % 0",
      "row=year 0 % 0 % 0",
      "expectation output 50 % 50 % 0",
      "total 50 % 50 % 0",
    ]);
    const measures = await page.locator(".comparison .measures th").allInnerTexts();
    expect(measures).toEqual(["USD a sample", "tokens a sample", "turns a sample", "ms a sample"]);
    expect(await page.locator(".comparison summary").innerText()).toBe(
      "Outputs side by side: 4 pairs, 2 passed by one value alone",
    );
    const pairs = page.locator(".output-pair");
    expect(await pairs.locator("p").allInnerTexts()).toEqual([
      "row=pilot, round 1",
      "row=ship, round 1",
      "row=<b>city</b>, round 1",
      "row=year, round 1",
    ]);
    expect(await pairs.first().locator(".outcome").allInnerTexts()).toEqual(["passed", "failed"]);
    expect((await pairs.first().locator("del").allInnerTexts()).join("|")).toContain("short");
    expect((await pairs.first().locator("ins").allInnerTexts()).join("|")).toContain("harbour");
    const [left, right] = await pairs.first().locator(".text-side").all();
    const [one, other] = [await left!.boundingBox(), await right!.boundingBox()];
    expect(one!.y).toBe(other!.y);
    expect(one!.x + one!.width).toBeLessThanOrEqual(other!.x);
  });
});
