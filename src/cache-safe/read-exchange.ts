import { refuseUnknown } from "../options/refuse-unknown.ts";
import { describeKind } from "../wire/describe-value.ts";
import { isJsonObject } from "../wire/json-object.ts";
import type { WireName } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { ForkPointError } from "./fork-point-error.ts";
import { readHeaders, type HeaderPair } from "./read-headers.ts";
import { unreadable } from "./unreadable.ts";
import { readUrlPath } from "./wire-of-url.ts";

/** An exchange as the caller gave it, in one form. */
export type ReadExchange = {
  readonly request: Buffer;
  readonly headers: readonly HeaderPair[];
  readonly answer: Buffer | null;
  readonly wire: WireName;
  /** As the caller or the URL says it. */
  readonly model: string | null;
};

/**
 * Throws ForkPointError `unreadable` for an exchange of the wrong shape, `wrong-wire` if its URL names another wire format than
 * `wire`. The types rule most of this out; calls from JavaScript need the check.
 */
export function readExchange(exchange: unknown): ReadExchange {
  if (!isJsonObject(exchange)) throw unreadable("the exchange", exchange, "Pass { request, headers, answer }.");
  refuseUnknown(exchange, memberNames, ({ name, hint }) => {
    const what = `the parent's exchange cannot be read: unknown member ${name}`;
    return new ForkPointError("unreadable", what, `Leave ${name} out; ${hint}.`);
  });
  const { request, headers, answer, wire, model, url } = exchange;
  if (wire !== undefined && !isWireName(wire)) {
    throw unreadable("wire", wire, `Name one of ${Object.keys(wireFormats).join(", ")}.`);
  }
  if (model !== undefined && typeof model !== "string") throw unreadable("model", model, "Pass its name.");
  const endpoint = url === undefined ? null : endpointOf(url, wire ?? null);
  return {
    request: bytesOf("request", request, "Pass the body as it was sent: its bytes, or its text."),
    headers: readHeaders(headers),
    answer:
      answer === null
        ? null
        : bytesOf("answer", answer, "Pass the response's body, its bytes or its text; null where it is unknown."),
    wire: wire ?? endpoint?.wire ?? "anthropic-messages",
    model: modelOf(model ?? null, endpoint),
  };
}

const memberNames = ["request", "headers", "answer", "url", "wire", "model"];

type Endpoint = { readonly wire: WireName; readonly model: string | null };

/** Null if the URL says nothing and the caller names the wire format. */
function endpointOf(url: unknown, wire: WireName | null): Endpoint | null {
  const parsed = typeof url === "string" || url instanceof URL ? URL.parse(String(url), "http://localhost") : null;
  // What is behind the path may hold a key, and is never quoted.
  if (parsed === null) {
    const what = `the parent's exchange cannot be read: url is ${typeof url === "string" ? "no URL" : describeKind(url)}`;
    throw new ForkPointError("unreadable", what, "Pass the URL that the request was sent to, or its path.");
  }
  const { pathname } = parsed;
  const said = readUrlPath(pathname);
  const shown = JSON.stringify(pathname.slice(0, 120));
  if (said.kind === "unsupported") {
    throw new ForkPointError("wrong-wire", `no fork can start from a request to ${shown}: ${said.why}`, otherRequest);
  }
  if (said.kind === "silent") {
    if (wire !== null) return null;
    const what = `the parent's exchange cannot be read: its URL path ${shown} names no wire format`;
    throw new ForkPointError("unreadable", what, `Pass wire, one of ${Object.keys(wireFormats).join(", ")}.`);
  }
  if (wire === null || wire === said.wire) return said;
  throw new ForkPointError(
    "wrong-wire",
    `the parent's wire is said to be ${wire}, but ${shown} is an endpoint of ${said.wire}`,
    "Leave wire out, or pass the URL that the request was sent to.",
  );
}

const otherRequest = "Fork from a request that a model answers with a message.";

/** Forks ask the model that the parent asked: on Gemini another name is another cache. */
function modelOf(given: string | null, endpoint: Endpoint | null): string | null {
  const said = endpoint?.model ?? null;
  if (endpoint?.wire === "gemini-generate" && given !== null && said !== null && given !== said) {
    const what = `the parent's model is said to be ${given}, but its URL names ${said}`;
    throw new ForkPointError("unreadable", what, "Leave model out.");
  }
  return given ?? said;
}

/** A copy in a buffer of our own. A text with a lone surrogate has no UTF-8 bytes: something else was sent. */
function bytesOf(name: string, value: unknown, fix: string): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value !== "string") throw unreadable(name, value, fix);
  if (value.isWellFormed()) return Buffer.from(value);
  throw new ForkPointError(
    "unreadable",
    `the parent's exchange cannot be read: ${name} is a text with a lone surrogate, which has no UTF-8 bytes`,
    "Pass the bytes that crossed the wire instead of the text.",
  );
}

function isWireName(value: unknown): value is WireName {
  return typeof value === "string" && Object.hasOwn(wireFormats, value);
}
