import { modelledProviders } from "../cache-model/rules/rules-of.ts";
import type { WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";
import { PROVIDER_HEADER } from "./provider-on-wire.ts";

/** The request with the name of its provider added, if it names no provider itself. */
export function withProvider<Request extends WireRequest>(request: Request, provider: string | undefined): Request {
  if (provider === undefined || headerOf(request.headers, PROVIDER_HEADER) !== "") return request;
  return { ...request, headers: [...request.headers, [PROVIDER_HEADER, provider]] };
}

/** The refusal of a request that names a provider without a modelled cache; null for any other. */
export function unknownProvider({ headers }: WireRequest): string | null {
  const named = headerOf(headers, PROVIDER_HEADER);
  if (named === "" || modelledProviders.includes(named)) return null;
  return `${PROVIDER_HEADER}: no cache of ${named} is modelled; known here: ${modelledProviders.join(", ")}`;
}
