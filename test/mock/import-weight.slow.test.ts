import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** What Node loads for a module and for what it loads late, asked of a process of its own; a command line also gets its arguments. */
async function loadedFor(specifier: string, ...args: readonly string[]): Promise<readonly string[]> {
  const program = `import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found; } });
    process.on("exit", () => process.stderr.write("\\n" + JSON.stringify(seen)));
    const module = await import(process.argv[1]);
    await module.loadMockWires?.();`;
  const url = new URL(`../../${specifier}`, import.meta.url).href;
  const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, url, ...args]);
  return JSON.parse(stderr.split("\n").at(-1) ?? "") as readonly string[];
}

const modules = [
  "serve/via-loopback",
  "serve/via-fetch",
  "serve/via-msw",
  "serve/egress-guard",
  "script/serve-script",
  "mock-provider",
  "wires",
];

test.each(modules)("the module harness/mock/%s loads no package but the reader of event streams", async (name) => {
  const loaded = await loadedFor(`harness/mock/${name}.ts`);
  expect(loaded.some((url) => url.endsWith(`/harness/mock/${name}.ts`))).toBe(true);
  expect(loaded.some((url) => url.endsWith("/mocked/mock-wire.ts"))).toBe(name === "wires");
  // The record of a wire format knows how its streams are read.
  const packages = loaded.filter((url) => url.includes("/node_modules/") && !url.includes("/eventsource-parser/"));
  expect(packages).toEqual([]);
});

const recording = "fixtures/cassettes/clean-forks";

test.each([
  ["judge", "judge", recording, "--parent", "openai-chat-parent", "--child", "openai-chat-fork"],
  ["inspect", "inspect", recording],
  ["simulate", "simulate", recording],
])("the command %s loads every wire format and nothing of the mocked provider", async (_name, ...args) => {
  const loaded = await loadedFor("harness/cli/main.ts", ...args);
  expect(loaded.filter((url) => /\/harness\/wires\/[a-z-]+\/wire\.ts$/.test(url)).length).toBeGreaterThanOrEqual(5);
  expect(loaded.filter((url) => /\/mocked\/|\/harness\/mock\//.test(url))).toEqual([]);
});
