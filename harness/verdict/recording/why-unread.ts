import { countsTokens, wireOfPath } from "../../wires/wire-of-path.ts";
import { type Exchange, headerOf } from "../../kernel/exchange.ts";
import { whyUnanswered } from "../costs/why-unanswered.ts";

/** A socket's upgrade, counting of tokens, uploads, batches and requests without a body are part of a recording, not of a conversation. */
export function isPartOfConversation(exchange: Exchange): boolean {
  const { request, method, path } = exchange;
  if (request.length === 0 || method === "WS-UPGRADE" || countsTokens(path)) return false;
  return !isOtherTraffic(exchange) && !isBatch(exchange);
}

/** A form, a text or a file on a path that names no wire format. An encoded body may hide a request to a model. */
function isOtherTraffic({ request, path, headers }: Exchange): boolean {
  if (MAY_BEGIN_JSON.test(request.toString("latin1", 0, 64))) return false;
  return (wireOfPath(path) ?? "foreign") === "foreign" && headerOf(headers, "content-encoding") === null;
}

/** An object or a list, after white space or a byte order mark. The judge refuses the mark itself. */
const MAY_BEGIN_JSON = /^\s*(?:\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE|[{[]|$)/;

/** Whether requests of a conversation may hide in it: a body that the recording lost, or a batch. A provider that refused it read no cache for it. */
export function mayHideRequests(exchange: Exchange): boolean {
  const { request, method, path, outcome, fidelity } = exchange;
  if (method !== "POST") return false;
  if (request.length > 0) return isBatch(exchange) && whyUnanswered(exchange) === null;
  if (outcome === "unreadable") return mayBeModelPath(path);
  return fidelity !== "C" && isModelPath(path) && whyUnanswered(exchange) === null;
}

/** Prompts that are answered later, each a request of its own. OpenAI's are in a file that was sent before. */
export function isBatch({ request, method, path }: Exchange): boolean {
  const [place = ""] = path.split("?");
  if (method !== "POST") return false;
  return BATCH.test(place) || (place.endsWith("/batches") && BATCH_ENDPOINT.test(request.toString("latin1", 0, HEAD)));
}

/** Anthropic's Message Batches and Gemini's Batch API. */
const BATCH = /\/messages\/batches$|:batchGenerateContent$/;
const BATCH_ENDPOINT = /\/v1\/(?:chat\/completions|responses)"/;
const HEAD = 4096;

/** Whether the path alone says that a model is asked. */
function isModelPath(path: string): boolean {
  const [withoutQuery = ""] = path.split("?");
  return (wireOfPath(path) ?? "foreign") !== "foreign" || SEVERAL_WIRES.test(withoutQuery);
}

/** Bedrock's and Vertex's endpoints for the wire formats of several vendors. */
const SEVERAL_WIRES = /\/model\/[^/]+\/invoke(?:-with-response-stream)?$|:(?:streamR|r)awPredict$/;

/** Whether a conversation may pass there: a path that says nothing may be a gateway's. */
export function mayBeModelPath(path: string): boolean {
  return wireOfPath(path) !== "foreign";
}

/** Describes an exchange that cannot be read as a conversation request, and why: `GET /v1/models has no body`. */
export function whyUnread(exchange: Exchange): string {
  const { method, request, fidelity } = exchange;
  // The query of a URL may hold a key.
  const [path = ""] = exchange.path.split("?");
  if (method === "WS-UPGRADE") return `the upgrade to a WebSocket at ${path}, whose messages are requests of their own`;
  const sent = `${method} ${path}`;
  if (exchange.outcome === "unreadable" && request.length === 0 && method !== "GET")
    return `the body of ${sent} could not be read${encodingOf(exchange)}`;
  if (request.length === 0) {
    return fidelity === "C"
      ? `the recording holds no body of ${sent} (grade C: usage and transcript only)`
      : `${sent} has no body`;
  }
  if (isBatch(exchange)) return `${sent} sends a batch, whose requests are not judged`;
  if (countsTokens(path)) return `${sent} counts tokens: nothing is answered, and no cache is read or written`;
  const wire = wireOfPath(path);
  return wire === null || wire === "foreign"
    ? `${sent} is not a request of a supported wire format`
    : `${sent} names the wire format ${wire}, and its body does not have that shape`;
}

function encodingOf({ headers }: Exchange): string {
  const said = headerOf(headers, "content-encoding");
  return said === null ? "" : ` (content-encoding: ${said})`;
}
