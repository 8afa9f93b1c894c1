import type { Evidence, SideEvidence } from "../evidence.ts";
import { type Setting, type Spelling, spellings } from "../facts/settings.ts";
import { isJsonObject, type JsonObject, jsonText, sameValue } from "../json-value.ts";

/** A setting whose effective value the two requests do not share. */
export type DifferingSetting = { readonly name: string; readonly parent: unknown; readonly child: unknown };

/** The ways in which a setting differs, defaults resolved: an explicit default equals its omission (codes.md, Borderlines). */
export function differingSettings(
  { parent, child, sameSettings }: Evidence,
  setting: Setting,
): readonly DifferingSetting[] {
  if (sameSettings()) return [];
  return spellings[parent.layout.dialect][setting].flatMap((spelling) => {
    const [before, after] = [effective(parent, spelling), effective(child, spelling)];
    return sameValue(before, after) ? [] : [{ name: spelling.name, parent: before, child: after }];
  });
}

/** The effective value of the first spelling that has one; undefined where the request leaves it to the provider. */
export function readSetting(side: SideEvidence, setting: Setting): unknown {
  return spellings[side.layout.dialect][setting]
    .map((spelling) => effective(side, spelling))
    .find((value) => value !== undefined);
}

/** `effort is "high" in the parent and "low" in the fork`. Long values are named, not printed. */
export function describeSettings(settings: readonly DifferingSetting[]): string {
  return settings
    .map(({ name, parent, child }) => `${name} is ${inWords(parent)} in the parent and ${inWords(child)} in the fork`)
    .join("; ");
}

function effective(side: SideEvidence, { name, omitted, omittedBy, alike, members }: Spelling): unknown {
  const given = name.split(".").reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), {
    ...side.parameters(),
  });
  const taken = omitted ?? omittedBy?.(side.model() ?? "") ?? undefined;
  const byDefault: unknown = taken === undefined ? undefined : JSON.parse(taken);
  if (given === undefined || given === null) return byDefault;
  if (typeof given === "string") return alike?.[given] ?? given;
  if (!isJsonObject(given)) return given;
  const whole = isJsonObject(byDefault) ? { ...defaultsFor(given, byDefault), ...given } : given;
  return members === undefined
    ? whole
    : Object.fromEntries(Object.entries(whole).filter(([key]) => members.includes(key)));
}

/** Another type of the same setting has defaults of its own: only members that say a switch are filled in. */
function defaultsFor(given: JsonObject, byDefault: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(byDefault).filter(([key, value]) => given[key] === undefined && value === false),
  );
}

function inWords(value: unknown): string {
  if (value === undefined) return "absent";
  const text = jsonText(value);
  return text.length > 80 ? `given (${text.length} characters)` : text;
}
