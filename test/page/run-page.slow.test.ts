import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { Stretch } from "../../harness/kernel/inspection/timeline.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { loadHtml } from "../../harness/report/reporters/html.ts";
import { readRunResult } from "../../harness/report/read-run-result.ts";
import { findChromium } from "../clients/find-chromium.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { openPage, overflow, seriousFaults, startBrowser } from "./open-page.ts";

const chromium = findChromium();
if (chromium === null) console.warn("NOT RUN: no Chromium is installed, so no page of a run was opened in a browser");

const root = resolve(import.meta.dirname, "../..");
const shots = join(root, "reports/page");
const agent = join(root, "fixtures/cassettes/coding-agent");

const pair = (name: string, child: string): string =>
  `name: ${name}\nparent: { source: "${agent}", exchange: parent }\nfork: { recorded: { exchange: ${child} } }\nexpect: { findings: [] }\n`;

let folder: TempFolder;
let browser: Browser | null = null;
let ended: Awaited<ReturnType<typeof runForkproof>> | null = null;

beforeAll(async () => {
  folder = makeTempFolder();
  mkdirSync(shots, { recursive: true });
  mkdirSync(join(folder.path, "cases"));
  writeFileSync(join(folder.path, "cases/a-kept.yaml"), pair("a fork that keeps all", "fork"));
  writeFileSync(join(folder.path, "cases/b-broken.yaml"), pair("a fork that loses a tool", "tool-removed"));
  writeFileSync(
    join(folder.path, "cases/c-session.yaml"),
    `name: a session\nsession: { source: "${join(root, "fixtures/cassettes/session-counted")}" }\nexpect: { findings: [CB701] }\n`,
  );
  ended = await runForkproof(["run", "cases", "--reporter", "html=run.html", "--report", "result.json"], folder.path);
  if (chromium !== null) browser = await startBrowser(chromium);
});
afterAll(async () => {
  await browser?.close();
  folder[Symbol.dispose]();
});

test("the result holds the blocks of each judged request by its schema, with what became of them", () => {
  expect(ended?.exit, ended?.err).toBe(1);
  const { jobs } = readRunResult(readFileSync(join(folder.path, "result.json"), "utf8"), "result.json");
  const [kept, broken, session] = jobs.map(({ requests }) => requests ?? []);
  expect(kept?.map(({ id, parent, judgement }) => [id, parent, judgement])).toEqual([
    ["parent", null, null],
    ["fork", 0, 0],
  ]);
  expect(kept?.[1]?.blocks.map(({ state }) => state)).toContain("read");
  expect(kept?.[1]?.blocks.map(({ state }) => state)).not.toContain("lost");
  expect(broken?.[1]?.blocks[0]).toMatchObject({ segment: "tools", pointer: "/tools/0", state: "lost" });
  expect(session?.map(({ id, parent }) => [id, parent])).toEqual([
    ["1", null],
    ["2", 0],
    ["3", 1],
    ["4", 2],
  ]);
});

test("without the page and --blocks a result has no blocks, and merge makes the page of a result that has them", async () => {
  const plain = await runForkproof(["run", "cases", "--json", "--report", "plain.json"], folder.path);
  expect(plain.out).not.toContain('"blocks": [');
  const kept = await runForkproof(
    ["run", "cases", "--json", "--blocks", "--shard", "1/1", "--report", "kept.json"],
    folder.path,
  );
  expect(kept.out).toContain('"blocks": [');
  const merged = await runForkproof(["merge", "kept.json", "--reporter", "html", "--report", "m.json"], folder.path);
  expect(merged.out).toMatch(/^<!doctype html>\n<!-- forkproof report -->/);
});

test("the page does not replace a file that is not one", async () => {
  writeFileSync(join(folder.path, "mine.html"), "<p>mine</p>");
  const { exit, err } = await runForkproof(["run", "cases", "--reporter", "html=mine.html"], folder.path);
  expect([exit, err]).toEqual([2, expect.stringContaining("HX524")]);
});

describe.skipIf(chromium === null)("the page of a run in Chromium", () => {
  const file = (): string => join(folder.path, "run.html");
  const started = (): Browser => browser ?? expect.fail("no browser is started");

  for (const [theme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["light", 400],
  ] as const)
    test(`jobs fit ${width} px in ${theme} colours, and axe finds nothing serious`, async () => {
      await using opened = await openPage(started(), file(), { theme, width });
      const { page, complaints, requested } = opened;
      await page.locator(".job-request canvas").first().waitFor();
      await page.screenshot({ path: join(shots, `jobs-${theme}-${width}.png`) });
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      expect(new Set(requested)).toEqual(new Set([pathToFileURL(file()).href]));
    });

  test("the failed job stands first with its cause and fix, and its requests open in the waterfall", async () => {
    await using opened = await openPage(started(), file());
    const { page } = opened;
    const first = page.locator(".job").first();
    expect(await first.locator(".job-head").textContent()).toContain("a fork that loses a tool");
    expect(await first.textContent()).toMatch(/CB202 tool-removed: .*agent/);
    expect(await first.locator(".job-request .id").allTextContents()).toEqual(["parent", "tool-removed"]);
    await first.locator(".job-request").last().click();
    expect(await page.locator(".request-detail h2").textContent()).toBe("Request tool-removed");
    expect(await page.locator(".line.request .id").allTextContents()).toEqual(["parent", "  └ tool-removed"]);
    await page.screenshot({ path: join(shots, "job-request.png") });
  });
});

test.skipIf(chromium === null)("the page of a gate draws a bar of ratio and one of cost for each stretch", async () => {
  const result = readRunResult(readFileSync(join(folder.path, "result.json"), "utf8"), "result.json");
  const stretch = (minute: number, ratio: number | null, usdPerThousand: number | null): Stretch => ({
    start: Date.UTC(2026, 10, 20, 9, minute),
    requests: 10,
    ratio,
    usdPerThousand,
  });
  const timeline = {
    by: "time",
    stretches: [stretch(0, 0.95, 14), stretch(10, 0.42, 97), stretch(20, null, 22)],
  } as const;
  const render = await loadHtml();
  const environment = {
    style: { colour: false, columns: 80 },
    verbose: false,
    folder: "",
    stepSummary: null,
    token: "",
  } as const;
  const page = (timing: RunResult["timing"]): string => render({ ...result, timing }, environment).output;
  const [file, bare] = [join(folder.path, "gate.html"), join(folder.path, "bare.html")];
  writeFileSync(file, page({ ...result.timing, timeline }));
  writeFileSync(bare, page(result.timing));
  if (browser === null) throw new Error("no browser");
  await using opened = await openPage(browser, file);
  expect(await opened.page.locator("figure rect.bar.ratio").count()).toBe(2);
  expect(await opened.page.locator("figure rect.bar.cost").count()).toBe(3);
  expect(await opened.page.locator("figure svg").first().getAttribute("aria-label")).toBe(
    "hit ratio: from 95 % to 42 %",
  );
  expect(opened.complaints).toEqual([]);
  await opened.page.screenshot({ path: join(shots, "gate.png"), fullPage: true });
  await using without = await openPage(browser, bare);
  await without.page.locator(".jobs li").first().waitFor();
  expect(await without.page.locator(".charts").count()).toBe(0);
});
