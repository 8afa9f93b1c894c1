import { type Invocation, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

/** The number of `--port`; null without it. @throws HarnessError HX503 */
export function portOption(invocation: Invocation): number | null {
  const value = valueOf(invocation, "port");
  if (value === null) return null;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw usageError("HX503", `--port takes a number up to 65535, not "${value}"`, "write --port 8080, or leave it out");
}
