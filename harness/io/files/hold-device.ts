import { closeSync, constants, openSync } from "node:fs";

/**
 * Holds a device or pipe open for writing until it is disposed of. To open a pipe that has no reader would wait for one, and no
 * signal ends a process that does. So this opens it without waiting, which fails with ENXIO then, and for a socket.
 *
 * @throws the errors of the disk
 */
export function holdDevice(path: string): Disposable {
  const descriptor = openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  return { [Symbol.dispose]: () => closeSync(descriptor) };
}
