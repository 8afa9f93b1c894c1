import { existsSync, readFileSync } from "node:fs";
import { exchangeOf } from "./judge-example.ts";
import type { Exchange, Header } from "../../harness/kernel/exchange.ts";

const folder = "../shared/recordings";

/** Whether the recordings are next to the checkout. Warns if they are missing: a suite that skips must say so. */
export const hasRecordings: boolean = existsSync(`${folder}/EXPECTED.json`);
if (!hasRecordings) console.warn(`SKIPPED: no recordings of real clients at ${folder}; real bodies are not judged`);

export type ExpectedPair = {
  readonly file: string;
  readonly parent: string;
  readonly child: string;
  readonly verdict: string;
  readonly warn: string | undefined;
};

type RecordedLine = {
  readonly seq: number;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: string;
};

/** The exchanges of one recording by id. */
export function readRecording(file: string): ReadonlyMap<string, Exchange> {
  const lines = readFileSync(`${folder}/${file}`, "utf8").trim().split("\n");
  return new Map(
    lines.map((line) => {
      const { seq, path, headers, body }: RecordedLine = JSON.parse(line);
      return [String(seq), exchangeOf(String(seq), body, { path, headers })];
    }),
  );
}

export function recordedBody(file: string, id: string): Buffer {
  const exchange = readRecording(file).get(id);
  if (exchange === undefined) throw new Error(`${file} has no request ${id}`);
  return exchange.request;
}

/** The pairs that somebody judged by hand, of the Anthropic wire. */
export function expectedPairs(): readonly ExpectedPair[] {
  const files: Record<string, { parent: number; child: number; verdict: string; warn?: string }[]> = JSON.parse(
    readFileSync(`${folder}/EXPECTED.json`, "utf8"),
  );
  return Object.entries(files).flatMap(([file, pairs]) =>
    file.includes("anthropic")
      ? pairs.map(({ parent, child, verdict, warn }) => ({
          file,
          parent: String(parent),
          child: String(child),
          verdict,
          warn,
        }))
      : [],
  );
}
