import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import loadAssembler from "wabt";

const folder = resolve(import.meta.dirname, "../../harness/wire-scan/simd");

/** `skip.wat` in binary form, in base64. */
export async function assembledModule(): Promise<string> {
  const assembler = await loadAssembler();
  const module = assembler.parseWat("skip.wat", readFileSync(join(folder, "skip.wat"), "utf8"), { simd: true });
  return Buffer.from(module.toBinary({}).buffer).toString("base64");
}

/** `npm run simd`: writes the bytes that the scanner loads, so that no user needs an assembler. */
if (process.argv[1] === import.meta.filename) {
  const text = `/** \`skip.wat\` assembled, by \`npm run simd\`. */\nexport const MODULE_BYTES =\n  "${await assembledModule()}";\n`;
  writeFileSync(join(folder, "module-bytes.ts"), text);
}
