import type { Layout } from "../../kernel/layout.ts";
import type { Refusal } from "../../providers/refusal.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { PromptRequest, WireRequest } from "../mock-wire.ts";

/** All that a refusal depends on, next to the body. */
type Asked = { readonly wire: string; readonly sent: string; readonly rules: ProviderRules };

const known = new WeakMap<Layout, Asked & { readonly fault: Refusal | null }>();

/**
 * The refusal of a request that comes again with the very same body, as the parent does that each job of a run forks: a body is asked some
 * thousand questions. Another header, path or rule is asked anew.
 */
export function knownFault(
  given: PromptRequest,
  wire: string,
  { method, path, headers }: WireRequest,
  rules: ProviderRules,
): Refusal | null {
  const { layout, provider, model, wants } = given;
  const sent = JSON.stringify([method, path, headers, provider, model, wants]);
  const before = known.get(layout);
  if (before?.wire === wire && before.sent === sent && before.rules === rules) return before.fault;
  const fault = given.findFault(rules);
  known.set(layout, { wire, sent, rules, fault });
  return fault;
}
