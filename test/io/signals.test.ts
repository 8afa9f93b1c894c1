import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const signals = pathToFileURL(resolve(import.meta.dirname, "../../harness/io/signals.ts")).href;

/** Runs a program that has `listenForInterrupt` and `emit`, which stands for Ctrl-C. */
function run(program: string): { readonly exit: number | null; readonly out: string } {
  const head = `import { listenForInterrupt } from "${signals}"; const emit = () => process.emit("SIGINT");`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", `${head}\n${program}`], {
    encoding: "utf8",
    // Where colours are forced, a printed number or boolean has one.
    env: {},
  });
  return { exit: status, out: stdout };
}

test("takes the first Ctrl-C as a request and ends at the second", () => {
  const program = `
    const interrupt = listenForInterrupt(() => console.log("asked to stop"));
    console.log(interrupt.requested());
    emit();
    console.log(interrupt.requested());
    emit();
    console.log("never reached");`;
  expect(run(program)).toEqual({ exit: 130, out: "false\nasked to stop\ntrue\n" });
});

test("leaves Ctrl-C alone once it is disposed of", () => {
  const program = `
    listenForInterrupt(() => {})[Symbol.dispose]();
    console.log(process.listenerCount("SIGINT"));`;
  expect(run(program)).toEqual({ exit: 0, out: "0\n" });
});
