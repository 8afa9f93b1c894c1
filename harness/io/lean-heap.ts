import { setFlagsFromString } from "node:v8";

/**
 * Has V8 collect garbage before it asks for more memory. A run makes much garbage and holds little, and V8 would let it
 * grow to several times what is alive: 1,000 mocked forks peak at 420 MB, with this at 220, in the same time; an inspection of
 * 500 requests of 260 KB peaks at 310 MB, with this at 130.
 */
export function keepHeapLean(): void {
  // The young generation does not double; the old one is collected when it has grown by six tenths.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=60");
}
