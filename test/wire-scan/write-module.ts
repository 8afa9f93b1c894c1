import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { assemble } from "./assemble.ts";

const folder = resolve(import.meta.dirname, "../../harness/wire-scan/simd");

/** Both modules in binary form, in base64, as the file that the scanner loads: no user needs an assembler. */
export async function moduleBytes(): Promise<string> {
  const [skip, validate] = await Promise.all(
    ["skip.wat", "validate.wat"].map(async (name) => (await assemble(join(folder, name))).toString("base64")),
  );
  return [
    "/** `skip.wat` and `validate.wat` assembled, by `npm run simd`. */",
    `export const SKIP_MODULE =\n  "${skip}";`,
    `export const VALIDATE_MODULE =\n  "${validate}";\n`,
  ]
    .join("\n\n")
    .replace("*/\n\n", "*/\n");
}

/** `npm run simd` */
if (process.argv[1] === import.meta.filename) writeFileSync(join(folder, "module-bytes.ts"), await moduleBytes());
