import type { Codec } from "../../lineage/sessions/codec.ts";
import { copied, isObject, type Json, type JsonObject, objectsOf, textOf } from "../../lineage/sessions/json.ts";
import { said } from "./history-mutators.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

/** The object that holds a call's arguments, and their name in it. */
type Holder = readonly [holder: JsonObject, name: string];

/** The calls of a conversation, by wire. */
function holdersOf({ wire }: Codec, items: readonly JsonObject[]): readonly Holder[] {
  const blocks = items.flatMap((item) => [item, ...objectsOf(item[wire === "gemini-generate" ? "parts" : "content"])]);
  switch (wire) {
    case "anthropic-messages":
      return blocks.filter(({ type }) => type === "tool_use").map((block) => [block, "input"]);
    case "openai-responses":
      return items.filter(({ type }) => type === "function_call").map((item) => [item, "arguments"]);
    case "openai-chat":
      return inside(
        items.flatMap((item) => objectsOf(item["tool_calls"])),
        "function",
        "arguments",
      );
    case "gemini-generate":
      return inside(blocks, "functionCall", "args");
    case "bedrock-converse":
      return inside(blocks, "toolUse", "input");
  }
}

function inside(blocks: readonly JsonObject[], wrapper: string, name: string): readonly Holder[] {
  return blocks.flatMap(({ [wrapper]: inner }): readonly Holder[] => (isObject(inner) ? [[inner, name]] : []));
}

function turnedAround(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(turnedAround);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, turnedAround(each)]),
  );
}

/** What stands in the body for what is to be written there raw. */
const RAW = "RAW-ARGUMENTS";

type Edit = {
  readonly does: string;
  readonly code: "CB411" | "CB420";
  /** Null where the wire carries no such thing. */
  readonly write: (value: JsonObject, isText: boolean) => string | null;
};

const asText = (text: string): string => JSON.stringify(text);
const plain = (value: Json, isText: boolean): string =>
  isText ? asText(JSON.stringify(value)) : JSON.stringify(value);
const inner =
  (change: (text: string) => string): Edit["write"] =>
  (value, isText) =>
    isText ? asText(change(JSON.stringify(value))) : null;
const outer =
  (change: (text: string) => string): Edit["write"] =>
  (value, isText) =>
    change(plain(value, isText));

const edits: readonly Edit[] = [
  {
    does: "turns the members of arguments around",
    code: "CB411",
    write: (value, isText) => plain(turnedAround(value), isText),
  },
  {
    does: "spaces arguments that are text",
    code: "CB411",
    write: inner((text) => JSON.stringify(JSON.parse(text), null, 1)),
  },
  {
    does: "escapes inside arguments that are text",
    code: "CB411",
    write: inner((text) => text.replace("src", String.raw`\u0073rc`)),
  },
  {
    does: "escapes a letter of the body",
    code: "CB420",
    write: outer((text) => text.replace("src", String.raw`\u0073rc`)),
  },
  { does: "escapes a stroke of the body", code: "CB420", write: outer((text) => text.replace("/", String.raw`\/`)) },
  {
    does: "writes a number otherwise",
    code: "CB420",
    write: (value, isText) => (isText ? null : plain(value, false).replace(":10,", ":1e1,")),
  },
  {
    does: "writes a member twice",
    code: "CB420",
    write: (value, isText) => (isText || !("limit" in value) ? null : plain(value, false).replace("{", '{"limit":7,')),
  },
];

/** The arguments of each call of a real conversation, equal as values and written otherwise; a body as raw text each. */
export function* argumentMutants(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const own = [...said(codec, "Done."), ...codec.user("Go on.", "block")];
  const [call] = codec.answer({
    text: null,
    thinking: null,
    calls: [{ id: "call_9", name: "read_file", input: { path: "src/add.js", limit: 10, at: { line: 3, column: 1 } } }],
  });
  const results = codec.results(
    [{ call: { id: "call_9", name: "read_file", input: {} }, text: "export function add() {}" }],
    "And now?",
  );
  const items = [
    ...itemsOf(real),
    ...said(codec, "I read it."),
    ...codec.user("Read it.", "block"),
    ...(call === undefined ? [] : [call]),
    ...results,
  ];
  const parent = withItems(real, items);
  for (const at of holdersOf(codec, items).keys()) {
    const lacking = copied([...items]);
    const [holder, name] = holdersOf(codec, lacking)[at]!;
    const had = holder[name];
    delete holder[name];
    if (typeof had === "string" ? had.length > 2 : isObject(had) && Object.keys(had).length > 0)
      yield { code: "CB412", does: "leaves the arguments out", parent, child: withItems(real, [...lacking, ...own]) };
    for (const { does, code, write } of edits) {
      const [parent, child] = [copied([...items]), copied([...items])];
      const [before, after] = [holdersOf(codec, parent)[at]!, holdersOf(codec, child)[at]!];
      const given = before[0][before[1]];
      const isText = typeof given === "string";
      const value: Json = isText ? parsed(given) : (given ?? null);
      if (!isObject(value)) continue;
      const [first, second] = [plain(value, isText), write(value, isText)];
      if (second === null || second === first) continue;
      before[0][before[1]] = after[0][after[1]] = RAW;
      const raw =
        (written: string) =>
        (body: string): string =>
          body.replace(asText(RAW), () => written);
      yield {
        code,
        does,
        parent: withItems(real, parent),
        child: withItems(real, [...child, ...own]),
        raw: { parent: raw(first), child: raw(second) },
      };
    }
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return textOf(text);
  }
}
