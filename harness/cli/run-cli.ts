import type { Console } from "../io/console.ts";
import { commands } from "./commands.ts";
import { parseArgv, type Request } from "./parse-argv.ts";

/** Does what a command line asks for. Never throws: whatever goes wrong is told and becomes an exit code. */
export async function runCli(argv: readonly string[], streams: Console): Promise<number> {
  try {
    return await serve(parseArgv(argv, commands), streams);
  } catch (thrown) {
    const { reportFault } = await import("./report-fault.ts");
    return reportFault(thrown, asksForJson(argv), streams);
  }
}

async function serve(request: Request, streams: Console): Promise<number> {
  const { out, err, outStyle, errStyle } = streams;
  if (request.ask === "command") {
    const command = await request.command.load();
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

/** Asked of the raw arguments, since even a command line that cannot be parsed owes its reader a document. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}
