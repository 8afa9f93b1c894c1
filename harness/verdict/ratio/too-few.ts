import type { Fidelity, Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** A recording in which nothing can be held against anything: a gate that looked at nothing fails. `fault` is a body's that could not be read. */
export function tooFew(recording: Recording, comparable: number, fault: HarnessError | null = null): HarnessError {
  if (comparable === 0 && recording.ids.every((id) => fidelityOf(recording, id) === "C")) return noBodies(recording);
  const count = comparable === 0 ? "no request" : "one request";
  const damaged = recording.damaged?.()[0];
  // The reason why one could not be read is more useful than the count.
  const why =
    fault ?? (damaged && { message: damaged.what, where: damaged.where, fix: "Record again, or complete that line." });
  if (why)
    return new HarnessError({
      code: "HX252",
      what: `${recording.name} holds ${count} that can be compared: ${why.message}`,
      where: why.where,
      fix: why.fix,
      exit: 2,
    });
  return new HarnessError({
    code: "HX252",
    what: `${recording.name} holds ${count} that can be compared; a fork needs its parent`,
    fix: "Record the parent's request and the fork's in one source, on a wire format that forkproof reads.",
    exit: 2,
  });
}

function fidelityOf({ load, loadReadable = load }: Recording, id: string): Fidelity | null {
  return loadReadable(id)?.fidelity ?? null;
}

function noBodies({ name }: Recording): HarnessError {
  return new HarnessError({
    code: "HX252",
    what: `${name} holds no bodies (grade C: usage and transcript only), so nothing of it can be compared`,
    fix: "Record the client's requests themselves: forkproof record -- COMMAND. Of a batch, name the file of its requests, too.",
    exit: 2,
  });
}
