import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeTraffic } from "./write-traffic.ts";

const scenarios: Readonly<Record<string, string>> = {
  clean: `
name: a fork that passes its prefix through
tags: [smoke]
parent: { source: traffic.jsonl, exchange: "2" }
fork: { recorded: { exchange: "3" } }
expect: { verdict: byte-identical, findings: [] }
`,
  "lost-tool": `
name: a fork that lost a tool
parent: { source: traffic.jsonl, exchange: "2" }
fork: { recorded: { exchange: "4" } }
expect: { verdict: byte-identical, findings: [] }
`,
  missing: `
name: a recording that is gone
parent: { source: gone.jsonl, exchange: "2" }
fork: { recorded: { exchange: "3" } }
expect: { verdict: byte-identical }
`,
  skipped: `
name: a fork of tomorrow
skip: { reason: not recorded yet }
parent: { source: traffic.jsonl, exchange: "2" }
fork: { recorded: { exchange: "3" } }
expect: { verdict: byte-identical }
`,
};

/** Writes `scenarios/` with a traffic file and one case each of passed, failed, errored and skipped. */
export function writeScenarios(folder: string): void {
  const into = join(folder, "scenarios");
  mkdirSync(into);
  writeTraffic(into);
  for (const [name, text] of Object.entries(scenarios)) writeFileSync(join(into, `${name}.yaml`), text.trimStart());
}
