import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Span } from "../../harness/kernel/span.ts";
import { skipWhiteSpace } from "../../harness/wire-scan/skip-white-space.ts";
import { walkMembers } from "../../harness/wire-scan/walk-members.ts";

/** The members of a body that are prompt, the conversation last; repeated here, so that tests do not ask the wire formats. */
const PROMPT: Readonly<Record<DialectName, readonly string[]>> = {
  "anthropic-messages": ["tools", "system", "messages"],
  "openai-chat": ["tools", "messages"],
  "openai-responses": ["tools", "instructions", "input"],
  "gemini-generate": ["tools", "systemInstruction", "contents"],
  "bedrock-converse": ["toolConfig/tools", "system", "messages"],
};

/** Raw spans of their values. */
export function promptSpans(dialect: DialectName, body: Buffer): readonly Span[] {
  return PROMPT[dialect].flatMap((path) => {
    let span: Span | null = { start: skipWhiteSpace(body, 0), end: body.length };
    for (const name of path.split("/")) span = span && memberOf(body, span.start, name);
    return span === null ? [] : [span];
  });
}

/** Their values without breakpoints, and without the ids and states of input items: what must differ to be another prompt. */
export function promptValues(dialect: DialectName, body: Buffer): unknown {
  const parsed: unknown = JSON.parse(String(body));
  const values = PROMPT[dialect].map((path) =>
    path.split("/").reduce<unknown>((value, name) => Object(value)[name], parsed),
  );
  if (dialect !== "openai-responses") return values.map((value) => unmarked(value));
  const [tools, instructions, input] = values;
  return [tools, instructions, Array.isArray(input) ? input.map((item) => unnamed(unmarked(item))) : input];
}

function memberOf(body: Buffer, objectStart: number, name: string): Span | null {
  let found: Span | null = null;
  walkMembers(body, objectStart, (keyStart, keyEnd, start, end) => {
    if (body.toString("utf8", keyStart, keyEnd) === JSON.stringify(name)) found = { start, end };
  });
  return found;
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) {
    // A deferred tool is declared and no prompt.
    return value
      .filter((each) => Object(each).cachePoint === undefined && Object(each).defer_loading !== true)
      .map(unmarked);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name === "cache_control" || name === "prompt_cache_breakpoint" ? [] : [[name, unmarked(each)]],
    ),
  );
}

function unnamed(item: unknown): unknown {
  const { id, status, ...others } = Object(item);
  return others.type === "item_reference" ? { id, status, ...others } : others;
}
