import { nearestWord } from "../../../kernel/text/nearest-word.ts";

/** Names of the list that no request declares as a tool, each with the nearest declared name. Empty where the tools are not known. */
export function undeclaredTools(
  names: readonly string[],
  declared: ReadonlySet<string> | null,
): readonly { readonly name: string; readonly near: string | null }[] {
  if (declared === null) return [];
  const strays = names.filter((name) => !declared.has(name));
  const others = [...declared].filter((name) => !names.includes(name));
  return strays.map((name) => ({ name, near: nearestWord(name, others) }));
}

/** `no request declares the tool raed_note; did you mean read_note?`; null if all are declared. */
export function undeclaredText(names: readonly string[], declared: ReadonlySet<string> | null): string | null {
  const texts = undeclaredTools(names, declared).map(
    ({ name, near }) => `no request declares the tool ${name}${near === null ? "" : `; did you mean ${near}?`}`,
  );
  return texts.length === 0 ? null : texts.join("; ");
}
