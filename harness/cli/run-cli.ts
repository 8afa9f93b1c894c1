import type { Console, OpenConsole } from "../io/console.ts";
import { releaseSignals } from "../io/held-signals.ts";
import { flushOutput } from "../io/process.ts";
import { takeUncaughtFaults } from "../io/uncaught-faults.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { commands } from "./commands.ts";
import { parseArgv, type Request } from "./parse-argv.ts";

/**
 * Runs a command line until all output has left the process. Never throws: every error is reported and becomes an exit code,
 * including uncaught ones.
 */
export async function runCli(argv: readonly string[], streams: OpenConsole): Promise<number> {
  const uncaught = Promise.withResolvers<never>();
  const uncaughtFaults: unknown[] = [];
  const taken = takeUncaughtFaults((fault) => {
    uncaughtFaults.push(fault);
    uncaught.reject(fault);
  });
  let exit: number;
  try {
    exit = await Promise.race([serve(parseArgv(argv, commands), streams), uncaught.promise]);
  } catch (thrown) {
    exit = await tell(thrown, asksForJson(argv), streams);
    uncaughtFaults.length = 0;
  }
  await flushOutput();
  taken[Symbol.dispose]();
  const errno = streams.fault();
  const [late] = errno === null ? uncaughtFaults : [failedOutput(errno)];
  if (late === undefined) return exit;
  const grave = await tell(late, false, streams);
  return exit === 130 ? exit : grave;
}

async function tell(thrown: unknown, asJson: boolean, streams: Console): Promise<number> {
  const { reportFault } = await import("./report-fault.ts");
  return reportFault(thrown, asJson, streams);
}

function failedOutput(errno: string): HarnessError {
  return new HarnessError({
    code: "HX516",
    what: `cannot be written (${errno})`,
    where: "stdout",
    fix:
      errno === "EBADF"
        ? "stdout is closed: redirect it to a file, or to /dev/null to discard it"
        : "check the disk, or the program that reads it",
    exit: 3,
  });
}

async function serve(request: Request, streams: Console): Promise<number> {
  const { out, err, outStyle, errStyle } = streams;
  if (request.ask === "command") {
    for (const line of request.invocation.deprecations) err(`${line}\n`);
    const command = await request.command.load();
    if (request.command.reportsInterruption !== true) await releaseSignals();
    const exit = await command(request.invocation, streams);
    return typeof exit === "number" ? exit : exit.passedOn;
  }
  if (request.ask === "version") {
    const { version } = await import("../kernel/version.ts");
    out(`${version}\n`);
    return 0;
  }
  const { renderCommandHelp, renderOverview } = await import("./render-help.ts");
  if (request.ask === "nothing") {
    err(renderOverview(commands, errStyle.columns));
    return 2;
  }
  out(
    request.ask === "help"
      ? renderCommandHelp(request.command, outStyle.columns)
      : renderOverview(commands, outStyle.columns),
  );
  return 0;
}

/** Reads the raw arguments, since `--json` needs a document even for a command line that cannot be parsed. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}
