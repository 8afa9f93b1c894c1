import { readFileSync } from "node:fs";

/** A probe as it stands in `fixtures/probes/`: one JSON object a line. */
export type CommandProbe = { readonly command: string; readonly note: string };
export type ReferenceProbe = { readonly command: string; readonly decision: "allow" | "deny"; readonly origin: string };

/** The lines of a probe file. An empty file is an error: a test over no probes proves nothing. */
export function readProbes(path: string): readonly unknown[] {
  const probes = readFileSync(new URL(`../../../fixtures/probes/${path}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
  if (probes.length === 0) throw new Error(`fixtures/probes/${path} holds no probe`);
  return probes;
}
