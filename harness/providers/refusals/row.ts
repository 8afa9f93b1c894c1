import { type JsonObject, isJsonObject } from "../../kernel/json.ts";

/** One refusal: where in the body a provider looks, what it refuses there, and its answer. */
export type Row<Prompt = unknown> = Partial<Wording> & {
  /**
   * Such as `messages[*].content[*]<text>.text`. `[*]` takes each element of a list, `<text>` only objects of this type,
   * `<text|undefined>` also those without a type. An empty path is the body itself.
   */
  readonly path: string;
  readonly test: Test<Prompt>;
  /** The certainty and the source, as in harness/providers/FACTS.md. */
  readonly source: string;
  /** The texts of a vendor that has its own. */
  readonly vendorWords?: (asked: Prompt) => Wording | undefined;
};

/** Texts may name parts of what was found: `{place}`, `{value}` and so on, and what the test adds. */
export type Wording = {
  readonly words: string;
  /** 400 by default. */
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  /** The whole body, where a vendor on another's wire format has a shape of its own for it. */
  readonly document?: (message: string) => unknown;
};

/** A shape, or a function that returns whether it refuses the value. It may return parts for the texts instead. */
export type Test<Prompt> = Shape | ((value: unknown, at: Scene<Prompt>) => boolean | Parts | null);

export type Parts = { readonly [name: string]: unknown };

export type Scene<Prompt> = {
  readonly asked: Prompt;
  readonly body: JsonObject;
  /** The nearest object around the value. */
  readonly holder: JsonObject;
};

export type Shape =
  | { readonly refuses: "missing"; readonly unless: readonly JsonType[] }
  | { readonly refuses: "type"; readonly types: readonly JsonType[] }
  | { readonly refuses: "value"; readonly values: readonly string[] }
  | { readonly refuses: "range"; readonly least: number; readonly most: number }
  | { readonly refuses: "pattern"; readonly pattern: RegExp }
  | { readonly refuses: "extra"; readonly known: ReadonlySet<string> };

export type JsonType = "string" | "number" | "boolean" | "null" | "list" | "object";

/** A member that must be there. */
export const missing: Shape = { refuses: "missing", unless: [] };

/** The same, and a value of another type counts as missing. */
export const lacks = (...unless: readonly JsonType[]): Shape => ({ refuses: "missing", unless });

/** A value that is there and has none of these types. */
export const notA = (...types: readonly JsonType[]): Shape => ({ refuses: "type", types });

/** A value that is there and is none of these texts. */
export const notOneOf = (...values: readonly string[]): Shape => ({ refuses: "value", values });

export const outside = (least: number, most: number): Shape => ({ refuses: "range", least, most });

export const unlike = (pattern: RegExp): Shape => ({ refuses: "pattern", pattern });

/** An object's members that are not among these names, which blanks divide. */
export const othersThan = (names: string): Extract<Shape, { readonly refuses: "extra" }> => ({
  refuses: "extra",
  known: new Set(names.trim().split(" ")),
});

/** What a shape refuses of a value, as parts of the texts; null if it takes it. */
export function refusedPart(shape: Shape, value: unknown): Parts | null {
  switch (shape.refuses) {
    case "missing":
      return value === undefined || (shape.unless.length > 0 && !isOneOf(shape.unless, value)) ? {} : null;
    case "type":
      return value === undefined || isOneOf(shape.types, value) ? null : { type: shape.types[0] };
    case "value":
      if (value === undefined || shape.values.some((each) => each === value)) return null;
      return { values: shape.values.map((each) => `'${each}'`).join(", ") };
    case "range":
      if (typeof value !== "number" || (value >= shape.least && value <= shape.most)) return null;
      return { least: shape.least, most: shape.most };
    case "pattern":
      return typeof value === "string" && !shape.pattern.test(value) ? {} : null;
    case "extra": {
      const name = isJsonObject(value) ? Object.keys(value).find((each) => !shape.known.has(each)) : undefined;
      return name === undefined ? null : { name };
    }
  }
}

function isOneOf(types: readonly JsonType[], value: unknown): boolean {
  const type = value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
  return types.some((each) => each === type);
}

/** Rows that share one look at the request: `find` names the first fault, and each row words one kind of fault. */
export function faultRows<Prompt extends object, Fault extends { readonly fault: string }>(
  find: (asked: Prompt, body: JsonObject) => Fault | null,
  rows: { readonly [Kind in Fault["fault"]]: Omit<Row<Prompt>, "path" | "test"> },
): readonly Row<Prompt>[] {
  const found = new WeakMap<Prompt, Fault | null>();
  const faultOf = ({ asked, body }: Scene<Prompt>): Fault | null => {
    const known = found.get(asked);
    if (known !== undefined) return known;
    const fault = find(asked, body);
    found.set(asked, fault);
    return fault;
  };
  return Object.entries<Omit<Row<Prompt>, "path" | "test">>(rows).map(([kind, row]) => ({
    ...row,
    path: "",
    test: (_, scene) => {
      const fault = faultOf(scene);
      return fault?.fault === kind ? fault : null;
    },
  }));
}
