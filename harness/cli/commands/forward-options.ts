import type { ForwardOptions } from "../../record/forward/run-forwarded.ts";
import { parseTarget, type Target } from "../../record/forward/target.ts";
import type { Invocation } from "../command.ts";
import { usageError } from "../usage-error.ts";

const forReverse = ["preset", "env", "upstream", "config-template"] as const;
const forForward = ["host", "ephemeral-ca", "connect-to"] as const;

/**
 * Reads `--forward` and its options; null without it.
 *
 * @throws HarnessError HX503 for a host or an address of the wrong form, HX505 for options that contradict each other
 */
export function readForward({ options }: Invocation): ForwardOptions | null {
  if (!options.has("forward")) {
    const idle = forForward.find((name) => options.has(name));
    if (idle === undefined) return null;
    throw usageError("HX505", `--${idle} has no effect without --forward`, "add --forward, or leave it out");
  }
  const other = forReverse.find((name) => options.has(name));
  if (other !== undefined) {
    const fix = "give one of them: --forward needs no base URL";
    throw usageError("HX505", `--forward and --${other} contradict each other`, fix);
  }
  return {
    hosts: (options.get("host") ?? []).map(checkedHost),
    isEphemeral: options.has("ephemeral-ca"),
    moved: new Map((options.get("connect-to") ?? []).map(readMove)),
  };
}

function checkedHost(text: string): string {
  if (/^[\w*](?:[\w.*-]*[\w*])?$/.test(text) && !/^[*.]+$/.test(text)) return text;
  const fix = "write a name, or a pattern such as *.example.com; neither scheme, port nor path";
  throw usageError("HX503", `--host takes the name of a host, not "${text}"`, fix);
}

function readMove(text: string): readonly [string, Target] {
  const [from = "", to = ""] = text.split("=");
  const [asked, address] = [parseTarget(from), parseTarget(to)];
  if (asked !== null && address !== null && text.split("=").length === 2) return [from, address];
  const fix = "write --connect-to api.example.com:443=127.0.0.1:8443";
  throw usageError("HX503", `--connect-to takes HOST:PORT=ADDRESS:PORT, not "${text}"`, fix);
}
