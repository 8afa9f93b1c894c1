import { type Header, headerOf } from "../kernel/exchange.ts";

/** How a body's bytes lie on the wire, read piece by piece (RFC 9112, 6 and 7.1). Nothing is copied. */
export type BodyFraming = {
  /** Passes on the body's own bytes in `bytes`, and returns how many of them belong to this message. */
  readonly read: (bytes: Buffer, tell: (body: Buffer) => void) => number;
  readonly isOver: () => boolean;
  /** Whether these bytes were not of this framing: such a body never ends. */
  readonly isBroken: () => boolean;
  /** Whether the end of the connection is the end of this body. */
  readonly endsWithConnection: boolean;
};

/** A request without a word of its length has no body; an answer's body then lasts as long as its connection. */
export function framingOf(headers: readonly Header[], otherwise: "no body" | "until the end"): BodyFraming {
  if (/(?:^|,)\s*chunked\s*$/i.test(headerOf(headers, "transfer-encoding") ?? "")) return chunked();
  const length = headerOf(headers, "content-length");
  if (length !== null && /^\d+$/.test(length)) return ofLength(Number(length));
  return otherwise === "no body" ? ofLength(0) : untilTheEnd();
}

export function ofLength(length: number): BodyFraming {
  let left = length;
  return {
    read: (bytes, tell) => {
      const taken = Math.min(left, bytes.length);
      if (taken > 0) tell(bytes.subarray(0, taken));
      left -= taken;
      return taken;
    },
    isOver: () => left === 0,
    isBroken: () => false,
    endsWithConnection: false,
  };
}

export function untilTheEnd(): BodyFraming {
  return {
    read: (bytes, tell) => {
      if (bytes.length > 0) tell(bytes);
      return bytes.length;
    },
    isOver: () => false,
    isBroken: () => false,
    endsWithConnection: true,
  };
}

/** A size line is a hexadecimal number, perhaps with extensions; no honest one is longer. */
const LONGEST_LINE = 16 * 1024;
const LINE_FEED = 0x0a;

/** Bytes that are not a chunk end only the reading here: the receiver of these bytes will report the error. */
function chunked(): BodyFraming {
  let at: "size" | "data" | "behind data" | "trailer" | "over" | "broken" = "size";
  let left = 0;
  let line = "";
  const endLine = (): void => {
    const text = line.trim();
    line = "";
    if (at === "size") {
      const [, size] = /^([0-9a-f]{1,12})\s*(?:;|$)/i.exec(text) ?? [];
      left = size === undefined ? Number.NaN : Number.parseInt(size, 16);
      at = size === undefined ? "broken" : left === 0 ? "trailer" : "data";
    } else if (at === "behind data") {
      at = text === "" ? "size" : "broken";
    } else if (text === "") {
      at = "over";
    }
  };
  return {
    read: (bytes, tell) => {
      let from = 0;
      while (from < bytes.length && at !== "over" && at !== "broken") {
        if (at === "data") {
          const taken = Math.min(left, bytes.length - from);
          tell(bytes.subarray(from, from + taken));
          from += taken;
          left -= taken;
          if (left === 0) at = "behind data";
          continue;
        }
        const feed = bytes.indexOf(LINE_FEED, from);
        const to = feed === -1 ? bytes.length : feed + 1;
        line += bytes.toString("latin1", from, Math.min(to, from + LONGEST_LINE));
        from = to;
        if (line.length >= LONGEST_LINE) at = "broken";
        else if (feed !== -1) endLine();
      }
      return at === "broken" ? bytes.length : from;
    },
    isOver: () => at === "over",
    isBroken: () => at === "broken",
    endsWithConnection: false,
  };
}
