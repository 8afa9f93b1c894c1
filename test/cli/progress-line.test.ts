import { expect, test } from "vitest";

import { makeProgressLine } from "../../harness/cli/progress-line.ts";
import type { Console } from "../../harness/io/console.ts";

/** A console that keeps its output. */
function keeping(isTTY: boolean): { readonly streams: Console; readonly told: () => string } {
  const told: string[] = [];
  const style = { colour: false, columns: 20 };
  const err = (text: string): void => void told.push(text);
  const streams = {
    out: () => {},
    err,
    commands: () => {},
    outStyle: style,
    errStyle: style,
    isTTY,
    isClosed: () => false,
  };
  return { streams, told: () => told.join("") };
}

const progress = { done: 1, total: 12, failed: 0, name: "a name that is too long\nfor a line" };

test("the progress line overwrites itself, fits the terminal and is cleared at the end", () => {
  const { streams, told } = keeping(true);
  const line = makeProgressLine(streams, { isQuiet: false });
  line.show(progress);
  line.clear();
  expect(told()).toBe("\r\u001B[K1/12 a name that is\r\u001B[K");
});

test("in a log, progress is a line every ten seconds, with the number of failures, until the run ends", () => {
  const { streams, told } = keeping(false);
  const timers: { readonly delayMs: number; readonly fire: () => void }[] = [];
  const after = (delayMs: number, fire: () => void): (() => void) => {
    const timer = { delayMs, fire };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const tick = (): void => {
    const [timer] = timers.splice(0, 1);
    expect(timer?.delayMs).toBe(10_000);
    timer?.fire();
  };
  const line = makeProgressLine(streams, { isQuiet: false, after });
  tick();
  line.show(progress);
  line.show({ ...progress, done: 412, total: 1000, failed: 3 });
  tick();
  expect(told()).toBe("412/1000, 3 failed\n");
  line[Symbol.dispose]();
  expect(timers).toEqual([]);
});

test("nothing is written about progress if a program reads the output", () => {
  const { streams, told } = keeping(true);
  const line = makeProgressLine(streams, { isQuiet: true });
  line.show(progress);
  line.clear();
  expect(told()).toBe("");
});
