import type { SendSignal } from "../../io/attached-child.ts";
import type { Console } from "../../io/console.ts";
import { type Invocation, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

/** Calls a function later, unless the returned one is called first. */
export type StartTimer = (delayMs: number, fire: () => void) => () => void;

/** What is watched while a client runs, until it is disposed of. */
export type ClientLimits = Disposable & {
  /** The client runs, and gets its signals by this. */
  readonly watch: (send: SendSignal) => void;
  /** Whether the client ran longer than it may. */
  readonly isOver: () => boolean;
};

/** A client that has sent nothing for so long is probably not pointed at the proxy. */
const SILENCE_MS = 10_000;

/** After this a client that ignores SIGTERM is killed. */
const GRACE_MS = 5_000;

/** Ends a client that runs longer than `--timeout`, and prints a hint about one that sends nothing. */
export function limitClient(
  {
    timeoutMs,
    isSilent,
    startTimer,
  }: { readonly timeoutMs: number | null; readonly isSilent: () => boolean; readonly startTimer: StartTimer },
  hint: () => void,
  { err }: Pick<Console, "err">,
): ClientLimits {
  const stops: (() => void)[] = [];
  let isOver = false;
  return {
    watch: (send) => {
      stops.push(
        startTimer(SILENCE_MS, () => {
          if (isSilent()) hint();
        }),
      );
      if (timeoutMs === null) return;
      const expire = (): void => {
        isOver = true;
        err("the command ran longer than --timeout: ending it; traffic so far is kept\n");
        send("SIGTERM");
        stops.push(startTimer(GRACE_MS, () => void send("SIGKILL")));
      };
      stops.push(startTimer(timeoutMs, expire));
    },
    isOver: () => isOver,
    [Symbol.dispose]: () => {
      for (const stop of stops) stop();
    },
  };
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The duration of `--timeout` in milliseconds; null without it. @throws HarnessError HX503 */
export function timeoutOption(invocation: Invocation): number | null {
  const text = valueOf(invocation, "timeout");
  if (text === null) return null;
  const [, amount = "", unit = ""] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(amount) * (unitsMs[unit] ?? 0);
  if (ms > 0 && ms <= MOST_MS) return ms;
  throw usageError("HX503", `--timeout takes a duration up to 24 days, not "${text}"`, "write --timeout 90s, or 10m");
}

/** The longest that a timer of Node takes. */
const MOST_MS = 24 * 24 * 3_600_000;
