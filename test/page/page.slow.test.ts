import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { findChromium } from "../clients/find-chromium.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { attack, credential, hostileRecording } from "./hostile-recording.ts";
import { cutFilters, openPage, overflow, seriousFaults, startBrowser } from "./open-page.ts";
import { claudeSession } from "../support/claude-session.ts";

const chromium = findChromium();
if (chromium === null) console.warn("NOT RUN: no Chromium is installed, so no report was opened in a browser");

const root = resolve(import.meta.dirname, "../..");
const shots = join(root, "reports/page");

/** Every view of a recording, by its address. */
const views = {
  incidents: "#incidents",
  conversations: "#conversations",
  request: "#cearlier/rsystem-timestamp",
  shared: "#shared",
} as const;

const looks = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 1280 },
  { theme: "light", width: 400 },
] as const;

let folder: TempFolder;
let browser: Browser | null = null;
const file = (name: string): string => join(folder.path, `${name}.html`);

beforeAll(async () => {
  folder = makeTempFolder();
  if (chromium === null) return;
  mkdirSync(shots, { recursive: true });
  await write(join(root, "fixtures/cassettes/coding-agent"), "agent");
  await write(join(root, "fixtures/cassettes/session-counted"), "counted");
  writeFileSync(join(folder.path, "session.jsonl"), claudeSession());
  await write("session.jsonl", "session");
  writeFileSync(join(folder.path, "hostile.jsonl"), hostileRecording());
  await write("hostile.jsonl", "hostile", "--full-text");
  browser = await startBrowser(chromium);
});
afterAll(async () => {
  await browser?.close();
  folder[Symbol.dispose]();
});

async function write(source: string, name: string, ...more: readonly string[]): Promise<void> {
  const { exit, err } = await runForkproof(["inspect", source, "--html", `${name}.html`, ...more], folder.path);
  expect(exit, err).toBe(0);
  expect(err).toContain(`report: ${name}.html`);
}

/** Which rows have a pixel of the mark's colour on their uppermost line, where no block is drawn. */
const MARKED_ROWS = `(() => {
  const dot = document.createElement("canvas").getContext("2d");
  dot.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--bad");
  dot.fillRect(0, 0, 1, 1);
  const colour = dot.getImageData(0, 0, 1, 1).data.join();
  const found = { unmarked: [], marked: 0, markedInVain: 0 };
  for (const row of document.querySelectorAll(".line.request")) {
    const bar = row.querySelector("canvas");
    const { data } = bar.getContext("2d").getImageData(0, 0, bar.width, 1);
    const isMarked = Array.from({ length: bar.width }, (_, x) => data.slice(4 * x, 4 * x + 4).join()).includes(colour);
    const isBroken = /, broken by /.test(row.getAttribute("aria-label"));
    if (isBroken && !isMarked) found.unmarked.push(row.getAttribute("aria-label").replace(/^request (\\S+),.* by (CB\\d+).*$/, "$1 $2"));
    else if (isMarked) found[isBroken ? "marked" : "markedInVain"] += 1;
  }
  return found;
})()`;

function started(): Browser {
  if (browser === null) throw new Error("no browser is started");
  return browser;
}

