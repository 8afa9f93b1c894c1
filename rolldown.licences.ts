import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** The licence of every package that the bundle holds, in its own words where it brings them. */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []));
  const licences = [...folders].sort().map((folder) => {
    const { name, version, license, author }: Licensed = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.|$)/i.test(each));
    if (file === undefined && license === undefined) throw new Error(`${name} names no licence: do not bundle it.`);
    const by = typeof author === "string" ? author : (author?.name ?? "its authors");
    const text =
      file === undefined ? `Licence: ${license}. Copyright ${by}.` : readFileSync(`${folder}/${file}`, "utf8");
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  // A data file of ours that was made from another's has that one's licence beside it.
  const ours = modules.filter((id) => id.endsWith(".ts"));
  const data = ours.map((id) => id.replace(/\.ts$/, ".LICENSE")).filter((path) => existsSync(path));
  licences.push(
    ...data.map((path) => `${basename(path, ".LICENSE")} (data)\n\n${readFileSync(path, "utf8").trim()}\n`),
  );
  return licences.join(`\n${"-".repeat(80)}\n\n`);
}

type Licensed = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
};

/** The folder of the package that holds a module; null for our own. */
export function packageFolder(id: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll("\\", "/"))?.[0] ?? null;
}
