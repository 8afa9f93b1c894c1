import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { Layout } from "../../kernel/layout.ts";

/** What a request on one of OpenAI's two wires asks of whom: what it may hold depends on both. */
export type AskedOfOpenAi = {
  readonly layout: Layout;
  readonly rules: ProviderRules;
  readonly provider: string;
  readonly model: string;
};
