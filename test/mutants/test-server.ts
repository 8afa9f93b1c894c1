import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** Which tests of which files to run, by a pattern for their whole titles, and what was written since the last run. */
export type Asked = {
  readonly files: readonly string[];
  readonly titles: string;
  readonly changed: readonly string[];
};

export type Told = {
  readonly tests: readonly { readonly file: string; readonly title: string; readonly state: string }[];
  /** What kept a file from being run. */
  readonly said: string;
};

/** Ends what hangs. A proof that hangs has not failed: another one has to be named. */
export const LIMIT_MS = 300_000;

/** A process that runs tests of one tree. It starts at the first, and once more after one that hung. */
export class TestServer implements Disposable {
  readonly #folder: string;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  run(asked: Asked): Promise<Told> {
    const child = (this.#child ??= this.#start());
    return new Promise((settle) => {
      const late = setTimeout(() => end(`not done after ${LIMIT_MS} ms`), LIMIT_MS);
      const end = (said: string): void => {
        this[Symbol.dispose]();
        done({ tests: [], said });
      };
      const gone = (code: number | null): void => end(`the process of the tests ended with ${code}`);
      const done = (told: Told): void => {
        clearTimeout(late);
        child.removeAllListeners();
        settle(told);
      };
      child.once("message", done);
      child.once("exit", gone);
      child.send(asked);
    });
  }

  [Symbol.dispose](): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  #start(): ChildProcess {
    return fork("test/mutants/serve-tests.ts", [], {
      cwd: this.#folder,
      // The sources, in which the mutation is, need no build.
      env: { ...process.env, FORKPROOF_CLI: join(this.#folder, "harness/cli/main.ts") },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
  }
}
