import { routeOf } from "../../../cache-model/cache-scope.ts";
import type { Rule } from "../../rule.ts";

export const routeChanged: Rule = {
  code: "CB603",
  slug: "route-changed",
  segment: "routing",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "The fork's request goes to another place than its parent's",
  when: "Host, account, deployment, region, project of Vertex or geography of an inference profile (`us.`, `eu.`, `apac.`) of the two requests differ, where both are recorded.",
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
  detect({ parent, child }) {
    const [before, after] = [routeOf(parent.exchange), routeOf(child.exchange)];
    const names = [...before.keys()].filter((name) => after.has(name) && before.get(name) !== after.get(name));
    if (names.length === 0) return null;
    const observed = names.map(
      (name) => `${name} is ${before.get(name)} in the parent and ${after.get(name)} in the fork`,
    );
    return { names, observed: observed.join("; "), loses: "tools" };
  },
};
