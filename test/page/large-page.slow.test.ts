import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { findChromium } from "../clients/find-chromium.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { largeRecording } from "./large-recording.ts";
import { openPage, startBrowser } from "./open-page.ts";

const chromium = findChromium();
if (chromium === null) console.warn("NOT RUN: no Chromium is installed, so no large report was opened in a browser");

const REQUESTS = 10_000;
const CONVERSATIONS = "1,000";

/** The list of conversations, in the page. */
const LIST = 'document.querySelector(".conversations .virtual")';

test.skipIf(chromium === null)(
  "a report of 10,000 requests draws only the conversations in view, and a link leads to its last request",
  async () => {
    using folder = makeTempFolder();
    writeFileSync(join(folder.path, "large.jsonl"), [...largeRecording(REQUESTS)].join("\n"));
    const { exit, err } = await runForkproof(["inspect", "large.jsonl", "--html", "large.html"], folder.path);
    expect(exit, err).toBe(0);
    await using browser = await startBrowser(chromium ?? "");
    const report = join(folder.path, "large.html");
    await using opened = await openPage(browser, report, { at: "#conversations" });
    const { page, complaints } = opened;
    const rows = page.locator(".conversations [role=option]");
    await rows.first().waitFor();
    expect(await page.locator(".conversations .count").textContent()).toContain(`${CONVERSATIONS} conversations`);
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await page.evaluate(`${LIST}.scrollTop = ${LIST}.scrollHeight * ${share}`);
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
      const inView = Number(
        await page.evaluate(`${LIST}.clientHeight / ${LIST}.querySelector("[role=option]").clientHeight`),
      );
      expect(await rows.count(), `at ${share}`).toBeGreaterThan(5);
      expect(await rows.count(), `at ${share}`).toBeLessThan(inView + 20);
    }
    await using last = await openPage(browser, report, { at: `#c9991/r${REQUESTS}` });
    expect(await last.page.locator(".request-detail h2").textContent()).toBe(`Request ${REQUESTS}`);
    expect([...complaints, ...last.complaints]).toEqual([]);
  },
);
