import type { Header } from "../../kernel/exchange.ts";
import type { Fields } from "../lines/fields.ts";

/** A list of name and value pairs, as traffic files and cassettes keep headers; throws what the fields throw. */
export function readHeaders(fields: Fields, name: string): readonly Header[] {
  return fields.list(name).map((header, at) => {
    if (Array.isArray(header) && header.length === 2) {
      const [key, value]: readonly unknown[] = header;
      if (typeof key === "string" && typeof value === "string") return [key, value];
    }
    throw fields.fault([...fields.path, name, at], `${name}[${at}] is not a list of a name and a value`);
  });
}
