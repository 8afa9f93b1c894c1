import { loadModule } from "./load-module.ts";
import { SKIP_MODULE } from "./module-bytes.ts";

/** Bytes of a body that are held at a time, and the zeros behind them that a load of many bytes may reach. */
const WINDOW = 1 << 16;
const BEHIND = 64;

/** A first look at a body is mostly short. */
const GLANCE = 1 << 12;

type SkipModule = {
  readonly memory: Uint8Array;
  readonly container: (at: number, end: number, isNew: number) => number;
};

let loaded: SkipModule | null = null;

/** The body whose bytes are held, and which of them. */
let held: Buffer | null = null;
let start = 0;
let end = 0;

/**
 * The offset behind the container that starts at `at`, by 64 bytes at a time (`skip.wat`); the end of the bytes for one that does not
 * end. The bytes never change: some of them are held from one call to the next.
 */
export function skipLongContainer(bytes: Buffer, at: number): number {
  const { container } = (loaded ??= load());
  let offset = at;
  for (let isNew = 1; ; isNew = 0) {
    if (bytes !== held || offset < start || offset + BEHIND > end) hold(bytes, offset);
    const last = end === bytes.length ? end - start : end - start - BEHIND + 1;
    const result = container(offset - start, last, isNew);
    if (result >= 0) return start + result;
    offset = start + ~result;
    if (offset >= bytes.length) return bytes.length;
  }
}

/** Copies the bytes from an offset on; what lies behind the last byte of a body closes nothing. */
function hold(bytes: Buffer, at: number): void {
  const { memory } = (loaded ??= load());
  const isNext = bytes === held && at >= start && at <= end + GLANCE;
  const length = Math.min(isNext ? WINDOW : GLANCE, bytes.length - at);
  memory.set(bytes.subarray(at, at + length));
  memory.fill(0, length, length + BEHIND);
  held = bytes;
  start = at;
  end = at + length;
}

function load(): SkipModule {
  const { memory, call } = loadModule(SKIP_MODULE);
  return { memory, container: call("container") };
}
