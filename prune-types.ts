import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Removes declarations that no entry of the package leads to: the compiler writes one for every file that it read. */
const manifest: { readonly exports: Readonly<Record<string, string | { readonly types: string }>> } = JSON.parse(
  readFileSync("dist/package.json", "utf8"),
);
const entries = Object.values(manifest.exports).flatMap((each) =>
  typeof each === "string" ? [] : join("dist", each.types),
);

const reached = new Set<string>();
for (const waiting = [...entries]; waiting.length > 0;) {
  const file = waiting.pop() ?? "";
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
    const target = join(dirname(file), specifier.replace(/\.ts$/, ".d.ts"));
    if (!existsSync(target)) throw new Error(`${file} names ${specifier}, which has no declaration`);
    waiting.push(target);
  }
}
for (const file of globSync("dist/types/**/*.d.ts")) if (!reached.has(file)) rmSync(file);
console.log(`${reached.size} declarations`);

// A strict check of the declarations must not fail for a module that is imported for its effect alone, which has no declaration here, nor without
// msw, an optional peer, or unbash, which is bundled. Their types are `any` then.
for (const path of globSync("dist/types/**/*.d.ts")) {
  const text = readFileSync(path, "utf8");
  const declared = text.replaceAll(/^import "\.[^"]+";\n/gm, "");
  const excused = declared.replace(
    /^import type .* from "(?:msw|unbash)";$/m,
    "/** @ts-ignore: it may be missing */\n$&",
  );
  if (excused !== text) writeFileSync(path, excused);
}
