import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { moduleFiles } from "../../harness/queue/travel/module-files.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";

/** Files of a folder, and what its `fork.mjs` loads of them. */
function loadedBy(code: string, others: Readonly<Record<string, string>> = {}): ReturnType<typeof moduleFiles> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ "fork.mjs": code, ...others })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { files, ...rest } = moduleFiles(join(folder, "fork.mjs"));
  return { ...rest, files: files.map((path) => path.slice(folder.length + 1)) };
}

test.each([
  [`import { x } from "./part.mjs";`],
  [`import "./part.mjs";`],
  [`export * from './part.mjs';`],
  [`const x = await import("./part.mjs");`],
  ["const x = await import(`./part.mjs`);"],
  [`const x = require("./part.mjs");`],
  [`const x = createRequire(import.meta.url)("./part.mjs");`],
  [`const load = createRequire(import.meta.url); const x = load("./part.mjs");`],
  [`const $load = module.createRequire(import.meta.url); const x = $load("./part.mjs");`],
  [`const x = readFileSync(require.resolve("./part.mjs"));`],
  [`const x = readFileSync(new URL("./part.mjs", import.meta.url));`],
])("the file that %s loads travels", (code) => {
  expect(loadedBy(code, { "part.mjs": "" })).toMatchObject({ files: ["fork.mjs", "part.mjs"], unclear: null });
});

test.each([
  [`const x = await import("./local-" + "config.mjs");`],
  [`const x = await import(name);`],
  ["const x = await import(`./${name}.mjs`);"],
  [`const x = require(name);`],
  [`const load = createRequire(import.meta.url); const x = load(name);`],
  [`const x = require("./local-" + name);`],
  [`import x from "#conf";`],
])("%s does not say which file it loads", (code) => {
  expect(loadedBy(code).unclear).not.toBeNull();
});

test.each([[`// import(name)`], [`/* require(name) */`], [`loader.import(name);`], [`const reimport = (x) => x;`]])(
  "%s loads no file",
  (code) => {
    expect(loadedBy(code).unclear).toBeNull();
  },
);

test("the packages that a module and its parts import are named with their installed versions", () => {
  const code = `import a from "one"; import b from "@scope/two/part"; import "./part.mjs"; import fs from "node:fs"; import g from "gone";`;
  const { packages } = loadedBy(code, {
    "part.mjs": `export { x } from "three";`,
    "node_modules/one/package.json": `{ "version": "1.0.0" }`,
    "node_modules/@scope/two/package.json": `{ "version": "2.0.0" }`,
    "node_modules/three/package.json": `{ "name": "three" }`,
  });
  expect(Object.fromEntries(packages)).toEqual({ one: "1.0.0", "@scope/two": "2.0.0", three: "of no version" });
});

test("a package that is linked has other files where one of them differs, and one that pnpm has installed has only its version", () => {
  const identityOf = (target: string, code: string): string | undefined => {
    const folder = temporaryFolder();
    const files = { "fork.mjs": `import a from "one";`, [`${target}/package.json`]: `{ "version": "1.0.0" }` };
    const hidden = { [`${target}/lib/part.mjs`]: code, [`${target}/node_modules/two/index.mjs`]: folder };
    for (const [name, text] of Object.entries({ ...files, ...hidden, [`${target}/.git/HEAD`]: folder })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(join(folder, target), join(folder, "node_modules/one"));
    symlinkSync(".", join(folder, target, "lib/circle"));
    return moduleFiles(join(folder, "fork.mjs")).packages.get("one");
  };
  const linked = identityOf("packages/one", "1");
  expect(linked).toMatch(/^1\.0\.0 \(linked, files \w{12}\)$/);
  expect(identityOf("packages/one", "1")).toBe(linked);
  expect(identityOf("packages/one", "2")).not.toBe(linked);
  expect(identityOf("node_modules/.pnpm/one", "1")).toBe("1.0.0");
});

test("a linked module travels with what it imports where it really is", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "real"));
  writeFileSync(join(folder, "real/fork.mjs"), `import "./part.mjs";`);
  writeFileSync(join(folder, "real/part.mjs"), "");
  symlinkSync(join(folder, "real/fork.mjs"), join(folder, "fork.mjs"));
  symlinkSync("real", join(folder, "linked"));
  const filesOf = (path: string) => moduleFiles(join(folder, path)).files.map((file) => file.slice(folder.length + 1));
  expect(filesOf("fork.mjs")).toEqual(["fork.mjs", "real/fork.mjs", "real/part.mjs"]);
  expect(filesOf("linked/fork.mjs")).toEqual(["linked/fork.mjs", "real/fork.mjs", "real/part.mjs"]);
});
