import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { BenchRow } from "./bench-case.ts";
import { describeMachine } from "./machine.ts";
import { rowCells } from "./render-rows.ts";

const FILE = "BENCHMARKS.md";

const HEAD = `# Benchmarks

Each row compares forkproof with what a user would do instead, or with the tool that a user would take. Both sides take turns in one run on one machine.
Ratios carry over to other machines, milliseconds do not. No figure here gates a change. A goal that a row misses is marked **missed**.

\`npm run bench -- --markdown\` measures all sections anew, and \`npm run bench -- --markdown judge filter\` these two. It builds the package first.
Some sections install other tools into a temporary folder. A section that cannot be measured keeps its older figures, with their date.
\`FORKPROOF_BASE=<commit> npm run bench -- --markdown older-build\` holds this build against that of an older commit.
`;

/** One bench as it was measured; `rows` is text where it cannot run here. */
export type Measured = {
  readonly name: string;
  readonly compares: string;
  readonly rows: readonly BenchRow[] | string;
};

/** Puts the section of a bench into BENCHMARKS.md. Sections of other benches stay as they were measured, and so does one that came to nothing. */
export function writeMarkdown(measured: Measured, order: readonly string[], file: string = FILE): void {
  const sections = new Map(existsSync(file) ? sectionsOf(readFileSync(file, "utf8")) : []);
  const isOlder = (sections.get(measured.name) ?? "").includes("\n| ");
  if (typeof measured.rows !== "string" || !isOlder) sections.set(measured.name, section(measured));
  const sorted = order.flatMap((name) => sections.get(name) ?? []);
  writeFileSync(file, [HEAD, ...sorted].join("\n"));
}

function sectionsOf(text: string): readonly (readonly [string, string])[] {
  return text
    .split(/^(?=## )/m)
    .slice(1)
    .map((each) => [/^## (\S+)/.exec(each)?.[1] ?? "", `${each.trim()}\n`]);
}

function section({ name, compares, rows }: Measured): string {
  const body = typeof rows === "string" ? `Not measured: ${rows}\n` : table(rows);
  return `## ${name}\n\nCompares ${compares}. Measured on ${describeMachine()}.\n\n${body}`;
}

function table(rows: readonly BenchRow[]): string {
  const head = ["what", "ours", "other side", "ratio", "rate", "goal"];
  const cells = rows.map((row) => {
    const { what, median, against, ratio, rate, goal } = rowCells(row);
    return [what, median, against, ratio, rate, goal.replace(/^MISSED/, "**missed**")];
  });
  const lines = [head, head.map(() => "---"), ...cells].map((each) => `| ${each.map(escaped).join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
