/** What a client says at the start of TLS, in the clear (RFC 8446, 4.1.2). */
export type ClientHello = {
  /** The host that it asks for; null if it names none, as for an IP address. */
  readonly serverName: string | null;
  /** Protocols that it offers inside, in its order; empty if it offers none. */
  readonly protocols: readonly string[];
};

const HANDSHAKE = 0x16;
const HELLO = 1;
const RECORD_HEAD = 5;
/** A record has at most this many bytes, and a hello is seldom a tenth of it. */
const LONGEST = 16_384 + RECORD_HEAD;

/** Null as long as bytes are missing; "no hello" for anything else than the beginning of TLS. */
export function parseClientHello(bytes: Buffer): ClientHello | "no hello" | null {
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE) return "no hello";
  const message: Buffer[] = [];
  let length = 0;
  for (let at = 0; ;) {
    if (bytes.length < at + RECORD_HEAD) return bytes.length > LONGEST ? "no hello" : null;
    const record = bytes.subarray(at + RECORD_HEAD, at + RECORD_HEAD + bytes.readUInt16BE(at + 3));
    message.push(record);
    length += record.length;
    const all = Buffer.concat(message);
    if (all.length >= 4) {
      if (all[0] !== HELLO) return "no hello";
      const end = 4 + all.readUIntBE(1, 3);
      if (end > LONGEST) return "no hello";
      if (length >= end) return readHello(all.subarray(4, end));
    }
    at += RECORD_HEAD + bytes.readUInt16BE(at + 3);
  }
}

function readHello(hello: Buffer): ClientHello | "no hello" {
  try {
    const reader = new Fields(hello);
    // Version and random.
    reader.take(34);
    reader.field(1);
    reader.field(2);
    reader.field(1);
    const extensions = new Fields(reader.isAtEnd() ? Buffer.alloc(0) : reader.field(2));
    let found: ClientHello = { serverName: null, protocols: [] };
    while (!extensions.isAtEnd()) {
      const type = extensions.take(2).readUInt16BE(0);
      const content = new Fields(extensions.field(2));
      if (type === 0) found = { ...found, serverName: nameIn(new Fields(content.field(2))) };
      if (type === 16) found = { ...found, protocols: namesIn(new Fields(content.field(2))) };
    }
    return found;
  } catch {
    return "no hello";
  }
}

function nameIn(list: Fields): string | null {
  while (!list.isAtEnd()) {
    const kind = list.take(1)[0];
    const name = list.field(2).toString("latin1");
    if (kind === 0) return name.toLowerCase();
  }
  return null;
}

function namesIn(list: Fields): readonly string[] {
  const names: string[] = [];
  while (!list.isAtEnd()) names.push(list.field(1).toString("latin1"));
  return names;
}

/** Bytes, some with their length before them. */
class Fields {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (taken.length < length) throw new RangeError("a field is longer than its message");
    this.#at += length;
    return taken;
  }

  /** `lengthBytes` say how long it is. */
  field(lengthBytes: number): Buffer {
    return this.take(this.take(lengthBytes).readUIntBE(0, lengthBytes));
  }
}
