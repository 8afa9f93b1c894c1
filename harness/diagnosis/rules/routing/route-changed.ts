import { routeOf } from "../../../cache-model/cache-scope.ts";
import { describeSettings } from "../../changes/differing-settings.ts";
import type { Evidence } from "../../evidence.ts";
import { differingKeys } from "../../facts/differing-keys.ts";
import { missedAll } from "../../facts/unexplained.ts";
import { upstreamMembers } from "../../facts/unknown-members.ts";
import type { Observation, Rule } from "../../rule.ts";

export const routeChanged: Rule = {
  code: "CB603",
  slug: "route-changed",
  segment: "routing",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "The fork's request goes to another place than its parent's",
  when: "Host, account, deployment, region, project of Vertex or geography of an inference profile (`us.`, `eu.`, `apac.`) of the two requests differ, where both are recorded. A note and a possible break where the API key or the upstreams of a gateway (`provider`) differ, the fork read 0, and nothing else explains it.",
  why: "A cache belongs to a host, an account, a region, a deployment. Gateways that rotate accounts or balance over regions send a fork to a server that has not seen its prefix.",
  fix: "Send a conversation and its forks to one upstream, one account, one region.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    sent: {
      parent: { host: "api.anthropic.com" },
      broken: { host: "gateway.example" },
      fixed: { host: "api.anthropic.com" },
    },
  },
  detect(evidence) {
    const { parent, child } = evidence;
    const [before, after] = [routeOf(parent.exchange), routeOf(child.exchange)];
    const names = [...before.keys()].filter((name) => after.has(name) && before.get(name) !== after.get(name));
    if (names.length === 0) return possibleRoute(evidence);
    const observed = names.map(
      (name) => `${name} is ${before.get(name)} in the parent and ${after.get(name)} in the fork`,
    );
    return { names, observed: observed.join("; "), loses: "tools" };
  },
};

/** Two keys may belong to one account, and two lists of upstreams may lead to one: only a read of 0 makes another place likely. */
function possibleRoute(evidence: Evidence): Observation | null {
  const upstreams = upstreamMembers(evidence);
  const keys = differingKeys(evidence.parent.exchange, evidence.child.exchange);
  const isMissed = upstreams.length > 0 || (keys.length > 0 && missedAll(evidence));
  if (!isMissed) return null;
  const observed = [
    ...(upstreams.length === 0 ? [] : [describeSettings(upstreams)]),
    ...keys.map((name) => `${name} holds another API key in the fork`),
  ].join("; ");
  return { names: [...upstreams.map(({ name }) => name), ...keys], observed, harmless: true };
}
