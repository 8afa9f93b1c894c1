import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { Refusal } from "../refusal.ts";
import { type Parts, type Row, type Scene, type Shape, type Wording, refusedPart } from "./row.ts";

/** A provider's refusals in the order in which it checks. */
export type RefusalTable<Prompt> = {
  /** Members of each refusal that a row does not set. */
  readonly usual: Refusal;
  /** A wire's texts for shapes; a row may have its own. */
  readonly words: { readonly [Kind in Shape["refuses"]]?: Wording };
  /** How the wire writes a place: names, indexes, and types in angle brackets. */
  readonly place: (keys: readonly Key[]) => string;
  readonly stages: readonly Stage<Prompt>[];
};

/** A stage reads the whole body. Inside it, neighbouring rows below one list are asked of its first element, then of the next. */
export type Stage<Prompt> = {
  /** By default every request. */
  readonly of?: (asked: Prompt) => boolean;
  readonly rows: readonly Row<Prompt>[];
};

export type Key = string | number;

export type FindRefusal<Prompt> = (body: JsonObject, asked: Prompt) => Refusal | null;

/** The first refusal of a body by a table. */
export function refusalsOf<Prompt>(table: RefusalTable<Prompt>): FindRefusal<Prompt> {
  const stages = table.stages.map(({ of, rows }) => ({
    of,
    nodes: treeOf(rows.map((row) => ({ row, steps: row.path.match(STEPS) ?? [] }))),
  }));
  return (body, asked) => {
    for (const { of, nodes } of stages) {
      if (of !== undefined && !of(asked)) continue;
      const spot = { value: body, holder: body, key: "", up: null };
      const found = search(nodes, spot, { asked, body });
      if (found !== null) return wordRefusal(found, table, asked);
    }
    return null;
  };
}

const STEPS = /\[\*\]|<[^>]+>|[^.[<]+/g;

/** Rows as a tree: neighbours with the same step share its node. */
type Node<Prompt> =
  | { readonly kind: "row"; readonly row: Row<Prompt> }
  | { readonly kind: "elements"; readonly inner: readonly Node<Prompt>[] }
  | { readonly kind: "typed"; readonly types: readonly unknown[]; readonly inner: readonly Node<Prompt>[] }
  | {
      readonly kind: "member";
      readonly name: string;
      readonly inner: readonly Node<Prompt>[];
      /** Whether a row refuses a missing member. */
      readonly isAsked: boolean;
    };

type Path<Prompt> = { readonly row: Row<Prompt>; readonly steps: readonly string[] };

function treeOf<Prompt>(paths: readonly Path<Prompt>[]): readonly Node<Prompt>[] {
  const groups: { readonly step: string | undefined; readonly paths: Path<Prompt>[] }[] = [];
  for (const path of paths) {
    const [step] = path.steps;
    const last = groups.at(-1);
    const rest = { row: path.row, steps: path.steps.slice(1) };
    if (last !== undefined && last.step === step) last.paths.push(rest);
    else groups.push({ step, paths: [rest] });
  }
  return groups.flatMap(({ step, paths: inner }): readonly Node<Prompt>[] =>
    step === undefined ? inner.map(({ row }) => ({ kind: "row", row })) : [nodeOf(step, treeOf(inner))],
  );
}

function nodeOf<Prompt>(step: string, inner: readonly Node<Prompt>[]): Node<Prompt> {
  if (step === "[*]") return { kind: "elements", inner };
  if (step.startsWith("<")) {
    const types = step.slice(1, -1).split("|");
    return {
      kind: "typed",
      types: types.map((type) => (type === "undefined" ? undefined : type === "null" ? null : type)),
      inner,
    };
  }
  const isAsked = inner.some(
    (node) => node.kind === "row" && (typeof node.row.test === "function" || node.row.test.refuses === "missing"),
  );
  return { kind: "member", name: step, inner, isAsked };
}

/** A value on the way from the body to where a row looks. */
type Spot = {
  readonly value: unknown;
  readonly holder: JsonObject;
  readonly key: Key;
  readonly up: Spot | null;
};

type Found<Prompt> = { readonly row: Row<Prompt>; readonly spot: Spot; readonly parts: Parts };

type Request<Prompt> = Pick<Scene<Prompt>, "asked" | "body">;

function search<Prompt>(nodes: readonly Node<Prompt>[], spot: Spot, request: Request<Prompt>): Found<Prompt> | null {
  for (const node of nodes) {
    const found = node.kind === "row" ? ask(node.row, spot, request) : follow(node, spot, request);
    if (found !== null) return found;
  }
  return null;
}

function ask<Prompt>(row: Row<Prompt>, spot: Spot, { asked, body }: Request<Prompt>): Found<Prompt> | null {
  const { test } = row;
  const { value, holder } = spot;
  const answer = typeof test === "function" ? test(value, { asked, body, holder }) : refusedPart(test, value);
  if (answer === null || answer === false) return null;
  return { row, spot, parts: answer === true ? {} : answer };
}

function follow<Prompt>(
  node: Exclude<Node<Prompt>, { readonly kind: "row" }>,
  up: Spot,
  request: Request<Prompt>,
): Found<Prompt> | null {
  const { value, holder } = up;
  if (node.kind === "elements") {
    for (let index = 0; Array.isArray(value) && index < value.length; index += 1) {
      const found = search(node.inner, { value: value[index], holder, key: index, up }, request);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  if (node.kind === "typed") {
    if (!node.types.includes(value["type"])) return null;
    return search(node.inner, { value, holder, key: `<${String(node.types[0])}>`, up }, request);
  }
  const member = value[node.name];
  if (member === undefined && !node.isAsked) return null;
  return search(node.inner, { value: member, holder: value, key: node.name, up }, request);
}

function wordRefusal<Prompt>(
  found: Found<Prompt>,
  { usual, words, place }: Omit<RefusalTable<Prompt>, "stages">,
  asked: Prompt,
): Refusal {
  const { row, parts } = found;
  const shape = typeof row.test === "function" ? null : row.test.refuses;
  const wording = row.vendorWords?.(asked) ?? { ...(shape !== null && words[shape]), ...row };
  const all = { ...partsOf(found, place), ...parts };
  const text = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, part: string) => (part in all ? spelled(all[part]) : whole));
  const message = text(wording.words ?? usual.message);
  const { status = usual.status, type = usual.type, code, param, document } = wording;
  return {
    ...usual,
    status,
    type,
    message,
    ...(code !== undefined && { code: text(code) }),
    ...(param !== undefined && { param: text(param) }),
    ...(document !== undefined && { document: document(message) }),
    row,
  };
}

/** Parts that every text may name. `at` is the value's own place, `place` the one to blame: of an extra member its own. */
function partsOf<Prompt>({ spot, parts }: Found<Prompt>, place: RefusalTable<Prompt>["place"]): Parts {
  const { value } = spot;
  const keys = keysTo(spot);
  const name = typeof parts["name"] === "string" ? [parts["name"]] : [];
  return {
    value,
    json: JSON.stringify(value),
    found: describeType(value),
    at: place(keys),
    place: place([...keys, ...name]),
    path: keys.join("."),
    index: keys.findLast((key) => typeof key === "number"),
  };
}

function describeType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}

function keysTo({ key, up }: Spot): readonly Key[] {
  return up === null ? [] : [...keysTo(up), key];
}

function spelled(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `messages[0].content[1].type`, as OpenAI and Gemini write a place. */
export function placeInBrackets(keys: readonly Key[]): string {
  const named = keys.filter((key) => typeof key === "number" || !key.startsWith("<"));
  return named.map((key, at) => (typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`)).join("");
}