describe.skipIf(chromium === null)("the HTML report in Chromium", () => {
  for (const { theme, width } of looks)
    for (const [view, at] of Object.entries(views))
      test(`${view} fits ${width} px in ${theme} colours, and axe finds nothing serious`, async () => {
        await using opened = await openPage(started(), file("agent"), { theme, width, at });
        const { page, complaints, requested } = opened;
        await page.screenshot({ path: join(shots, `${view}-${theme}-${width}.png`) });
        expect(await seriousFaults(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        expect(await page.locator("header select").count()).toBe(2);
        expect(await cutFilters(page)).toEqual([]);
        expect(complaints).toEqual([]);
        expect(new Set(requested)).toEqual(new Set([pathToFileURL(file("agent")).href]));
      });

  for (const { theme, width } of looks)
    test(`a recording of counters alone is a timeline at ${width} px in ${theme} colours, and no clean bill`, async () => {
      await using opened = await openPage(started(), file("session"), { theme, width });
      const { page, complaints } = opened;
      await page.screenshot({ path: join(shots, `counters-${theme}-${width}.png`) });
      expect(await page.locator(".counters .facts").textContent()).toMatch(
        /spikesreq_3 \(2026-11-20 09:03 UTC\): 22,010 tokens paid again/,
      );
      const text = (await page.locator("main").textContent()) ?? "";
      expect(text).toContain("nothing is known of breaks");
      expect(text).toContain("without bodies4 requests");
      expect(text).not.toMatch(/No incidents|paid\$/);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    });

  test("incidents open in place: the text before and after, the fix, and the command that explains them", async () => {
    await using opened = await openPage(started(), file("agent"));
    const { page } = opened;
    const first = page.locator(".incidents li.open");
    await first.waitFor();
    expect(await page.locator(".sums").textContent()).toContain("paidunknownno usage is reported");
    expect(await first.locator(".was-now .now").isVisible()).toBe(true);
    expect(await first.locator(".was-now del, .was-now ins").count()).toBeGreaterThan(0);
    expect(await first.locator(".facts").textContent()).toMatch(
      /kept\d+ blocks, [\d,]+ bytes; lost about [\d,]+ tokens/,
    );
    expect(await first.locator(".command code").textContent()).toMatch(
      /^forkproof judge .*coding-agent --parent \S+ --child \S+$/,
    );
    await page.keyboard.press("j");
    expect(await page.locator(".incidents li.open .rank").textContent()).toBe("2");
    await page.keyboard.press("k");
    expect(await page.locator(".incidents li.open .rank").textContent()).toBe("1");
    await page.keyboard.press("Enter");
    await page.locator(".request-detail h2").waitFor();
    expect(page.url()).toMatch(/#c[^/]+\/r.+$/);
  });

  test("a conversation is a row for each request, with the ratio that inspect reports", async () => {
    await using opened = await openPage(started(), file("counted"), { at: "#conversations" });
    const { page } = opened;
    const rows = page.locator(".line.request");
    await rows.first().waitFor();
    expect(await rows.locator(".id").allTextContents()).toEqual(["1", "2", "3", "4"]);
    expect(await rows.locator(".ratio").allTextContents()).toEqual(["0 %", "98 %", "98 %", "0 %"]);
    expect(await rows.nth(3).getAttribute("aria-label")).toMatch(/broken by CB701.*3,120 tokens lost/);
    expect(await page.locator(".line.event").allTextContents()).toEqual(["idle 10 min"]);
    await page.screenshot({ path: join(shots, "counted.png") });
  });

  test("a broken request has a mark where its prompt leaves its parent's, and no other request has one", async () => {
    await using opened = await openPage(started(), file("agent"), { at: "#conversations" });
    const { page } = opened;
    await page.locator(".line.request canvas").first().waitFor();
    const drawn: unknown = await page.evaluate(MARKED_ROWS);
    // Another model, and an unanswered call in an equal prompt.
    expect(drawn).toEqual({ unmarked: ["other-model CB101", "parent-open CB419"], marked: 11, markedInVain: 0 });
    await using paused = await openPage(started(), file("counted"), { at: "#conversations" });
    await paused.page.locator(".line.request canvas").first().waitFor();
    // Its only break is a pause, after which the prompt is its parent's with one turn more.
    expect(await paused.page.evaluate(MARKED_ROWS)).toEqual({ unmarked: ["4 CB701"], marked: 0, markedInVain: 0 });
  });

  test("keys go from request to request and from block to block, and a link opens what they chose", async () => {
    await using opened = await openPage(started(), file("counted"), { at: "#conversations" });
    const { page } = opened;
    await page.locator(".line.request").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await page.locator(".request-detail h2").textContent()).toBe("Request 2");
    await page.keyboard.press("k");
    expect(await page.locator(".request-detail h2").textContent()).toBe("Request 1");
    await page.keyboard.press("l");
    expect(await page.locator(".request-detail .block pre").count()).toBeGreaterThan(0);
    const at = new URL(page.url()).hash;
    await using again = await openPage(started(), file("counted"), { at });
    expect(await again.page.locator(".request-detail h2").textContent()).toBe("Request 1");
    await page.keyboard.press("Escape");
    expect(await page.locator(".request-detail").count()).toBe(0);
  });

  test("/ searches: incidents without the words are left out, and requests without them stay readable", async () => {
    await using opened = await openPage(started(), file("agent"));
    const { page } = opened;
    const all = await page.locator(".incidents li").count();
    await page.keyboard.press("/");
    await page.keyboard.type("CB201");
    expect(await page.locator(".incidents li .code").allTextContents()).toEqual(["CB201"]);
    expect(all).toBeGreaterThan(1);
    await page.locator("header a", { hasText: "Conversations" }).click();
    await page.locator(".line.dim").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("shared prefixes say where conversations part", async () => {
    await using opened = await openPage(started(), file("agent"), { at: "#shared" });
    const { page } = opened;
    expect(await page.locator(".prefix").count()).toBeGreaterThan(2);
    expect((await page.locator(".prefixes summary").allTextContents()).join("\n")).toMatch(
      /splits into \d+ at \/system/,
    );
  });

  test("a hostile recording stays text, and its credential is masked", async () => {
    expect(readFileSync(file("hostile"), "utf8")).not.toContain(credential);
    await using opened = await openPage(started(), file("hostile"));
    const { page, complaints, requested } = opened;
    const texts: (string | null)[] = [await page.locator("main").textContent()];
    await page.keyboard.press("2");
    await page.locator(".line.request").first().waitFor();
    for (let step = 0; step < 2; step += 1) {
      await page.keyboard.press("j");
      for (let block = 0; block < 6; block += 1) {
        await page.keyboard.press("l");
        texts.push(await page.locator("main").textContent());
      }
    }
    await page.screenshot({ path: join(shots, "hostile.png") });
    await page.keyboard.press("3");
    texts.push(await page.locator("main").textContent());
    const shown = texts.join("\n");
    expect(shown).toContain(attack.replaceAll('"', String.raw`\"`));
    expect(shown).not.toContain(credential);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("forkproof: hostile.jsonl");
    expect(complaints).toEqual([]);
    expect(new Set(requested)).toEqual(new Set([pathToFileURL(file("hostile")).href]));
  });
});
