import type { Writable } from "node:stream";

/** Exported by ws 8 and left out of its types: the reader and the decompressor of frames. */
declare module "ws" {
  class PerMessageDeflate {
    constructor(options: { readonly isServer: boolean });
    static readonly extensionName: string;
    accept(offers: readonly object[]): object;
    cleanup(): void;
  }

  const extension: { parse(header: string): Readonly<Record<string, readonly object[]>> };

  /** Emits `message` with the payload and whether it is binary. */
  class Receiver extends Writable {
    constructor(options: {
      readonly isServer: boolean;
      readonly skipUTF8Validation: boolean;
      readonly extensions: Readonly<Record<string, PerMessageDeflate>>;
    });
  }
}
