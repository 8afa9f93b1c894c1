import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

/** `bytes` are the listener's until it calls `release`; then they are written over. */
export type ProviderListener = (bytes: Buffer, release: () => void) => void;

/** Most answers are small; one that fills a buffer is read in large pieces, since each piece costs two system calls. */
const [SMALL, LARGE] = [32 * 1024, 512 * 1024];

/** Connects to the scheme, host and port of `upstream`. Incoming bytes are read into buffers that are used again. */
export function connectProvider(upstream: URL, listen: ProviderListener): Socket {
  const isSecure = upstream.protocol === "https:";
  const host = upstream.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(upstream.port === "" ? (isSecure ? 443 : 80) : upstream.port);
  const buffers = new Buffers();
  const onread = {
    buffer: () => buffers.next(),
    callback: (count: number, bytes: Uint8Array) => {
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      buffers.filled(count === whole.length);
      listen(whole.subarray(0, count), () => buffers.release(whole));
      return true;
    },
  };
  const target = { host, port, onread, noDelay: true };
  if (!isSecure) return connect(target);
  return connectSecurely({ ...target, servername: isIP(host) === 0 ? host : "", ALPNProtocols: ["http/1.1"] });
}

/** Few are ever out: a reader that does not take what it has is given no more. */
class Buffers {
  #size = SMALL;
  #free: Buffer[] = [];

  next(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size);
  }

  filled(whole: boolean): void {
    if (!whole || this.#size === LARGE) return;
    this.#size = LARGE;
    this.#free = [];
  }

  release(buffer: Buffer): void {
    if (buffer.length === this.#size) this.#free.push(buffer);
  }
}
