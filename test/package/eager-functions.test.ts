import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withEagerFunctions } from "../../rolldown.eager-functions.ts";
import { finish } from "./install.ts";

const CODE = `import { basename } from "node:path";
const early = later(2);
function later(count) { return count === 0 ? basename("/a/b") : later(count - 1) + count; }
async function waits() { return (await 1) + 1; }
function* counts() { yield 1; yield 2; }
function replaced() { replaced = () => "new"; return "old"; }
function unused() { return "unused"; }
const shapes = { method(x) { return x; }, get seven() { return 7; }, arrow: (x) => x + 1, inner: function (x) { return ((y) => y * x)(3); } };
class Box { field = () => this.size; size = 4; static make() { return new Box(); } }
const curried = (a) => (b) => (c) => a + b + c;
const told = [1, 2].map((x) => x * 2).filter(function (x) { return x > 2; });
export const result = [early, await waits(), [...counts()], replaced(), replaced(), shapes.method(1), shapes.seven, shapes.arrow(1),
  shapes.inner(2), Box.make().field(), curried(1)(2)(3), told, later.name, waits.name, shapes.arrow.name, curried.name, typeof unused];
export { later as l };
`;

/** All functions of a code, as V8 would say where they are. */
function allFunctions(code: string): ReadonlySet<string> {
  const program = `
    import { Session } from "node:inspector/promises";
    const session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await import(process.argv[1]);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const { functions } = result.find(({ url }) => url === process.argv[1]);
    console.log(JSON.stringify(functions.filter(({ ranges }) => ranges[0].count > 0).map(({ ranges: [{ startOffset, endOffset }] }) => startOffset + ":" + endOffset)));`;
  const { status, stdout, stderr } = finish(".", process.execPath, [
    "--input-type=module",
    "-e",
    program,
    moduleOf(code),
  ]);
  expect(status, stderr).toBe(0);
  return new Set(JSON.parse(stdout) as readonly string[]);
}

function moduleOf(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

async function resultOf(code: string): Promise<unknown> {
  const { result } = (await import(moduleOf(code))) as { readonly result: unknown };
  return result;
}

describe("code whose called functions are compiled ahead", () => {
  const called = allFunctions(CODE);
  const eager = withEagerFunctions(CODE, called);

  test("does what it did", async () => {
    expect(called.size).toBeGreaterThan(15);
    expect(await resultOf(eager)).toEqual(await resultOf(CODE));
  });

  test("has them in parentheses, and no other", () => {
    expect(eager).toContain("var later = (function (count) {");
    expect(eager).toContain("var waits = (async function () {");
    expect(eager).toContain("arrow: ((x) => x + 1)");
    expect(eager).toContain("const curried = ((a) => ((b) => ((c) => a + b + c)));");
    expect(eager).toContain("function unused() {");
    expect(eager).toContain("method(x) { return x; }, get seven() { return 7; }");
  });

  test("stays as it is where nothing was called", () => {
    expect(withEagerFunctions(CODE, new Set()).replaceAll("\n", "")).toBe(CODE.replaceAll("\n", ""));
  });
});

test("the package's functions for a judgement and for a fork are compiled ahead", () => {
  const counted = ["judge", "forks", "runner", "running"].map(
    (name) => readFileSync(`dist/chunks/${name}.js`, "utf8").match(/^var \w+ = \((?:async )?function/gm)?.length ?? 0,
  );
  for (const count of counted) expect(count).toBeGreaterThan(10);
});

/** Files that import each other: whichever is loaded first finds the functions of the others not yet defined. */
test("each file of a circle can be the first that is loaded", () => {
  const circles = globSync("dist/chunks/*.js").filter((path) => importedBy(path).has(path));
  expect(circles.length).toBeGreaterThan(1);
  for (const path of circles) {
    const { status, stderr } = finish(".", process.execPath, ["--input-type=module", "-e", `import "./${path}";`]);
    expect(status, `${path}: ${stderr}`).toBe(0);
  }
});

/** The files that one imports at once, directly or through others; itself only where one of these imports it. */
function importedBy(path: string): ReadonlySet<string> {
  const all = new Set<string>();
  for (const waiting = [path]; waiting.length > 0;) {
    const file = waiting.pop() ?? "";
    for (const [, next = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)"/gm)) {
      const found = relative(".", join(dirname(file), next));
      if (all.has(found)) continue;
      all.add(found);
      waiting.push(found);
    }
  }
  return all;
}
