import { formatCount } from "../text/format-count.ts";
import type { Incident } from "./incident.ts";

/** `/system/0, character 24,224`, or `/tools/3, character 41 of description`: null if the cause has no place in a body. */
export function incidentPlace({ place, at, character }: Pick<Incident, "place" | "at" | "character">): string | null {
  if (place === null || at === null || character === null) return place;
  const [of, parts] = [place.split("/"), at.split("/")];
  if (of.some((part, index) => part !== "*" && part !== parts[index])) return place;
  const rest = parts.slice(of.length).join("/");
  const text = OWN_TEXT.test(rest) ? "" : ` of ${rest}`;
  return `${place}, character ${formatCount(character)}${text}`;
}

/** The text that a block is there for needs no name. */
const OWN_TEXT = /^(?:|text|content|output)$/;
