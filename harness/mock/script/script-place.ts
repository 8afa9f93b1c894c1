/** A part of a script: its name as messages show it (`script.fork[0].text`), and the keys that lead to it. */
export type ScriptPlace = { readonly name: string; readonly path: readonly string[] };

/** Whether the key or the value at a place is wrong. */
export type PlacePart = "key" | "value";

export const wholeScript: ScriptPlace = { name: "script", path: [] };

export function member({ name, path }: ScriptPlace, key: string): ScriptPlace {
  return { name: `${name}.${key}`, path: [...path, key] };
}

export function element({ name, path }: ScriptPlace, index: number): ScriptPlace {
  return { name: `${name}[${index}]`, path: [...path, String(index)] };
}

/** A mistake in a script; the caller that knows the script's file turns it into an error with its line. */
export class ScriptMistake extends Error {
  readonly place: ScriptPlace;
  readonly fix: string;
  readonly part: PlacePart;

  constructor(place: ScriptPlace, what: string, fix: string, part: PlacePart) {
    super(`${place.name} ${what}`);
    this.place = place;
    this.fix = fix;
    this.part = part;
  }
}

export function malformed(place: ScriptPlace, what: string, fix: string, part: PlacePart = "value"): ScriptMistake {
  return new ScriptMistake(place, what, fix, part);
}
