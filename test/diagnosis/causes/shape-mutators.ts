import type { DialectName } from "../../../harness/kernel/layout.ts";
import type { Codec } from "../../lineage/sessions/codec.ts";
import { copied, isObject, type Json, type JsonObject, objectsOf } from "../../lineage/sessions/json.ts";
import { asked, said, withParts } from "./history-mutators.ts";
import { behindCall } from "./behind-call.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

const LISTED = [
  "src/add.js has one function, add, and no test.",
  "src/sub.js has one function, sub, and no test.",
  "src/index.js prints a sum.",
];
const call = { id: "call_9", name: "list_files", input: { path: "src" } };

/** What a tool answered, in parts or as one string; null where the wire writes no parts. */
const RESULTS: Readonly<Record<DialectName, ((content: readonly string[]) => JsonObject) | null>> = {
  "anthropic-messages": (parts) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: call.id, content: blocks(parts, "text") }],
  }),
  "openai-chat": (parts) => ({ role: "tool", tool_call_id: call.id, content: blocks(parts, "text") }),
  "openai-responses": (parts) => ({
    type: "function_call_output",
    call_id: call.id,
    output: blocks(parts, "input_text"),
  }),
  "gemini-generate": null,
  "bedrock-converse": (parts) => ({
    role: "user",
    content: [{ toolResult: { toolUseId: call.id, content: parts.map((text) => ({ text })) } }],
  }),
};

function blocks([first = "", ...others]: readonly string[], type: string): Json {
  return others.length === 0 ? first : [first, ...others].map((text) => ({ type, text }));
}

type Shape = readonly [does: string, before: readonly string[], after: readonly string[], code: string];

const [one = "", two = "", three = ""] = LISTED;
const shapes: readonly Shape[] = [
  ["joins parts", LISTED, [LISTED.join("")], "CB408"],
  ["joins parts with line feeds", LISTED, [LISTED.join("\n")], "CB408"],
  ["splits a text", [LISTED.join("\n")], LISTED.map((each, at) => (at < 2 ? `${each}\n` : each)), "CB408"],
  ["splits a text at its line feeds", [LISTED.join("\n")], LISTED, "CB408"],
  ["joins two parts of three", LISTED, [one + two, three], "CB408"],
  ["splits parts elsewhere", [one + two, three], [one, two + three], "CB408"],
  ["prunes parts to a word", LISTED, ["[old result]"], "CB406"],
  ["prunes all parts but the first", LISTED, [one], "CB406"],
  ["prunes a text to a word", [LISTED.join("\n")], ["[old result]"], "CB406"],
  ["prunes a text to a word in two parts", [LISTED.join("\n")], ["[old ", "result]"], "CB406"],
  ["edits a part", LISTED, [one, two.replace("no test", "one test"), three], "CB405"],
];

/** Results of tools and texts of the user's whose parts are cut otherwise, or of which something is missing. */
export function* shapeMutants(real: RealBody): Generator<Mutant> {
  const { codec, wire } = real;
  const mutant = behindCall(real, call);
  const result = RESULTS[wire];
  for (const [does, before, after, code] of shapes) {
    if (result !== null) yield { code, does: `${does} of a result`, ...mutant([result(before)], [result(after)]) };
    if (code === "CB406") continue;
    const answered = codec.results([{ call, text: "Three files." }], null);
    const talk = (parts: readonly string[]): readonly JsonObject[] => [
      ...answered,
      ...said(codec, "Three."),
      ...asked(codec, parts),
    ];
    yield { code, does: `${does} of a question`, ...mutant(talk(before), talk(after)) };
  }
  yield* recordedResults(real);
}

/** The recorded results, as text and in two parts. */
function* recordedResults(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const items = itemsOf(real);
  const own = [...said(codec, "Done."), ...codec.user("Go on.", "block")];
  for (const [at, item] of items.entries()) {
    if (!codec.hasResult(item)) continue;
    const changed = inTwo(codec, item);
    if (changed === null) continue;
    const [whole, split] = changed;
    const parent = withItems(real, items.with(at, whole));
    yield {
      code: "CB408",
      does: "splits a recorded result",
      parent,
      child: withItems(real, [...items.with(at, split), ...own]),
    };
  }
}

/** A result as one text and in two parts; null where it is neither text nor long enough. */
function inTwo(codec: Codec, item: JsonObject): readonly [JsonObject, JsonObject] | null {
  const name = codec.wire === "openai-responses" ? "output" : "content";
  if (codec.wire === "openai-chat" || codec.wire === "openai-responses") {
    const type = name === "output" ? "input_text" : "text";
    const halves = halvesOf(item[name]);
    return halves === null
      ? null
      : [
          { ...item, [name]: halves.join("") },
          { ...item, [name]: blocks(halves, type) },
        ];
  }
  if (codec.wire === "gemini-generate") return null;
  const write = (isSplit: boolean): JsonObject =>
    withParts(codec, item, (parts) =>
      parts.map((part) => {
        const holder = isObject(part["toolResult"]) ? part["toolResult"] : part;
        const halves = halvesOf(holder["content"]);
        if (halves === null) return part;
        const isBedrock = holder !== part;
        const texts = isSplit ? halves : [halves.join("")];
        const content = isBedrock ? texts.map((text) => ({ text })) : blocks(texts, "text");
        return isBedrock ? { ...part, toolResult: { ...holder, content } } : { ...part, content };
      }),
    );
  const [whole, split] = [write(false), write(true)];
  return JSON.stringify(whole) === JSON.stringify(split) ? null : [copied(whole), copied(split)];
}

function halvesOf(content: Json | undefined): readonly string[] | null {
  const text =
    typeof content === "string" ? content : objectsOf(content).length === 1 ? objectsOf(content)[0]?.["text"] : null;
  return typeof text === "string" && text.length > 20
    ? [text.slice(0, text.length >> 1), text.slice(text.length >> 1)]
    : null;
}
