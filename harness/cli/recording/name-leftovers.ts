import type { Console } from "../../io/console.ts";
import { runningProcesses } from "../../io/workers/leftover-processes.ts";
import { maskSecrets } from "../../run/mask-secrets.ts";

/**
 * Names the processes that the command has left running. They may be meant to stay, so they are not ended; their requests no longer reach a
 * provider through the proxy, and are in no recording.
 */
export function nameLeftovers({ err }: Pick<Console, "err">): void {
  for (const { pid, command } of runningProcesses()) {
    err(
      `left running by the command: process ${pid} (${maskSecrets(command)}), which the proxy no longer serves: its later requests are not judged\n`,
    );
  }
}
