import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { Layout } from "../../kernel/layout.ts";

/** The model and provider of a request in one of OpenAI's two wire formats: the permitted members depend on both. */
export type AskedOfOpenAi = {
  readonly layout: Layout;
  readonly rules: ProviderRules;
  readonly provider: string;
  readonly model: string;
};
