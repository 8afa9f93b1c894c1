import type { StartTimer } from "../fork/loop/timer.ts";
import type { ForkTransport } from "./fork-transport.ts";

/** Beats at once and then at this interval, until the returned function is called. */
export function keepBeating(startTimer: StartTimer, intervalMs: number, beat: () => void): () => void {
  let stop = (): void => undefined;
  const next = (): void => {
    beat();
    stop = startTimer(intervalMs, next);
  };
  next();
  return () => stop();
}

export type SilenceWatch = {
  /** A sign of the other side has come. */
  readonly broken: () => void;
  readonly stop: () => void;
};

/** Fires after a time without a sign of the other side, as long as the own connection is up. */
export function watchSilence(
  transport: ForkTransport,
  startTimer: StartTimer,
  lostAfterMs: number,
  fire: () => void,
): SilenceWatch {
  let isOver = false;
  let stopWatch: () => void = () => undefined;
  const restart = (): void => {
    stopWatch();
    if (!isOver) stopWatch = startTimer(lostAfterMs, () => (transport.isUp() ? fire() : restart()));
  };
  return {
    broken: restart,
    stop: () => {
      isOver = true;
      stopWatch();
    },
  };
}
