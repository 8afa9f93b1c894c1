import type { FindingCode, Severity } from "../../kernel/finding.ts";
import type { DialectName } from "../../kernel/layout.ts";
import type { RuleText } from "../rule.ts";

/** What a code costs where one provider's rules differ from what the code's own page says. A row without a model holds for all. */
export type SeverityRow = {
  readonly code: FindingCode;
  readonly provider: string;
  readonly severity: Severity;
  readonly source: string;
  readonly dialect?: DialectName;
  /** Models whose name it matches, without what stands before a slash. */
  readonly models?: RegExp;
};

/** Whom a request asks, and how. */
export type Asked = {
  readonly provider: string | null;
  readonly dialect: DialectName;
  readonly model: string | null;
};

const CONTENT = "provider-caches.md 2.2: entries are found by content alone";
const DISK = "provider-caches.md 6: always on, no parameters";
const KIMI = "provider-caches.md 8: about 80 requests to the coding endpoint, whose cache ignores key and effort";
/** All models but those of the platform since K3, as in the rules of the caches. */
const KIMI_CODING = /^(?!kimi-k(?:[3-9]|\d\d))/;
const TOKENS = "provider-caches.md 8: a block's hash is of its tokens and a salt, whatever else a request says";
const NO_EFFORT = "provider-caches.md 15, effort rule: none; inferred, so a switch is still told";
/** OpenAI's models whose cache reads at boundaries, by name. */
const sinceBoundaries: RegExp = /^gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/;
const IN_KEY = "provider-caches.md 3.1: a setting in the key; another one reads nothing";
const BEFORE = /^(?:gpt-(?:4|5(?:$|-|\.[0-5](?!\d)))|o\d)/;

/** The first row that fits is the one. What "none" costs is a note. */
export const severityRows: readonly SeverityRow[] = [
  ...["anthropic", "bedrock"].map((provider) => row("CB601", provider, "none", CONTENT)),
  ...["anthropic", "bedrock"].map((provider) => row("CB602", provider, "none", CONTENT)),
  row("CB601", "deepseek", "none", DISK),
  row("CB602", "deepseek", "none", DISK),
  row("CB601", "moonshot", "none", KIMI, { models: KIMI_CODING }),
  row("CB602", "moonshot", "none", KIMI, { models: KIMI_CODING }),
  row("CB103", "moonshot", "none", KIMI, { models: KIMI_CODING }),
  ...["vllm", "sglang", "llama-cpp"].flatMap((provider) =>
    (["CB106", "CB601", "CB602"] as const).map((code) => row(code, provider, "none", TOKENS)),
  ),
  row("CB601", "xai", "low", "provider-caches.md 8: on Chat the header x-grok-conv-id routes, not the key", {
    dialect: "openai-chat",
  }),
  row("CB604", "xai", "medium", "docs.x.ai, Prompt caching: without the header another server may answer"),
  row("CB604", "openai", "low", "earendil-works/pi#3018: the header routes, besides the documented key"),
  ...["gemini", "dashscope", "deepseek", "minimax"].map((provider) => row("CB103", provider, "low", NO_EFFORT)),
  row("CB103", "openai", "low", NO_EFFORT, { models: BEFORE }),
  row("CB106", "openai", "high", IN_KEY, { models: sinceBoundaries }),
  row("CB107", "openai", "high", `${IN_KEY}; recorded: read 0, wrote 4,251`, { models: sinceBoundaries }),
];

/** What a code costs at the provider that was asked. */
export function severityOf({ code, severity }: Pick<RuleText, "code" | "severity">, asked: Asked): Severity {
  const model = asked.model?.replace(/^.*\//, "") ?? "";
  const found = severityRows.find(
    (each) =>
      each.code === code &&
      each.provider === asked.provider &&
      (each.dialect ?? asked.dialect) === asked.dialect &&
      (each.models?.test(model) ?? true),
  );
  return found?.severity ?? severity;
}

function row(
  code: FindingCode,
  provider: string,
  severity: Severity,
  source: string,
  only: Pick<SeverityRow, "dialect" | "models"> = {},
): SeverityRow {
  return { code, provider, severity, source, ...only };
}
