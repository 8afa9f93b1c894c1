import { loadModule } from "./load-module.ts";
import { noteLongValues } from "./long-values.ts";
import { VALIDATE_MODULE } from "./module-bytes.ts";

/** Bytes of a body that are checked at a time, and those that a check may read behind them. */
const WINDOW = 1 << 16;
const BEHIND = 64;

/** Where the module keeps where long values start and end. */
const ENTRIES = 196_608;

let loaded: Validator | null = null;

type Validator = {
  readonly memory: Uint8Array;
  readonly begin: () => number;
  readonly blocks: (base: number, end: number, most: number) => number;
  readonly hasEnded: () => number;
  readonly entriesEnd: () => number;
};

/**
 * Whether bytes are one JSON object or array, by 64 bytes at a time (`validate.wat`). False says nothing: another root, a long number or deep
 * nesting is left to a parser. Whether the bytes are UTF-8 is not asked. Where long values end is noted for who scans the bytes next.
 */
export function isSurelyJson(bytes: Buffer): boolean {
  const { memory, begin, blocks, hasEnded, entriesEnd } = (loaded ??= load());
  begin();
  for (let at = 0; at < bytes.length; at += WINDOW) {
    const rest = bytes.length - at;
    const held = Math.min(WINDOW + BEHIND, rest);
    memory.set(bytes.subarray(at, at + held));
    const isLast = held === rest;
    // Behind its end a body is followed by white space, up to the end of the last block and of what a check may read.
    if (isLast) memory.fill(0x20, held, held + 2 * BEHIND);
    if (blocks(at, Math.min(WINDOW, rest), isLast ? held + BEHIND : held) === 0) return false;
  }
  if (hasEnded() === 0) return false;
  noteLongValues(bytes, new Int32Array(memory.buffer.slice(ENTRIES, entriesEnd())));
  return true;
}

function load(): Validator {
  const { memory, call } = loadModule(VALIDATE_MODULE);
  return {
    memory,
    begin: call("begin"),
    blocks: call("blocks"),
    hasEnded: call("hasEnded"),
    entriesEnd: call("entriesEnd"),
  };
}
