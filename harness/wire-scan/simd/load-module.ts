import { isAnyArrayBuffer } from "node:util/types";

/** A module's memory, and its functions by name: they take and return 32-bit numbers. */
export type ScanModule = {
  readonly memory: Uint8Array;
  readonly call: (name: string) => (...numbers: readonly number[]) => number;
};

/** The part of the global that is used here; the types of Node 22 lack it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** An instance of a module of this folder, from its bytes in base64. */
export function loadModule(base64: string): ScanModule {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(base64, "base64")));
  const { memory } = exports;
  // A test runner may give each file globals of its own, so that its ArrayBuffer is another class than ours.
  if (typeof memory !== "object" || memory === null || !("buffer" in memory) || !isAnyArrayBuffer(memory.buffer))
    throw new TypeError("a scan module exports no memory");
  return {
    memory: new Uint8Array(memory.buffer),
    call: (name) => {
      const called = exports[name];
      if (typeof called !== "function") throw new TypeError(`a scan module exports no function ${name}`);
      return (...numbers) => Number(called(...numbers));
    },
  };
}
