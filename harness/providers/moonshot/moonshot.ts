import { familyOf } from "../../kernel/text/model-family.ts";
import { copiedWires, liveChat } from "../compatible.ts";
import type { CachedRequest, Provider, SeverityRow } from "../provider.ts";
import { kimiCodingRules } from "./coding-rules.ts";
import { kimiPlatformMessagesRules, kimiPlatformRules } from "./platform-rules.ts";

const SOURCE =
  "[S] Leechael/pi-provider-kimi-code: about 80 requests to the coding endpoint, whose cache ignores key and effort";

/** Costs nothing at the coding endpoint, which all models but those of the platform since K3 stand for. */
function free(code: SeverityRow["code"]): SeverityRow {
  return { code, severity: "none", source: SOURCE, models: /^(?!kimi-k(?:[3-9]|\d\d))/ };
}

/** The coding endpoint has a name of its own, and models before K3 report no writes. */
function isPlatform({ model }: CachedRequest): boolean {
  return /^kimi-k(?:[3-9]|\d\d)/.test(familyOf(model));
}

export const moonshot: Provider = {
  name: "moonshot",
  hosts: ["moonshot.ai", "moonshot.cn"],
  apiHosts: ["api.moonshot.ai", "api.moonshot.cn", "api.kimi.com"],
  wires: copiedWires,
  models: /^(?:kimi-|moonshot-)/i,
  gatewayName: "moonshotai",
  caches: [
    {
      name: "moonshot-k3-messages",
      rules: kimiPlatformMessagesRules,
      applies: (request) => isPlatform(request) && request.dialect === "anthropic-messages",
    },
    { name: "moonshot-k3", rules: kimiPlatformRules, applies: isPlatform },
    { name: "moonshot", rules: kimiCodingRules },
  ],
  severities: [free("CB601"), free("CB602"), free("CB103")],
  priceListName: "moonshotai",
  prices: [
    {
      family: "kimi-k3.1-pro",
      rates: { input: 2, write: 2, longWrite: 4, read: 0.2, output: 10 },
      source: "platform.kimi.ai, Pricing, October 2026",
    },
  ],
  live: liveChat("https://api.moonshot.ai", "MOONSHOT"),
  // platform.kimi.ai, Chat; not recorded.
  chat: {
    usage: ({ read, write, tellsWrites }) => ({
      cached_tokens: read,
      ...(tellsWrites && { cache_write_tokens: write }),
    }),
    usagePlace: "in-choice",
    reasoning: "reasoning_content",
  },
  checksCacheOptions: true,
};
