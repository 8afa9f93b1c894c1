import type { Header } from "../exchange.ts";
import { isJsonObject, parseJson } from "../json.ts";
import { SERVED_HEADER } from "./served-header.ts";

/** An event of the Responses API whose response has the value of the header in its metadata; any other event stays as it is. */
export function withServedMetadata(event: string, served: string): string {
  const parsed = parseJson(event);
  if (!isJsonObject(parsed) || !isJsonObject(parsed["response"])) return event;
  const { response } = parsed;
  const before = isJsonObject(response["metadata"]) ? response["metadata"] : {};
  return JSON.stringify({ ...parsed, response: { ...response, metadata: { ...before, [SERVED_HEADER]: served } } });
}

/** The header that a response's metadata stands for. */
export function servedMetadata(response: unknown): readonly Header[] {
  const metadata = isJsonObject(response) ? response["metadata"] : null;
  const served = isJsonObject(metadata) ? metadata[SERVED_HEADER] : null;
  return typeof served === "string" ? [[SERVED_HEADER, served]] : [];
}
