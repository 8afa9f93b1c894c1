import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { makeTempFolder } from "../../harness/io/disk.ts";
import { main } from "../cli/run-forkproof.ts";
import type { Row } from "./run-client.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/**
 * Runs the README's session, and holds what it shows to what is printed: the break, its cause, its cost and the count. Bytes depend on
 * where the project lies, and which of two requests came first on chance.
 */
export async function readmeRows(installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const project = join(folder.path, "project");
  for (const each of [project, join(folder.path, "home")]) mkdirSync(each);
  writeFileSync(join(project, "script.yaml"), shown("script.yaml"));
  const out = await runShell(shown("session"), { installed, home: join(folder.path, "home"), project });
  const lines = [
    /changed, diverged, reusable no/,
    /cause CB\d+ [^●]*?update_goal/,
    /tokens that the parent left are not read \(an estimate: no usage was reported\); about \$/,
    /\d+ exchanges: [^●`]*? without a parent/,
  ];
  return lines.map((line, at) => ({
    pair: `README's session, line ${at + 1} of ${lines.length}`,
    expected: line.exec(flat(readme))?.[0] ?? "is shown",
    got: line.exec(flat(out))?.[0] ?? `is not printed: ${flat(out).slice(-200)}`,
  }));
}

function shown(name: string): string {
  const block = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\``, "m").exec(readme)?.[1];
  if (block === undefined) throw new Error(`the README shows no ${name}`);
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
    ANTHROPIC_MODEL: "claude-sonnet-4-5",
  };
  const script = `forkproof() { "${node}" "${main}" "$@"; }\n${line}`;
  return new Promise((settle) => {
    const child = execFile("sh", ["-c", script], { cwd: project, env, timeout: 120_000 }, (_, out, err) =>
      settle(`${err}\n${out}`),
    );
    child.stdin?.end();
  });
}
