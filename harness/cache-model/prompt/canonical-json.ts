import { isJsonObject } from "../../kernel/json.ts";

type Step = { readonly text: string } | { readonly value: unknown };

/** JSON with members in code unit order. A stack of its own: a body may nest deeper than calls may. */
export function canonicalJson(value: unknown): string {
  return write(value, (members) => members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON like the engine's own writer, which is many times as fast and cannot follow every depth. */
export function plainJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return write(value, (members) => members);
    throw error;
  }
}

type Members = readonly (readonly [name: string, value: unknown])[];

function write(value: unknown, order: (members: Members) => Members): string {
  const written: string[] = [];
  const steps: Step[] = [{ value }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ("text" in step) written.push(step.text);
    else if (Array.isArray(step.value)) push(steps, "[", step.value.map(plain), "]");
    else if (isJsonObject(step.value)) push(steps, "{", membersOf(step.value, order), "}");
    else written.push(JSON.stringify(step.value) ?? "null");
  }
  return written.join("");
}

function plain(value: unknown): readonly Step[] {
  return [{ value }];
}

function membersOf(record: object, order: (members: Members) => Members): readonly (readonly Step[])[] {
  const members: Members = Object.entries(record).filter(([, value]) => value !== undefined);
  return order(members).map(([name, value]) => [{ text: `${JSON.stringify(name)}:` }, { value }]);
}

/** The last is taken first. */
function push(steps: Step[], open: string, parts: readonly (readonly Step[])[], close: string): void {
  steps.push({ text: close });
  for (const [index, part] of parts.toReversed().entries()) {
    for (const step of part.toReversed()) steps.push(step);
    if (index < parts.length - 1) steps.push({ text: "," });
  }
  steps.push({ text: open });
}
