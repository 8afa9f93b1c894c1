import { refuseUnknownOption } from "../options/refuse-unknown.ts";
import { describeKind } from "../wire/describe-value.ts";
import { isJsonObject } from "../wire/json-object.ts";
import { isBaseUrl } from "./base-url.ts";

/**
 * Throws TypeError for unknown and unusable options, naming the client and the option. Only the base URL is quoted: any other
 * value may be a key. An unknown option is never ignored: a misspelled base URL would send key and body to the vendor.
 */
export function checkClientOptions(client: string, options: unknown, own: readonly string[] = []): void {
  if (!isJsonObject(options)) throw new TypeError(`${client}: pass { apiKey }, not ${describeKind(options)}`);
  refuseUnknownOption(client, options, [...own, ...commonNames]);
  const { apiKey, baseUrl, maxRetries, fetch } = options;
  if (apiKey !== undefined && typeof apiKey !== "string") {
    throw new TypeError(`${client}: apiKey is ${describeKind(apiKey)}; pass the key, or leave it out`);
  }
  if (baseUrl !== undefined && !(typeof baseUrl === "string" && isBaseUrl(baseUrl))) {
    const given = typeof baseUrl === "string" ? JSON.stringify(baseUrl) : describeKind(baseUrl);
    throw new TypeError(`${client}: baseUrl is ${given}; give scheme and host, such as https://api.example.com`);
  }
  if (maxRetries !== undefined && !(Number.isSafeInteger(maxRetries) && Number(maxRetries) >= 0)) {
    throw new TypeError(`${client}: maxRetries is not a whole number from 0`);
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    throw new TypeError(`${client}: fetch is ${describeKind(fetch)}; pass a function, or leave it out`);
  }
}

/** Options of every client. */
const commonNames: readonly string[] = ["apiKey", "baseUrl", "maxRetries", "fetch"];
