import type { Socket } from "node:net";

const LONGEST_HEAD = 64 * 1024;

/** The head of one HTTP message, its blank line included; null if the peer leaves, or sends something else. The rest stays unread. */
export async function readHead(socket: Socket): Promise<Buffer | null> {
  return await readUntil(socket, (bytes) => {
    const end = bytes.indexOf("\r\n\r\n");
    if (end !== -1) return { value: Buffer.from(bytes.subarray(0, end + 4)), taken: end + 4 };
    return bytes.length > LONGEST_HEAD ? "wrong" : "more";
  });
}

/** Something at the beginning of what came, and the bytes that it took. */
export type Found<Value> = { readonly value: Value; readonly taken: number };

/** Reads until `find` has found what it looks for; null if the peer leaves before, or `find` says that it is not there. */
export async function readUntil<Value>(
  socket: Socket,
  find: (bytes: Buffer) => Found<Value> | "more" | "wrong",
): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<Value | null>();
  let bytes: Buffer = Buffer.alloc(0);
  const settle = (value: Value | null, rest: Buffer): void => {
    socket.off("readable", look).off("end", leave).off("close", leave).off("error", leave);
    if (rest.length > 0) socket.unshift(rest);
    resolve(value);
  };
  const leave = (): void => settle(null, Buffer.alloc(0));
  const look = (): void => {
    for (let part: unknown = socket.read(); Buffer.isBuffer(part); part = socket.read()) {
      bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
      const found = find(bytes);
      if (found === "more") continue;
      if (found === "wrong") settle(null, bytes);
      else settle(found.value, bytes.subarray(found.taken));
      return;
    }
  };
  socket.on("readable", look).on("end", leave).on("close", leave).on("error", leave);
  look();
  return await promise;
}
