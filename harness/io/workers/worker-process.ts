import { spawn } from "node:child_process";
import { Duplex, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { killGroup } from "../child-process.ts";
import { type MessagePipe, openMessagePipe } from "./message-pipe.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { WORKER_PIPE } from "./worker-pipe.ts";

/** How a worker process ended. */
export type WorkerExit = { readonly code: number | null; readonly signal: string | null };

/** The end of the output that a worker has printed since the last call. */
export type PrintedText = { readonly stdout: string; readonly stderr: string };

/** A Node process of ours that runs code of others. */
export type WorkerProcess = MessagePipe & {
  readonly pid: number | null;
  /** Kills it, and whatever it started. */
  readonly kill: () => void;
  /** Its output so far; the next call returns only later output. */
  readonly takePrinted: () => Promise<PrintedText>;
};

export type WorkerListeners = {
  readonly message: (message: unknown) => void;
  /** Called once, after the last message. */
  readonly exit: (exit: WorkerExit) => void;
  /** The error if bytes on the pipe were not a message. */
  readonly fault: (fault: string | null) => void;
};

/** Text that is kept of each stream between two askers. */
const KEPT = 16 * 1024;

/** A process that has ended may have left somebody who holds its streams open. */
const STREAMS_END_MS = 200;

/**
 * Starts `entry` as a process group of its own, with standard streams of its own and a pipe for messages. It dies with this
 * process.
 */
export function startWorkerProcess(
  entry: URL,
  env: Readonly<Record<string, string | undefined>>,
  on: WorkerListeners,
): WorkerProcess {
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(entry)], {
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const { pid = null } = child;
  let isOver = false;
  const kill = (): void => {
    // Once it has ended its number may be another's.
    if (pid !== null && !isOver) killGroup(pid);
    child.kill("SIGKILL");
  };
  killWithThis(kill);
  const printed = [keepTail(child.stdout), keepTail(child.stderr)] as const;
  const end = (exit: WorkerExit): void => {
    running.delete(kill);
    on.exit(exit);
  };
  child.once("error", () => end({ code: null, signal: null }));
  child.once("exit", (code, signal) => {
    // Its group outlives it where it has left children behind.
    kill();
    isOver = true;
    const told = setTimeout(() => end({ code, signal }), STREAMS_END_MS);
    child.once("close", () => {
      clearTimeout(told);
      end({ code, signal });
    });
  });
  const pipe = openMessagePipe(pipeOf(child.stdio[WORKER_PIPE]), { message: on.message, end: on.fault });
  const takePrinted = async (): Promise<PrintedText> => {
    // Output from before the last message is in the pipe by now, and read within a turn of the event loop.
    await yieldToEventLoop();
    await yieldToEventLoop();
    const [stdout, stderr] = printed;
    return { stdout: stdout(), stderr: stderr() };
  };
  return { ...pipe, pid, kill, takePrinted };
}

/** Collects the end of a stream; the function answers what came since it was called last. */
function keepTail(stream: Readable | null): () => string {
  let kept = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (text: string) => (kept = (kept + text).slice(-KEPT)));
  return () => {
    const text = kept;
    kept = "";
    return text;
  };
}

/** A pipe in addition to the standard streams is read and written, which its type does not say. */
function pipeOf(stream: unknown): Duplex {
  if (stream instanceof Duplex) return stream;
  throw new Error("a worker was started without its pipe");
}

/** The ends of all workers: one listener, since Node warns of many. */
const running = new Set<() => void>();

/** Ends a worker with this process, whichever way that ends. */
function killWithThis(kill: () => void): void {
  if (!isListening) process.once("exit", () => running.forEach((each) => each()));
  isListening = true;
  running.add(kill);
}

let isListening = false;
