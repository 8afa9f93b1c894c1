import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { readReport, startForkproof, writeWaitingRun } from "./waiting-run.ts";

/** The process sends itself the signal when it loads the first module whose path ends with `name`. */
const signalAt = (name: string, signal: string): readonly string[] => {
  const preload = `
    import { registerHooks } from "node:module";
    let isSent = false;
    registerHooks({
      load: (url, context, next) => {
        if (!isSent && url.endsWith(${JSON.stringify(name)})) {
          isSent = true;
          process.kill(process.pid, ${JSON.stringify(signal)});
        }
        return next(url, context);
      },
    });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
};

/** Modules in the order in which a run loads them, from the first that follows the program's entry to the first job's. */
const moments = [
  ["cli/run-cli.ts", "SIGTERM"],
  ["cli/commands.ts", "SIGINT"],
  ["run/run-command.ts", "SIGHUP"],
  ["run/run-scenarios.ts", "SIGTERM"],
  ["yaml/dist/index.js", "SIGINT"],
  ["reporting/run-exit.ts", "SIGHUP"],
] as const;

test.for(moments)(
  "a run that is signalled as it loads %s with %s still reports and exits with 130",
  async ([name, signal]) => {
    const folder = temporaryFolder();
    writeWaitingRun(folder);
    const { exit, out, err } = await startForkproof(["run"], folder, signalAt(name, signal)).ended;
    expect(err).toContain(`${signal}: ending now`);
    expect(exit).toBe(130);
    expect(out).toContain("interrupted  0 jobs in 3 files");
    const report = readReport(join(folder, "reports/latest.json"));
    expect(report).toMatchObject({ outcome: "interrupted", summary: { jobs: 0, notRun: 3 } });
    expect(readdirSync(join(folder, "reports"))).toEqual(["latest.json"]);
  },
);

test("a signal ends a run with 130 whose command line is wrong, and every other command", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "scenarios"));
  for (const line of ["run --no-such-option", "run --list", "explain CB202", "inspect nowhere"]) {
    const { exit } = await startForkproof(line.split(" "), folder, signalAt("cli/run-cli.ts", "SIGTERM")).ended;
    expect(exit, line).toBe(130);
  }
  expect(existsSync(join(folder, "reports"))).toBe(false);
});
