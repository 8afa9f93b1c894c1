import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** What Node loads for a module, asked of a process of its own. */
async function loadedFor(specifier: string): Promise<readonly string[]> {
  const program = `import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found; } });
    await import(process.argv[1]);
    console.log(JSON.stringify(seen));`;
  const url = new URL(`../../${specifier}`, import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, url]);
  return JSON.parse(stdout) as readonly string[];
}

const modules = [
  "serve/via-loopback",
  "serve/via-fetch",
  "serve/via-msw",
  "serve/egress-guard",
  "script/serve-script",
  "mock-provider",
];

test.each(modules)("the module harness/mock/%s loads no package but the reader of event streams", async (name) => {
  const loaded = await loadedFor(`harness/mock/${name}.ts`);
  expect(loaded.some((url) => url.endsWith(`/harness/mock/${name}.ts`))).toBe(true);
  // The record of a wire format knows how its streams are read.
  const packages = loaded.filter((url) => url.includes("/node_modules/") && !url.includes("/eventsource-parser/"));
  expect(packages).toEqual([]);
});
