import { type Exchange, headerOf } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Layout } from "../kernel/layout.ts";
import { validateJson } from "../wire-scan/validate-json.ts";
import { repeatsValid } from "./recording/repeats-valid.ts";
import { mayHideRequests, isPartOfConversation, whyUnread } from "./recording/why-unread.ts";

/** Bodies already found valid: a parent is judged against many children, and its bytes never change. */
const valid = new WeakSet<Buffer>();

/**
 * Throws HX257 for an exchange without a body, and HX250 with the place of the error if the request body is not one JSON text in
 * UTF-8. `like` is the layout of a body that this one may repeat: repeated parts are not parsed again.
 */
export function checkBody(exchange: Exchange, like: Layout | null = null): void {
  if (valid.has(exchange.request)) return;
  if (!isPartOfConversation(exchange)) throw noBody(exchange);
  const fault = like !== null && repeatsValid(exchange.request, like) ? null : validateJson(exchange.request);
  if (fault !== null) {
    const encoding = encodingOf(exchange);
    throw new HarnessError({
      code: "HX250",
      what: `The body of request ${exchange.id} is not JSON: ${fault.what}${encoding === null ? "" : ` (its headers say content-encoding: ${encoding})`}`,
      where: `request ${exchange.id}, byte ${fault.offset} (line ${fault.line}, column ${fault.column})`,
      fix:
        encoding === null
          ? "Fix the client if it sent this body, or record again if the recording cut it."
          : "Decode the bodies before they are stored, or record with forkproof record.",
      exit: 3,
    });
  }
  valid.add(exchange.request);
}

/** The content encoding of the body; null if it had no encoding or the recording does not say. */
function encodingOf({ headers }: Exchange): string | null {
  const said = headerOf(headers, "content-encoding")?.trim() ?? "";
  return said === "" || said.toLowerCase() === "identity" ? null : said;
}

/** The fault of an exchange without a body that can be judged. */
export function noBody(exchange: Exchange): HarnessError {
  return new HarnessError({
    code: "HX257",
    what: `Request ${exchange.id} cannot be judged: ${whyUnread(exchange)}`,
    where: `request ${exchange.id}`,
    fix: fixOf(exchange),
    exit: 2,
  });
}

function fixOf(exchange: Exchange): string {
  if (exchange.fidelity === "C")
    return "Record the client's requests themselves (forkproof record); simulate and inspect print what usage alone shows.";
  if (!mayHideRequests(exchange)) return "Name two requests of a conversation; forkproof inspect lists them.";
  if (exchange.request.length > 0) return "Send its requests one by one to have them judged.";
  return exchange.outcome === "unreadable"
    ? "Send the body with one content encoding at most (gzip, deflate, br or zstd), below 64 MiB, and record again."
    : "Record again with a tool that keeps request bodies, such as forkproof record.";
}
