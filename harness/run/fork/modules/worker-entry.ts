import { fileURLToPath } from "node:url";
import { statKind } from "../../../io/files/disk.ts";

/** The program of a worker: a source file in a checkout; in the built package a file next to the code, or one folder above it. */
export function workerEntry(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./worker/main.ts", import.meta.url);
  const beside = new URL("./subject-worker.js", import.meta.url);
  return statKind(fileURLToPath(beside)) === "file" ? beside : new URL("../subject-worker.js", import.meta.url);
}
