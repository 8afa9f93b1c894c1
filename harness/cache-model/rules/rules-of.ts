import { providerNamed, providers } from "../../providers/list.ts";
import type { CachedRequest, ProviderCache } from "../../providers/provider.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";

/** Every cache that is modelled; of a provider's the first that applies. */
export const modelledCaches: readonly ProviderCache[] = providers.flatMap(({ caches }) => caches);

/** Providers whose cache is modelled, and the gateway that takes its upstream's. */
export const modelledProviders: readonly string[] = providers.map(({ name }) => name);

/** The rules of the cache that answers a request; null where it is not modelled. */
export function rulesOf(
  request: CachedRequest,
  caches: readonly ProviderCache[] = modelledCaches,
): ProviderRules | null {
  const isGateway = providerNamed(request.provider)?.isGateway === true;
  const asked = isGateway ? upstream(request) : request;
  const found = caches.find(
    ({ rules, applies }) => rules.provider === asked.provider && (applies?.(asked, rules) ?? true),
  );
  if (found === undefined) return null;
  return isGateway ? throughGateway(found.rules) : found.rules;
}

/** A gateway routes by its own key, also to vendors without keys: another key may reach another upstream. */
function throughGateway(rules: ProviderRules): ProviderRules {
  const known = atGateway.get(rules);
  if (known !== undefined) return known;
  const routed = { ...rules, settings: [...rules.settings, "cache-key" as const] };
  atGateway.set(rules, routed);
  return routed;
}

const atGateway = new WeakMap<ProviderRules, ProviderRules>();

/** The same request as the vendor gets it; the model's name begins with that vendor. */
function upstream(request: CachedRequest): CachedRequest {
  const [vendor = ""] = request.model.split("/");
  const provider = providers.find(({ gatewayName }) => gatewayName === vendor);
  return { ...request, provider: provider?.name ?? "" };
}
