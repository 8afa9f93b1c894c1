import type { Segment } from "../../kernel/layout.ts";
import type { Source } from "../../kernel/source.ts";
import type { KeyRules, ParameterRule } from "./cache-rules.ts";
import type { Setting } from "../../wires/settings.ts";
import type { Wire } from "../../wires/wire.ts";

const ASSUMED: Source =
  "[I] the provider does not say; the findings take each setting for part of the prompt, and so does the key";

/** The part that a change of each setting uncaches. */
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

/**
 * Anthropic lists context management without a level, and a server that is connected brings its tools (harness/providers/FACTS.md#anthropic-changes).
 * A prompt that the provider keeps may hold tools, too (harness/providers/FACTS.md#stored-prompts).
 */
export const DEEPER: ReadonlySet<string> = new Set(["context_management", "mcp_servers", "prompt", "promptVariables"]);

/** All settings of the prompt, without those that a provider is known to leave out of its key. */
export function promptSettings({ except = [] }: { readonly except?: readonly Setting[] } = {}): readonly Setting[] {
  return levels.map(([setting]) => setting).filter((setting) => !except.includes(setting));
}

/** The parameters of a cache that a wire format has: those that its rules name, and its settings as the format spells them. */
export function parametersOf(rules: KeyRules, wire: Wire): readonly ParameterRule[] {
  return [...rules.parameters.filter((rule) => isOn(wire, rule)), ...settingRules(rules, wire)];
}

/** A rule for each setting as a wire format spells it and as the findings CB102 to CB109 and CB601 read it, if the cache has no own. */
export function settingRules({ parameters, settings }: KeyRules, wire: Wire): readonly ParameterRule[] {
  const wanted = levels.filter(([setting]) => settings.includes(setting));
  const named = new Set(parameters.filter((rule) => isOn(wire, rule)).map(({ name }) => name));
  return wanted.flatMap((row) => rulesFor(wire, row)).filter(({ name }) => !named.has(name));
}

function isOn(wire: Wire, { dialect = wire.name }: ParameterRule): boolean {
  return dialect === wire.name;
}

function rulesFor(
  { name: dialect, settings }: Wire,
  [setting, level]: (typeof levels)[number],
): readonly ParameterRule[] {
  const limits = settings["max-tokens"].map(({ name }) => name);
  return settings[setting].map(({ name, omitted, alike, members }) => ({
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
