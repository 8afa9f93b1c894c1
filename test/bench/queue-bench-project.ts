import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/** Code with a function `work` that a module calls before its only request; null for a mocked fork of the library. */
export type BenchJob = string | null;

/** Enough for the longest run. */
const ROWS = 500;

/** Writes rows of one case; `isOwn` gives each row a recording of its own. */
export function writeBenchProject(
  folder: string,
  { isOwn, job }: { readonly isOwn: boolean; readonly job: BenchJob },
): void {
  mkdirSync(join(folder, "scenarios"), { recursive: true });
  const numbers = Array.from({ length: ROWS }, (_, at) => at + 1);
  writeParent(join(folder, "parent"), 0);
  writeFileSync(
    join(folder, "scenarios/rows.jsonl"),
    numbers.map((id) => `${JSON.stringify({ id: String(id) })}\n`).join(""),
  );
  for (const id of isOwn ? numbers : []) writeParent(join(folder, `parent-${id}`), id);
  const source = isOwn ? "../parent-${id}" : "../parent";
  const fork = job === null ? "strategy: pass-through" : "subject: ./works.mjs";
  writeFileSync(join(folder, "scenarios/works.mjs"), moduleOf(job ?? ""));
  writeFileSync(
    join(folder, "scenarios/many.yaml"),
    `name: many
cases: rows.jsonl
parent: { source: "${source}", exchange: reading-3 }
fork: { ${fork}, prompt: "Read note \${id}." }
provider: { script: [{ text: Done. }] }
expect: { turns: ">= 1" }
`,
  );
}

/** A recording of one exchange, with text that makes it one of 100 KB. */
function writeParent(folder: string, seed: number): void {
  const [from, name] = ["fixtures/cassettes/scripted-parent", "0003"];
  mkdirSync(folder, { recursive: true });
  const cassette: { exchanges: readonly { readonly id: string }[] } = parse(
    readFileSync(join(from, "cassette.yaml"), "utf8"),
  );
  const exchanges = cassette.exchanges.filter(({ id }) => id === "reading-3");
  writeFileSync(join(folder, "cassette.yaml"), stringify({ ...cassette, exchanges }));
  for (const file of [`${name}.request.json`, `${name}.response.sse`]) cpSync(join(from, file), join(folder, file));
  writeFileSync(join(folder, "padding.txt"), textOf(seed));
}

/** Text that compresses about as well as a recording does: bytes of one kind would travel for nothing. */
function textOf(seed: number): string {
  let state = seed + 1;
  const next = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most;
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + next(26))).join("");
  const words = Array.from({ length: 1_000 }, () => letters(3 + next(8)));
  return Array.from({ length: 14_000 }, () => words[next(words.length)])
    .join(" ")
    .slice(0, 100_000);
}

/** A fork that does something before its only request. */
function moduleOf(work: string): string {
  return `${work}
export default async ({ parent, baseUrl, apiKey, directive }) => {
  await work();
  const { messages, ...request } = JSON.parse(parent.request.toString());
  const body = JSON.stringify({ ...request, stream: false, messages: [...messages, { role: "user", content: directive }] });
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": apiKey };
  await (await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body })).text();
  return { output: "Done." };
};
`;
}
