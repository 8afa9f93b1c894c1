import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the part for tests says on an old Node which one it needs", () => {
  const script = `
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
    await import("./harness/testing/require-node.ts").catch((fault) => console.log(fault.message));
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  expect(stdout).toMatch(/HX500 {2}forkproof needs Node 24 or later; this is 20\.20\.2/);
});

test("each entry of the part for tests asks for the version of Node before it imports anything else", () => {
  const entries = ["index.ts", "vitest/vitest.ts", "vitest/auto.ts"];
  const first = entries.map(
    (entry) => /^import .*"(.*)";$/m.exec(readFileSync(`harness/testing/${entry}`, "utf8"))?.[1],
  );
  expect(first).toEqual(["./require-node.ts", "../require-node.ts", "../require-node.ts"]);
});

test("no name that an old Node lacks is imported from node:zlib, since that ends a program before it can say so", () => {
  const files = globSync("harness/{cassette,io,kernel,testing,verdict}/**/*.ts");
  const byName = files.filter((file) => /import \{[^}]*zstd[^}]*\} from "node:zlib"/i.test(readFileSync(file, "utf8")));
  expect([files.length > 100, byName]).toEqual([true, []]);
});
