import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { moduleBytes } from "./write-module.ts";

it("the scanner loads what skip.wat and validate.wat assemble to", async () => {
  const written = readFileSync(resolve(import.meta.dirname, "../../harness/wire-scan/simd/module-bytes.ts"), "utf8");
  expect(written).toBe(await moduleBytes());
});
