import { expect, test } from "vitest";

import { makeProgressLine } from "../../harness/cli/progress-line.ts";
import type { Console } from "../../harness/io/console.ts";

/** A console that keeps its output. */
function keeping(isTTY: boolean): { readonly streams: Console; readonly told: () => string } {
  const told: string[] = [];
  const style = { colour: false, columns: 20 };
  const err = (text: string): void => void told.push(text);
  const streams = { out: () => {}, err, outStyle: style, errStyle: style, isTTY, isClosed: () => false };
  return { streams, told: () => told.join("") };
}

test("the progress line overwrites itself, fits the terminal and is cleared at the end", () => {
  const { streams, told } = keeping(true);
  const line = makeProgressLine(streams);
  line.show(1, 12, "a name that is too long\nfor a line");
  line.clear();
  expect(told()).toBe("\r\u001B[K1/12 a name that is\r\u001B[K");
});

test("the progress line is not written if stderr is not a terminal", () => {
  const { streams, told } = keeping(false);
  const line = makeProgressLine(streams);
  line.show(1, 12, "a job");
  line.clear();
  expect(told()).toBe("");
});
