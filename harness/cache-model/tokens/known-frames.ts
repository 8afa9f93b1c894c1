import { isJsonObject } from "../../kernel/json.ts";
import type { Envelope, Layout, Unit } from "../../kernel/layout.ts";
import { readParameter } from "../prompt/read-parameter.ts";
import { type FrameTemplate, frameTemplate } from "./frame-templates.ts";
import type { TokenFamily } from "./token-family.ts";

/** The frames around the texts of a prompt, in tokens. */
export type KnownFrames = {
  /** Before the first unit: a provider's own message, and what introduces the tools. */
  readonly head: number;
  /** The form that is asked of the answer, which stands there too: a text to count. */
  readonly headText: string;
  /** One number for each of the layout's units, in their order; each depends only on earlier units. */
  readonly units: readonly number[];
  /** The tokens that open the answer. */
  readonly trailer: number;
};

/** Frames of models whose template is known; null for others. */
export function knownFrames(layout: Layout, family: TokenFamily, model: string): KnownFrames | null {
  const template = frameTemplate(family, model);
  if (template === null) return null;
  const { tools, toolsAlone, ownMessage, ownTools, trailer, formats } = template;
  const hasTools = layout.units.some(({ segment }) => segment === "tools");
  const hasSystem = layout.units.some(({ segment }) => segment === "system");
  const ofTools = hasTools ? (hasSystem ? tools : toolsAlone) + ownTools : 0;
  const headText = formats ? answerFormat(layout) : "";
  return { head: ownMessage + ofTools, headText, units: unitFrames(layout.units, template), trailer };
}

/** A message names its speaker once: in its envelope if it is not an answer, else with its first text. */
function unitFrames(units: readonly Unit[], template: FrameTemplate): readonly number[] {
  const { message, answer, call, result, tool } = template;
  let envelope: Envelope | null = null;
  let said: string | number | null = null;
  return units.map((unit) => {
    if (unit.unit === "envelope") {
      envelope = unit;
      return isCounted(unit) ? message : 0;
    }
    if (unit.segment === "tools") return tool;
    if (unit.kind === "tool-use") return call;
    if (unit.kind === "tool-result") return result;
    const whose = unit.message < 0 ? unit.pointer : unit.message;
    if (unit.kind === "thinking" || whose === said) return 0;
    said = whose;
    if (envelope?.message !== unit.message) return message;
    return isCounted(envelope) ? 0 : answer;
  });
}

/** An envelope of calls or results, and that of an answer, is counted with what it carries. */
function isCounted({ role }: Envelope): boolean {
  return role === "user" || role === "system" || role === "developer";
}

/**
 * `# Response Formats` of the harmony format; its schema says no more than types there (recorded once). Empty without a response
 * format.
 */
function answerFormat(layout: Layout): string {
  const asked = readParameter(layout, "text.format") ?? readParameter(layout, "response_format");
  if (!isJsonObject(asked) || asked["type"] !== "json_schema") return "";
  const format = isJsonObject(asked["json_schema"]) ? asked["json_schema"] : asked;
  const says = typeof format["description"] === "string" ? `// ${format["description"]}\n` : "";
  const schema = JSON.stringify(format["schema"], (name, value: unknown) => (LEFT_OUT.has(name) ? undefined : value));
  return `# Response Formats\n\n## ${String(format["name"])}\n\n${says}${schema}`;
}

const LEFT_OUT: ReadonlySet<string> = new Set(["additionalProperties", "required"]);
