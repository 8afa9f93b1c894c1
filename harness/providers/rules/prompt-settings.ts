import type { DialectName, Segment } from "../../kernel/layout.ts";
import type { ParameterRule, Source } from "./cache-rules.ts";
import { type Setting, spellings } from "./settings.ts";

const ASSUMED: Source =
  "[I] the provider does not say; the findings take each setting for part of the prompt, and so does the key";

/** What a change of each setting uncaches. */
const levels: readonly (readonly [Setting, Segment])[] = [
  ["thinking", "messages"],
  ["effort", "tools"],
  ["tool-choice", "messages"],
  ["speed", "system"],
  ["output-format", "tools"],
  ["server-tools", "system"],
  ["cache-key", "tools"],
  ["cached-content", "tools"],
];

/** Anthropic lists context management without a level, and a server that is connected brings its tools (provider-caches.md 2.3). */
const DEEPER: ReadonlySet<string> = new Set(["context_management", "mcp_servers"]);

const DIALECTS: readonly DialectName[] = [
  "anthropic-messages",
  "openai-chat",
  "openai-responses",
  "gemini-generate",
  "bedrock-converse",
];

/** Settings that a provider is known to leave out of its key, and parameters that it has rules of its own for. */
type Known = {
  readonly except?: readonly Setting[];
  readonly own?: readonly ParameterRule[];
  /** The settings that are asked for; by default all. */
  readonly only?: readonly Setting[];
};

/** A rule for each setting on each wire format, as the findings CB102 to CB109 and CB601 read it. */
export function promptSettings({ except = [], own = [], only }: Known = {}): readonly ParameterRule[] {
  const wanted = levels.filter(([setting]) => !except.includes(setting) && (only?.includes(setting) ?? true));
  const ruled = DIALECTS.flatMap((dialect) => wanted.flatMap((row) => rulesFor(dialect, row)));
  return ruled.filter(({ name, dialect }) =>
    own.every((rule) => rule.name !== name || (rule.dialect ?? dialect) !== dialect),
  );
}

function rulesFor(dialect: DialectName, [setting, level]: (typeof levels)[number]): readonly ParameterRule[] {
  const limits = spellings[dialect]["max-tokens"].map(({ name }) => name);
  return spellings[dialect][setting].map(({ name, omitted, alike, members }) => ({
    name,
    dialect,
    level: DEEPER.has(name) ? "tools" : level,
    whenOmitted: omitted ?? null,
    ...(alike && { alike }),
    ...(members && { members }),
    ...(setting === "thinking" && { limits }),
    source: ASSUMED,
  }));
}
