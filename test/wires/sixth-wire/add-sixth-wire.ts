import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const checkout = join(import.meta.dirname, "../../..");
const added = join(import.meta.dirname, "added");

/** What a new wire format changes in files that are there: its import, and its entry in a list. */
const entries = [
  { file: "harness/wires/list.ts", list: "wires", name: "parley", from: "./parley/wire.ts" },
  { file: "harness/providers/list.ts", list: "providers", name: "parleyHouse", from: "./parley.ts" },
];

/** Copies the harness into `folder`, adds a made-up wire format and its provider, and answers the copy's command line. */
export function addSixthWire(folder: string): string {
  for (const part of ["harness", "src", "package.json", "tsconfig.json"]) {
    cpSync(join(checkout, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  cpSync(added, folder, { recursive: true });
  for (const { file, list, name, from } of entries) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const opening = new RegExp(`const ${list}: readonly \\w+\\[\\] = \\[`);
    if (!opening.test(text)) throw new Error(`${file} has no list ${list}`);
    const withEntry = text.replace(opening, (found) => `${found}\n  ${name},`);
    writeFileSync(path, `import { ${name} } from "${from}";\n${withEntry}`);
  }
  return join(folder, "harness/cli/main.ts");
}
