import { type DialectName, Layout, type Parameter, type Unit } from "../../../kernel/layout.ts";
import { isNothing, layoutUnknownBlock } from "./layout-block.ts";
import { ReusableLayout } from "./reusable-layout.ts";
import { NOT_PROMPT, scanBody } from "./scan-body.ts";

/** The prompt of a body while it is laid out. A member that is written twice begins its part anew. */
export type PromptParts = {
  tools: Unit[];
  /** Tools that another member than the wire's own list brings (input items, `functions`), behind those of that list. */
  itemTools: Unit[];
  system: Unit[];
  /** Items of the list of messages that are system prompt, behind what a member of its own says. */
  itemSystem: Unit[];
  messages: Unit[];
  /** Settings that stand inside a prompt member. */
  settings: Parameter[];
};

/**
 * Lays a body out in the cache order of every wire: tools, system, messages, whatever order the body writes them in.
 * `takePrompt` lays a member out into `parts` and answers where its value ends, or NOT_PROMPT.
 */
export function layoutBody(
  dialect: DialectName,
  { body, like }: { readonly body: Buffer; readonly like: Layout | undefined },
  takePrompt: (name: string, start: number, parts: PromptParts, known: ReusableLayout | null) => number,
): Layout {
  // The very same bytes, as where each job of a run sends the parent that all of them fork.
  if (like?.body === body && like.dialect === dialect) return like;
  const known = ReusableLayout.of(like, dialect);
  const parts: PromptParts = { tools: [], itemTools: [], system: [], itemSystem: [], messages: [], settings: [] };
  let foreign: Unit[] = [];
  const { superseded, parameters, automaticMark } = scanBody(body, (name, start) => {
    const end = takePrompt(name, start, parts, known);
    if (end !== NOT_PROMPT || !SYSTEM_PROMPTS.has(name) || isNothing(body, start)) return end;
    const pointer = `/${name}`;
    foreign = foreign.filter((unit) => unit.pointer !== pointer);
    return layoutUnknownBlock(body, start, { segment: "system", pointer, message: -1 }, foreign);
  });
  const { tools, itemTools, system, itemSystem } = parts;
  const head: readonly Unit[] = [...superseded, ...tools, ...itemTools, ...foreign, ...system, ...itemSystem];
  const units = head.concat(parts.messages);
  return new Layout({ dialect, body, units, parameters: [...parameters, ...parts.settings], automaticMark });
}

/**
 * The names of the system prompt at the top level in all wire formats. One of another format may still reach the model: a gateway
 * takes a body at a path of its own, or reads both spellings. So it is compared as a block of unknown kind.
 */
const SYSTEM_PROMPTS: ReadonlySet<string> = new Set([
  "system",
  "instructions",
  "systemInstruction",
  "system_instruction",
]);
