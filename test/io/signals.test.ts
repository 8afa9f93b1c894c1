import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const signals = pathToFileURL(resolve(import.meta.dirname, "../../harness/io/signals.ts")).href;

/** Runs a program that has `listenForInterrupt`, `emit`, which stands for a signal, and `wait`, which moves its clock. */
function run(program: string): { readonly exit: number | null; readonly out: string } {
  const head = `
    import { listenForInterrupt } from "${signals}";
    let now = 0;
    process.hrtime = () => [0, now * 1e6];
    const wait = (ms) => { now += ms; };
    const emit = (signal = "SIGINT") => process.emit(signal, signal);`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", `${head}\n${program}`], {
    encoding: "utf8",
    // Where colours are forced, a printed number or boolean has one.
    env: {},
  });
  return { exit: status, out: stdout };
}

test("the listener takes the first Ctrl-C as a request and ends at the second", () => {
  const program = `
    const interrupt = listenForInterrupt(() => console.log("asked to stop"));
    console.log(interrupt.requested(), interrupt.signal.aborted);
    emit();
    console.log(interrupt.requested(), interrupt.signal.aborted);
    wait(250);
    emit();
    console.log("never reached");`;
  expect(run(program)).toEqual({ exit: 130, out: "false false\nasked to stop\ntrue true\n" });
});

test("the listener counts a Ctrl-C from the terminal and its copy from npm as one request", () => {
  const program = `
    listenForInterrupt(() => console.log("asked to stop"));
    emit();
    wait(249);
    emit();
    console.log("reached");`;
  expect(run(program)).toEqual({ exit: 0, out: "asked to stop\nreached\n" });
});

test("a listener for several signals gets the signal's name, and ends at a second one of another kind", () => {
  const program = `
    listenForInterrupt((signal) => console.log(signal), ["SIGINT", "SIGTERM", "SIGHUP"]);
    emit("SIGHUP");
    wait(1000);
    emit("SIGTERM");
    console.log("never reached");`;
  expect(run(program)).toEqual({ exit: 130, out: "SIGHUP\n" });
});

test("the listener ignores Ctrl-C after it is disposed of", () => {
  const program = `
    listenForInterrupt(() => {})[Symbol.dispose]();
    console.log(process.listenerCount("SIGINT"));`;
  expect(run(program)).toEqual({ exit: 0, out: "0\n" });
});
