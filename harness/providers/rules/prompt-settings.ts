import type { Segment } from "../../kernel/layout.ts";
import type { Source } from "../../kernel/source.ts";
import type { ParameterRule } from "./cache-rules.ts";
import { wires } from "../../wires/list.ts";
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

/** Anthropic lists context management without a level, and a server that is connected brings its tools (harness/providers/FACTS.md#anthropic-changes). */
const DEEPER: ReadonlySet<string> = new Set(["context_management", "mcp_servers"]);

/** Settings that a provider is known to leave out of its key, and parameters that it has rules of its own for. */
type SettingsChoice = {
  readonly except?: readonly Setting[];
  readonly own?: readonly ParameterRule[];
  /** The settings that are asked for; by default all. */
  readonly only?: readonly Setting[];
};

/** A rule for each setting on each wire format, as the findings CB102 to CB109 and CB601 read it. */
export function promptSettings({ except = [], own = [], only }: SettingsChoice = {}): readonly ParameterRule[] {
  const wanted = levels.filter(([setting]) => !except.includes(setting) && (only?.includes(setting) ?? true));
  const ruled = wires.flatMap((wire) => wanted.flatMap((row) => rulesFor(wire, row)));
  return ruled.filter(({ name, dialect }) =>
    own.every((rule) => rule.name !== name || (rule.dialect ?? dialect) !== dialect),
  );
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
