import { replaceCassette } from "../../cassette/format/replace-cassette.ts";
import { writeCassette } from "../../cassette/format/write-cassette.ts";
import type { Console } from "../../io/console.ts";
import { newKey } from "../../io/new-key.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import type { Recorder } from "../../record/recorder.ts";
import type { Invocation } from "../command.ts";
import { oddOutcomes } from "./odd-outcomes.ts";

export type KeptRecording = { readonly folder: string; readonly secrets: readonly Secret[] };

/** Writes what passed as a cassette, by `--redact` and `--force`, and prints what became of it. */
export function keepRecording(
  recording: Pick<Recorder, "exchanges" | "count" | "unreadable">,
  { folder, secrets }: KeptRecording,
  { options }: Invocation,
  { err }: Console,
): void {
  const { brokenOff } = recording.count();
  if (brokenOff > 0) {
    err(`${pluralize(brokenOff, "request")} broken off by the client before it was whole: not kept\n`);
  }
  const redactionKey = options.has("redact") ? newKey() : null;
  const write = options.has("force") ? replaceCassette : writeCassette;
  const { exchanges } = write(folder, recording.exchanges(), { secrets, redactionKey });
  for (const { id, redacted } of exchanges)
    for (const each of redacted ?? []) err(`redacted: exchange ${id}, ${each}\n`);
  for (const { message, where } of recording.unreadable()) err(`unreadable: ${where}: ${message}\n`);
  const count = recording.count();
  err(`recorded ${pluralize(count.recorded, "exchange")}${oddOutcomes(count)}: ${folder}\n`);
}
