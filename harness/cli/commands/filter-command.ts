import { resolve } from "node:path";
import { readBytes } from "../../io/files/disk.ts";
import { inputLines } from "../../io/input-lines.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { clientNames, decideInMemory, promiseNames } from "../../run/fork-library.ts";
import { type Command, type ExitCode, valueOf } from "../command.ts";
import { errorDocument } from "../error-document.ts";
import { unknownWord, usageError } from "../usage-error.ts";
import { readToolCall } from "./read-tool-call.ts";

/**
 * Decides tool calls as the filter of a memory fork does. It prints a line for each call as soon as the call comes in. A line
 * that is not a call gives an error in its place, and the rest continues.
 */
export const filterCommand: Command = async (invocation, { out, isClosed }) => {
  const memoryDir = valueOf(invocation, "memory-dir");
  if (memoryDir === null) {
    throw usageError("HX504", "the memory folder is missing", "write filter --memory-dir FOLDER");
  }
  const client = valueOf(invocation, "client");
  if (client !== null && !clientNames.includes(client)) {
    throw unknownWord("HX503", "client", client, clientNames, `use one of: ${clientNames.join(", ")}`);
  }
  const asked = valueOf(invocation, "promise") ?? "literal";
  const promise = promiseNames.find((name) => name === asked);
  if (promise === undefined) {
    throw unknownWord("HX503", "promise", asked, promiseNames, `use one of: ${promiseNames.join(", ")}`);
  }
  const decide = await decideInMemory({ memoryDir: resolve(memoryDir), client, promise });
  const [file] = invocation.positionals;
  let at = 0;
  let looked = 0;
  let exit: ExitCode = 0;
  for await (const line of file === undefined ? inputLines() : linesOf(file)) {
    at += 1;
    if (isClosed()) break;
    if (line.trim() === "") continue;
    looked += 1;
    try {
      const call = readToolCall(line.replace(/^\uFEFF/, ""), `${file ?? "standard input"}:${at}`);
      const { decision, rule, reason, promise: held } = await decide({ id: String(at), ...call });
      out(`${JSON.stringify({ ...call, decision, rule, reason, ...(held && { promise: held }) })}\n`);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      out(`${JSON.stringify(errorDocument(fault))}\n`);
      exit = fault.exit;
    }
  }
  if (looked === 0 && !isClosed()) {
    throw usageError(
      "HX518",
      `${file ?? "standard input"} holds no tool call`,
      'write {"tool":"Bash","input":{…}}, one a line',
    );
  }
  return exit;
};

function linesOf(file: string): readonly string[] {
  return readBytes(file).toString("utf8").split(/\r?\n/);
}
