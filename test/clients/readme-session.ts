import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { main } from "../cli/run-forkproof.ts";
import type { Row } from "./run-client.ts";

const readme = readFileSync(join(import.meta.dirname, "../../harness/record/README.md"), "utf8");

/**
 * Runs the session that the README of `record` shows with nothing else in its environment, and compares all that it prints with the printed
 * block. Numbers are left out: bytes depend on where the project lies, and which of two requests came first on chance.
 */
export async function readmeRows(installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const project = join(folder.path, "project");
  for (const each of [project, join(folder.path, "home")]) mkdirSync(each);
  writeFileSync(join(project, "script.yaml"), shown("script.yaml"));
  const out = await runShell(shown("session"), { installed, home: join(folder.path, "home"), project });
  const [expected, got] = [graphOf(printedBlock()), graphOf(out)];
  return Array.from({ length: Math.max(expected.length, got.length) }, (_, at) => {
    const isAsShown = expected[at] === got[at];
    return {
      pair: `session of the README, part ${at + 1} of ${expected.length}`,
      expected: isAsShown ? "as shown" : (expected[at] ?? "nothing more"),
      got: isAsShown ? "as shown" : (got[at] ?? `is not printed: ${flat(out).slice(-200)}`),
    };
  });
}

/** What stands under the session's command. */
function printedBlock(): string {
  const block = /^```sh session\n[^`]*```\n\n```\n([^`]*)```/m.exec(readme)?.[1];
  if (block === undefined) throw new Error("the README of `record` shows nothing that its session prints");
  return block;
}

/** An exchange a part, the last with the totals behind it. */
function graphOf(text: string): readonly string[] {
  const parts = flat(text).split("● ").slice(1);
  return parts.map((part) => part.replaceAll(/\d[\d.,-]*/g, "#").trim());
}

function shown(name: string): string {
  const block = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\``, "m").exec(readme)?.[1];
  if (block === undefined) throw new Error(`the README of record shows no ${name}`);
  return block;
}

/** As one line: where it is wrapped depends on numbers. */
function flat(text: string): string {
  return text.replaceAll(/[\s│├─]+/g, " ");
}

function runShell(
  line: string,
  { installed, home, project }: { readonly installed: string; readonly home: string; readonly project: string },
): Promise<string> {
  const node = process.execPath;
  const env = {
    PATH: `${dirname(node)}:${installed}/node_modules/.bin:${process.env["PATH"] ?? ""}`,
    HOME: home,
    TZ: "UTC",
    NO_COLOR: "1",
    NO_PROXY: "127.0.0.1,localhost",
    HTTPS_PROXY: "http://127.0.0.1:9",
  };
  // Both streams in one, as a terminal shows them.
  const script = `exec 2>&1\nforkproof() { "${node}" "${main}" "$@"; }\n${line}`;
  return new Promise((settle) => {
    const child = execFile("sh", ["-c", script], { cwd: project, env, timeout: 120_000 }, (_, out) => settle(out));
    child.stdin?.end();
  });
}
