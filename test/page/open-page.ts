import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

/** Nothing but the page: no first-run tour, no component updates, no traffic of the browser's own. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function startBrowser(executablePath: string): Promise<Browser> {
  return await chromium.launch({ executablePath, args: quiet });
}

export type Look = {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  /** The part of the address behind the file, such as `#shared`. */
  readonly at?: string;
};

/** A report in a browser, and what the browser complained of or asked for. */
export type OpenPage = AsyncDisposable & {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly requested: readonly string[];
};

export async function openPage(
  browser: Browser,
  file: string,
  { theme = "light", width = 1280, at = "" }: Look = {},
): Promise<OpenPage> {
  const page = await browser.newPage({ colorScheme: theme, viewport: { width, height: 800 } });
  const [complaints, requested]: [string[], string[]] = [[], []];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (fault) => complaints.push(String(fault)));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => requested.push(request.url().replace(/#.*/, "")));
  await page.goto(`${pathToFileURL(file).href}${at}`);
  await page.locator("main").waitFor();
  return { page, complaints, requested, [Symbol.asyncDispose]: () => page.close() };
}

/** What axe calls serious or critical, with the elements. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(" | ")))`);
  if (!Array.isArray(found)) throw new Error("axe answered nothing");
  return found.map(String);
}

/** How many pixels the page, or what it cuts off at the side, is wider than its place. */
export async function overflow(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`Math.max(
      document.scrollingElement.scrollWidth - innerWidth,
      ...[...document.querySelectorAll("header, .scroll, .side, .pane, .conversations")]
        .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`),
  );
}

/** The names of filters that are too narrow for the words they show: each is measured beside a copy without a limit. */
export async function cutFilters(page: Page): Promise<readonly string[]> {
  const cut: unknown = await page.evaluate(`[...document.querySelectorAll("header select")].filter((filter) => {
    const copy = filter.cloneNode(false);
    copy.append(filter.selectedOptions[0].cloneNode(true));
    copy.style.cssText = "position: absolute; flex: none; width: auto; max-width: none";
    filter.after(copy);
    const isCut = copy.offsetWidth > filter.offsetWidth;
    copy.remove();
    return isCut;
  }).map((filter) => filter.getAttribute("aria-label"))`);
  if (!Array.isArray(cut)) throw new Error("the page answered nothing");
  return cut.map(String);
}
