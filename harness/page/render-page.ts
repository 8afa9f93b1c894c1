import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { PageData } from "./page-data.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./style/page-style.ts";

/** Loads the page's script, and answers what makes a page of data. */
export async function loadPage(): Promise<(data: PageData) => string> {
  const script = await pageScript();
  return (data) => page(data, script);
}

/** How a policy forbids all. */
const NOTHING = "'none'";

/**
 * One file that needs nothing else. The browser may run the script and apply the style in it, by their hashes, and load nothing. Recorded
 * text cannot end the element that holds the data, which is compressed and written in base64.
 */
function page(data: PageData, script: string): string {
  // A script that holds an end tag would end early; its own strings are the only place for one.
  const code = script.trim().replaceAll("</script", String.raw`<\/script`);
  const style = pageStyle;
  const policy = [
    `default-src ${NOTHING}`,
    `script-src '${digest(code)}'`,
    `style-src '${digest(style)}'`,
    `base-uri ${NOTHING}`,
    `form-action ${NOTHING}`,
  ].join("; ");
  return [
    "<!doctype html>",
    "<!-- forkproof report -->",
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">`,
    `<title>forkproof: ${escaped(data.source)}</title>`,
    `<style>${style}</style></head>`,
    `<body><div id="app"><p class="wait">Reading the report …</p></div>`,
    `<noscript><p class="wait">This report draws itself with a script. Allow scripts in this file to read it.</p></noscript>`,
    `<script id="data" type="text/plain">${deflateRawSync(JSON.stringify(data), { level: 6 }).toString("base64")}</script>`,
    `<script>${code}</script>`,
    "</body></html>",
    "",
  ].join("\n");
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Text of a path in the title: no mark-up, no control or bidirectional characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
