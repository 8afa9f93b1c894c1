import { fileURLToPath } from "node:url";
import { statKind } from "../io/files/disk.ts";

/** The programs of our own processes. */
const SOURCES = {
  "subject-worker": "./fork/modules/worker/main.ts",
  "job-worker": "./parallel/worker/start.ts",
} as const;

/** The paths of all of them. */
export function workerPrograms(): readonly string[] {
  return [workerEntry("subject-worker"), workerEntry("job-worker")].map((entry) => fileURLToPath(entry));
}

/** A program of ours: a source file in a checkout; in the built package a file next to the code, or one folder above it. */
export function workerEntry(name: keyof typeof SOURCES): URL {
  if (import.meta.url.endsWith(".ts")) return new URL(SOURCES[name], import.meta.url);
  const beside = new URL(`./${name}.js`, import.meta.url);
  return statKind(fileURLToPath(beside)) === "file" ? beside : new URL(`../${name}.js`, import.meta.url);
}
