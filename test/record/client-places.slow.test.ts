import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "script.json"), '{"script":{"parent":[{"text":"Three."}]}}');
  writeFileSync(join(folder.path, "settings.json"), '{"url":"{baseUrl}","port":{port}}');
  writeFileSync(join(folder.path, "client.mjs"), clientSource);
});
afterEach(() => folder[Symbol.dispose]());

/** Prints its arguments and its settings, and asks at the URL that these name. */
const clientSource = `
import { readFileSync } from "node:fs";
const path = process.env.OPENCODE_CONFIG ?? process.env.CLINE_PROVIDER_SETTINGS_PATH ?? process.argv.at(-1);
const settings = JSON.parse(readFileSync(path, "utf8"));
console.log(JSON.stringify({ args: process.argv.slice(2), settings }));
await fetch(settings.url + "/v1/messages", { method: "POST", body: "{}" });
`;

function record(options: readonly string[], args: readonly string[]): Promise<Printed> {
  const command = [process.execPath, "client.mjs", ...args];
  return runForkproof(["record", "--out", "kept", ...options, "--", ...command], folder.path);
}

test("record fills the proxy's address in arguments and in a copy of the settings, and names the copy", async () => {
  const template = ["--mock", "script.json", "--config-template", "settings.json"];
  const printed = await record(template, ["at={baseUrl}", "{port}", "{config}"]);
  expect(printed.exit, printed.err).toBe(0);
  const [, url = ""] = /^listening on (\S+)$/m.exec(printed.err) ?? [];
  const port = Number(new URL(url).port);
  const { args, settings } = JSON.parse(printed.out.split("\n")[0] ?? "") as { args: string[]; settings: unknown };
  expect(args.slice(0, 2)).toEqual([`at=${url}`, String(port)]);
  expect(settings).toEqual({ url, port });
});

test.for([["continue"], ["cline"], ["opencode"]])(
  "the preset %s tells its client where the filled settings are",
  async ([preset]) => {
    const options = ["--mock", "script.json", "--config-template", "settings.json", "--preset", preset ?? ""];
    const printed = await record(options, []);
    expect(printed.exit, printed.err).toBe(0);
    expect(printed.err).toContain("recorded 1 exchange: kept");
  },
);

test("record says what is missing where a place, a port or a template has no meaning", async () => {
  const rows: readonly (readonly [readonly string[], readonly string[], string])[] = [
    [["--port", "4010"], [], "HX505  --port is for one provider's proxy"],
    [["--port", "70000"], [], "HX503  --port takes a number up to 65535"],
    [[], ["{baseUrl}"], "HX505  {baseUrl} and {port} stand for one provider's proxy"],
    [["--mock", "script.json", "--config-template", "settings.json"], [], "HX505  nothing tells the client where"],
    [["--mock", "script.json", "--config-template", "missing.json"], ["{config}"], "HX511"],
    [["--mock", "script.json"], ["{config}"], "HX505  {config} stands for a file that is not given"],
    [
      ["--mock", "script.json", "--preset", "continue"],
      [],
      "HX505  continue reads its base URL from its settings file",
    ],
    [["--mock", "script.json", "--timeout", "soon"], [], "HX503  --timeout takes a duration"],
  ];
  for (const [options, args, words] of rows) {
    const printed = await record(options, args);
    expect([printed.exit, printed.err.replaceAll(/\s+/g, " ")], options.join(" ")).toEqual([
      2,
      expect.stringContaining(words.replaceAll(/\s+/g, " ")),
    ]);
  }
});
