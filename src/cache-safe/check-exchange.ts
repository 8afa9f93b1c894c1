import { describeValue } from "../wire/describe-value.ts";
import { isJsonObject } from "../wire/json-object.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { ForkPointError } from "./fork-point-error.ts";

/**
 * Throws ForkPointError `unreadable` for an exchange that is not of its shape. Types say the same: this is for whoever calls
 * from JavaScript.
 */
export function checkExchange(exchange: unknown): void {
  if (!isJsonObject(exchange)) throw unreadable("the exchange", exchange, "Pass { request, headers, answer }.");
  const { request, headers, answer, wire, model } = exchange;
  if (!(request instanceof Uint8Array)) {
    throw unreadable(
      "request",
      request,
      "Pass the bytes of the body as they were sent: Buffer.from(body) of its text.",
    );
  }
  if (!Array.isArray(headers) || !headers.every(isPair)) {
    throw unreadable(
      "headers",
      headers,
      "Pass pairs of name and value, such as Object.entries(headers); [] where none were sent.",
    );
  }
  if (answer !== null && !(answer instanceof Uint8Array)) {
    const how =
      "Pass the bytes of the response's body: Buffer.from(await response.arrayBuffer()); null where it is unknown.";
    throw unreadable("answer", answer, how);
  }
  if (wire !== undefined && !(typeof wire === "string" && Object.hasOwn(wireFormats, wire))) {
    throw unreadable("wire", wire, `Name one of ${Object.keys(wireFormats).join(", ")}.`);
  }
  if (model !== undefined && typeof model !== "string") throw unreadable("model", model, "Pass its name.");
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}

function unreadable(name: string, value: unknown, mend: string): ForkPointError {
  return new ForkPointError(
    "unreadable",
    `the parent's exchange cannot be read: ${name} is ${describeValue(value)}`,
    mend,
  );
}
