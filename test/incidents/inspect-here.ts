import { commands } from "../../harness/cli/commands.ts";
import { parseArgv } from "../../harness/cli/parse-argv.ts";
import type { Console } from "../../harness/io/console.ts";
import type { Printed } from "../cli/run-forkproof.ts";

/** Runs a command of the CLI in this process, with its output at 80 columns: a test of many logs would mostly start processes. */
export async function forkproofHere(argv: readonly string[]): Promise<Printed> {
  const request = parseArgv(argv, commands);
  if (request.ask !== "command") throw new Error(`not a command: ${argv.join(" ")}`);
  const printed = { out: "", err: "" };
  const style = { colour: false, columns: 80 };
  const streams: Console = {
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    commands: (text, stream) => void (printed[stream] += text),
    outStyle: style,
    errStyle: style,
    isTTY: false,
    isClosed: () => false,
  };
  const command = await request.command.load();
  const exit = await command(request.invocation, streams);
  return { ...printed, exit: typeof exit === "number" ? exit : exit.passedOn };
}
