import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import { firstDifference } from "./match-request.ts";

/**
 * The changes in a new recording, a line for each exchange: `=` unchanged, `~` another request or answer, `+` new, `-` gone.
 * Exchanges are compared with those in the same place. `before` is null if there was no recording.
 */
export function compareRecordings(before: Source | null, after: Source): readonly string[] {
  const count = Math.max(before?.ids.length ?? 0, after.ids.length);
  return Array.from({ length: count }, (_, at) => {
    const [old, fresh] = [load(before, at), load(after, at)];
    if (old === null) return `+ ${fresh === null ? "" : describe(fresh)}`;
    if (fresh === null) return `- ${describe(old)}`;
    const changes = [
      ...changed("request", old.request, fresh.request),
      ...changed("answer", answerOf(old), answerOf(fresh)),
    ];
    return changes.length === 0 ? `= ${describe(fresh)}` : `~ ${describe(fresh)}: ${changes.join("; ")}`;
  });
}

function load(source: Source | null, at: number): RecordedExchange | null {
  const id = source?.ids[at];
  return source === null || id === undefined ? null : source.load(id);
}

function describe({ id, method, path, request, response }: RecordedExchange): string {
  const answer = response === null ? "no answer" : `${response.status}, ${response.body.length} bytes`;
  return `${id}  ${method} ${path}  ${request.length} bytes -> ${answer}`;
}

function answerOf({ response }: RecordedExchange): Buffer {
  return response?.body ?? Buffer.alloc(0);
}

function changed(what: string, old: Buffer, fresh: Buffer): readonly string[] {
  return old.equals(fresh) ? [] : [`${what} differs at ${firstDifference(fresh, old)}`];
}
