import { createRequire } from "node:module";
import type * as O200k from "gpt-tokenizer/encoding/o200k_base";
import type { Unit } from "../../kernel/layout.ts";
import { rememberContent } from "../prompt/remember-content.ts";
import { renderTool } from "./render-tool.ts";
import { unitTexts } from "./unit-parts.ts";

/** A public tokenizer by its name. */
export type Encoding = "o200k_base" | "cl100k_base";

/** Tokens of the texts of a unit, by the tokenizer itself; a tool as the model's provider writes it into the prompt. */
export const exactTokens: Readonly<Record<Encoding, (body: Buffer, unit: Unit) => number>> = {
  o200k_base: counterOf("o200k_base"),
  cl100k_base: counterOf("cl100k_base"),
};

function counterOf(encoding: Encoding): (body: Buffer, unit: Unit) => number {
  return rememberContent((body, unit): number => {
    const isTool = unit.unit === "block" && unit.kind === "tool";
    return unitTexts(body, unit).reduce((sum, text) => sum + countText(isTool ? renderTool(text) : text, encoding), 0);
  });
}

/** Loads tables of megabytes: a third of a second that only a prompt of such a model may cost, hence the late load. */
export function countText(text: string, encoding: Encoding): number {
  if (text === "") return 0;
  // A text that spells a special token is a text like any other.
  return tableOf(encoding).countTokens(text, { disallowedSpecial: new Set() });
}

const loaded = new Map<string, typeof O200k>();

function tableOf(name: string): typeof O200k {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const table: typeof O200k = createRequire(import.meta.url)(`gpt-tokenizer/encoding/${name}`);
  loaded.set(name, table);
  return table;
}
