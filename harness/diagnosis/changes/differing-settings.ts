import type { SideEvidence } from "../side-evidence.ts";
import type { Evidence } from "../evidence.ts";
import { snakeCase } from "../../kernel/text/snake-case.ts";
import { wireNamed } from "../../wires/list.ts";
import type { Setting, SettingField } from "../../wires/settings.ts";
import { isJsonObject, type JsonObject, jsonText, sameValue } from "../reading/json-value.ts";

/** A setting whose effective value the two requests do not share. */
export type DifferingSetting = { readonly name: string; readonly parent: Value; readonly child: Value };

/** The value that a request sends, and the value that the provider uses (with defaults). Undefined without a value. */
type Value = { readonly sent: unknown; readonly taken: unknown };

/** The ways in which a setting differs, defaults resolved: an explicit default equals its omission (harness/diagnosis/CODES.md). */
export function differingSettings(
  { parent, child, sameSettings }: Evidence,
  setting: Setting,
): readonly DifferingSetting[] {
  if (sameSettings()) return [];
  return wireNamed(parent.layout.dialect).settings[setting].flatMap((spelling) => {
    const [before, after] = [read(parent, spelling), read(child, spelling)];
    return sameValue(before.taken, after.taken) ? [] : [{ name: spelling.name, parent: before, child: after }];
  });
}

/** The effective value of the first spelling that has one; undefined where the request leaves it to the provider. */
export function readSetting(side: SideEvidence, setting: Setting): unknown {
  return wireNamed(side.layout.dialect)
    .settings[setting].map((spelling) => read(side, spelling).taken)
    .find((value) => value !== undefined);
}

/** `effort is not sent (its default is "high") in the parent and "low" in the fork`. Long values are named, not printed. */
export function describeSettings(settings: readonly DifferingSetting[]): string {
  return settings
    .map(({ name, parent, child }) => `${name} is ${inWords(parent)} in the parent and ${inWords(child)} in the fork`)
    .join("; ");
}

function read(side: SideEvidence, { name, omitted, omittedBy, alike, members }: SettingField): Value {
  const sent = name.split(".").reduce<unknown>(memberOf, side.parameters());
  const byDefault = omitted ?? omittedBy?.(side.model() ?? "") ?? undefined;
  const taken: unknown = byDefault === undefined ? undefined : JSON.parse(byDefault);
  if (sent === undefined || sent === null) return { sent, taken };
  if (typeof sent === "string") return { sent, taken: alike?.[sent] ?? sent };
  if (!isJsonObject(sent)) return { sent, taken: sent };
  const whole = isJsonObject(taken) ? { ...defaultsFor(sent, taken), ...sent } : sent;
  return members === undefined ? { sent, taken: whole } : { sent: only(members, sent), taken: only(members, whole) };
}

/** By its own name, or by the other one that it has where names are written in camel case. */
function memberOf(value: unknown, name: string): unknown {
  if (!isJsonObject(value)) return undefined;
  return value[name] ?? value[snakeCase(name)];
}

function only(members: readonly string[], value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => members.includes(key)));
}

/** Another type of the same setting has defaults of its own: only members that say a switch are filled in. */
function defaultsFor(given: JsonObject, byDefault: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(byDefault).filter(([key, value]) => given[key] === undefined && value === false),
  );
}

function inWords({ sent, taken }: Value): string {
  if (sent !== undefined && sent !== null) return shortened(sent);
  const given = sent === null ? "null" : "not sent";
  return taken === undefined ? given : `${given} (its default is ${shortened(taken)})`;
}

function shortened(value: unknown): string {
  const text = jsonText(value);
  return text.length > 80 ? `given (${text.length} characters)` : text;
}
