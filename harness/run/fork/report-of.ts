import type { SubjectReport } from "./subject-task.ts";

/** The calls that the harness makes on a handle that `fork()` in mode Sync returned. */
type ForkHandle = {
  readonly takeCompletion: () => Promise<ForkResult> | null;
  readonly abort: (reason: string) => void;
};

/** The fields that it reads of the library's result. */
type ForkResult = {
  readonly stop:
    | { readonly cause: "error"; readonly error: EndingError }
    | { readonly cause: "lost"; readonly reason: string }
    | { readonly cause: Exclude<NonNullable<SubjectReport["stop"]>, "error"> };
  readonly finalText: string | null;
  readonly decisions: NonNullable<SubjectReport["decisions"]>;
  readonly sharedEnd: string | null;
  readonly parentPrefix: { readonly asSent: boolean };
};

type EndingError =
  | { readonly kind: "provider"; readonly error: { readonly kind: string; readonly message: string } }
  | { readonly kind: "unanswerable-call"; readonly call: string }
  | { readonly kind: "unknown-stop-reason"; readonly stopReason: string | null }
  | { readonly kind: "defect" | "remote"; readonly message: string };

/**
 * The report of a fork in mode Sync, whose run is over when `fork()` resolves. The completion is not awaited, because a wait
 * would hide a run that still continues.
 */
export async function reportOf(
  handle: ForkHandle,
  { expectedSharedEnd }: { readonly expectedSharedEnd: string },
): Promise<SubjectReport> {
  const completion = handle.takeCompletion();
  if (completion === null) throw new Error("a new handle has given its completion away");
  const ended = await Promise.race([completion, Promise.resolve(null)]);
  if (ended === null) {
    handle.abort("fork() resolved before its run was over");
    await completion;
    const error = "fork() in mode Sync resolved before its run was over";
    return { stop: "error", output: null, decisions: null, error };
  }
  const { stop, finalText, decisions, sharedEnd, parentPrefix } = ended;
  const sharedVerdict = parentPrefix.asSent ? "byte-identical" : "rendered-identical";
  const sharesNothing = expectedSharedEnd === "nothing" && sharedEnd !== null;
  return {
    declared: sharesNothing ? { at: null, verdict: "diverged" } : { at: sharedEnd, verdict: sharedVerdict },
    stop: stop.cause === "lost" ? "error" : stop.cause,
    output: finalText,
    decisions,
    error: stop.cause === "lost" ? stop.reason : stop.cause === "error" ? describeError(stop.error) : null,
  };
}

function describeError(error: EndingError): string {
  switch (error.kind) {
    case "provider":
      return `${error.error.kind}: ${error.error.message}`;
    case "unanswerable-call":
      return `the model made a ${error.call}, whose output is not text: a fork cannot answer it`;
    case "unknown-stop-reason":
      return `the answer ended for the unknown reason ${error.stopReason}`;
    case "remote":
    case "defect":
      return error.message;
  }
}
