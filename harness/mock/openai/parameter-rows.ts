import type { Row, Test } from "../../providers/refusals/row.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import type { AskedOfOpenAi } from "./refusal-rows.ts";

const RECORDED = "[O] R-rig on both formats, harness/providers/FACTS.md#openai-refusals";

/** Modes and lifetimes that `prompt_cache_options` may name, of providers who know it. */
const cacheWordRows: readonly Row<AskedOfOpenAi>[] = ["mode", "ttl"].map((name) => ({
  path: `prompt_cache_options.${name}`,
  test: (said, { asked: { rules } }) => {
    const words = knownWords(rules)?.[name];
    if (words === undefined || (said ?? null) === null || words.some((word) => word === said)) return null;
    return { values: words.map((each) => `'${each}'`).join(", ") };
  },
  words: "Invalid value: '{value}'. Supported values are: {values}.",
  code: "invalid_value",
  param: "{place}",
  source: "[I] worded as OpenAI words other parameters, harness/providers/FACTS.md#openai-refusals",
}));

function knownWords(rules: ProviderRules): Readonly<Record<string, readonly string[]>> | null {
  if (rules.lifetimeParameter.value !== "prompt_cache_options.ttl") return null;
  return rules.engine === "shared-prefix"
    ? { mode: ["implicit"], ttl: Object.keys(rules.namedTtlMs?.value ?? {}) }
    : { mode: ["implicit", "explicit"], ttl: Object.keys(rules.ttlMs.value) };
}

/** Parameters that OpenAI refuses in both its wire formats. */
export const parameterRows: readonly Row<AskedOfOpenAi>[] = [
  ...rangeRows("temperature", 2),
  ...rangeRows("top_p", 1),
  {
    path: "",
    test: (_, { asked }) => {
      const pointer = asked.rules.engine === "boundaries" ? undefined : markPointer(asked);
      return pointer === undefined ? null : { mark: placeAt(pointer) };
    },
    words: "prompt_cache_breakpoint is not supported on this model",
    param: "{mark}",
    source:
      "[S] agentjido/req_llm#942: explicit caching began with GPT-5.6 (harness/providers/FACTS.md#openai-boundaries)",
  },
  {
    path: "prompt_cache_options",
    test: (options, { asked: { rules } }) => rules.engine !== "boundaries" && options !== undefined,
    words: "prompt_cache_options is not supported on this model",
    param: "{place}",
    source:
      "[S] agentjido/req_llm#942: explicit caching began with GPT-5.6 (harness/providers/FACTS.md#openai-boundaries)",
  },
  ...cacheWordRows,
  {
    path: "prompt_cache_options.ttl",
    test: (ttl, { body }) => ttl !== undefined && body["prompt_cache_retention"] !== undefined,
    words: "prompt_cache_retention cannot be combined with prompt_cache_options.ttl",
    param: "prompt_cache_retention",
    source: "[S] harness/providers/FACTS.md#openai-boundaries",
  },
];

/** A cache that works by itself alone, as Kimi's platform since K3 has it: no breakpoint is taken. */
export const automaticCacheRows: readonly Row<AskedOfOpenAi>[] = [
  {
    path: "",
    test: (_, { asked }) => markPointer(asked) !== undefined,
    words: "prompt_cache_breakpoint is not supported",
    source: "[D][S] harness/providers/FACTS.md#kimi: a 400 whose words were never recorded",
  },
  ...cacheWordRows,
];

function rangeRows(path: string, most: number): readonly Row<AskedOfOpenAi>[] {
  const row = (side: string, bound: string, refuses: (value: number) => boolean): Row<AskedOfOpenAi> => ({
    path,
    test: spelledIf(path, refuses),
    words: `Invalid '{place}': decimal ${side} value. Expected a value ${bound}, but got {spelling} instead.`,
    code: side === "above maximum" ? "decimal_above_max_value" : "decimal_below_min_value",
    param: "{place}",
    source: RECORDED,
  });
  return [
    row("above maximum", `<= ${most}`, (value) => value > most),
    row("below minimum", ">= 0", (value) => value < 0),
  ];
}

/** A number as the body spells it: 99.0 is reported as 99.0. Of a repeated name the last counts. */
function spelledIf(name: string, refuses: (value: number) => boolean): Test<AskedOfOpenAi> {
  return (value, { asked: { layout } }) => {
    if (typeof value !== "number" || !refuses(value)) return null;
    const { body } = layout;
    let spelling = "";
    walkMembers(body, skipWhiteSpace(body, 0), (keyStart, keyEnd, start, end) => {
      if (decodeString(body, keyStart, keyEnd) === name) spelling = body.toString("latin1", start, end);
    });
    return { spelling };
  };
}

/** The first breakpoint of a request. */
function markPointer({ layout }: AskedOfOpenAi): string | undefined {
  for (const unit of layout.units)
    if (unit.unit === "block" && unit.marks[0] !== undefined) return unit.marks[0].pointer;
  return undefined;
}

/** `/messages/0/content/1/x` as OpenAI writes a place: `messages[0].content[1].x`. */
function placeAt(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
}
