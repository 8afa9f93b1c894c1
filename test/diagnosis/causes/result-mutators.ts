import type { DialectName } from "../../../harness/kernel/layout.ts";
import type { Codec } from "../../lineage/sessions/codec.ts";
import type { Json, JsonObject } from "../../lineage/sessions/json.ts";
import { said } from "./history-mutators.ts";
import { behindCall } from "./behind-call.ts";
import type { Mutant } from "./mutant.ts";
import type { RealBody } from "./real-bodies.ts";

const call = { id: "call_9", name: "take_screenshot", input: { path: "src/index.html" } };
const DATA = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk";
const URL = `data:image/png;base64,${DATA}`;

/** How a wire writes a tool's result of parts, and a picture and a text in it. */
type Parts = {
  readonly result: (parts: Json) => JsonObject;
  readonly picture: JsonObject;
  readonly text: (text: string) => JsonObject;
};
const PARTS: Readonly<Record<DialectName, Parts>> = {
  "anthropic-messages": {
    result: (content) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content }] }),
    picture: { type: "image", source: { type: "base64", media_type: "image/png", data: DATA } },
    text: (text) => ({ type: "text", text }),
  },
  "openai-chat": {
    result: (content) => ({ role: "tool", tool_call_id: call.id, content }),
    picture: { type: "image_url", image_url: { url: URL } },
    text: (text) => ({ type: "text", text }),
  },
  "openai-responses": {
    result: (output) => ({ type: "function_call_output", call_id: call.id, output }),
    picture: { type: "input_image", image_url: URL },
    text: (text) => ({ type: "input_text", text }),
  },
  "gemini-generate": {
    result: (parts) => ({
      role: "user",
      parts: [{ functionResponse: { id: call.id, name: call.name, response: { output: "taken" }, parts } }],
    }),
    picture: { inlineData: { mimeType: "image/png", data: DATA } },
    text: (text) => ({ text }),
  },
  "bedrock-converse": {
    result: (content) => ({ role: "user", content: [{ toolResult: { toolUseId: call.id, content } }] }),
    picture: { image: { format: "png", source: { bytes: DATA } } },
    text: (text) => ({ text }),
  },
};

const LONG = Array.from({ length: 40 }, (_, at) => `${at}: export const part${at} = (a, b) => a + b;`).join("\n");
const REMINDER = "<system-reminder>\nThe task list is empty. Do not mention it.\n</system-reminder>";
const CLEARED = "[Old tool result content cleared]";

/** What becomes of a text that a tool answered. */
const TEXTS: readonly (readonly [code: string, does: string, before: string, after: string])[] = [
  ["CB406", "clears a long result", LONG, CLEARED],
  ["CB406", "clears a result that is shorter than what stands for it", "ok", CLEARED],
  ["CB406", "clears a name in parentheses", "add.js\nsub.js", "(removed to save context)"],
  ["CB406", "keeps the beginning", LONG, `${LONG.slice(0, 400)}\n... [truncated]`],
  ["CB405", "has another short result", "exit code 0", "exit code 1, tests failed"],
  ["CB405", "has another value in brackets", "[1, 2, 3]", "[1, 2, 4]"],
  ["CB407", "adds a reminder to a result", LONG, `${LONG}\n\n${REMINDER}`],
  ["CB407", "drops a reminder of a short result", `ok\n${REMINDER}`, "ok"],
  ["CB409", "trims a result", `${LONG}\n`, LONG],
];

/** Results that lose their pictures, are cleared or get a reminder, and what a model thought next to its calls. */
export function* resultMutants(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const mutant = behindCall(real, call);
  for (const [code, does, before, after] of TEXTS) {
    const results = [before, after].map((text) => codec.results([{ call, text }], null));
    yield { code, does, ...mutant(results[0]!, results[1]!) };
  }
  const { result, picture, text } = PARTS[codec.wire];
  const shown = [text("It looks so:"), picture];
  const pictures: readonly (readonly [does: string, before: Json, after: Json])[] = [
    ["puts a text in place of a result's picture", shown, [text("It looks so:"), text("[picture left out]")]],
    ["drops a result's picture", shown, [text("It looks so:")]],
    ["puts a text in place of a result that was a picture", [picture], [text("[picture left out]")]],
  ];
  for (const [does, before, after] of pictures)
    yield { code: "CB414", does, ...mutant([result(before)], [result(after)]) };
  yield* thoughtMutants(codec, mutant);
}

/** Thoughts that open models write into their answer, and Chat's under two names. */
function* thoughtMutants(
  codec: Codec,
  mutant: (before: readonly JsonObject[], after: readonly JsonObject[]) => Pick<Mutant, "parent" | "child">,
): Generator<Mutant> {
  const answered = codec.results([{ call, text: "Taken." }], null);
  const turn = (...answer: readonly JsonObject[]): readonly JsonObject[] => [
    ...answered,
    ...answer,
    ...codec.user("And now?", "block"),
  ];
  const thought = "<think>\nThe picture comes first.\n</think>\n\n";
  const [plain, thinking] = ["It is taken.", `${thought}It is taken.`].map((text) => turn(...said(codec, text)));
  yield { code: "CB413", does: "strips a thought from a text", ...mutant(thinking!, plain!) };
  const other = turn(...said(codec, `${thought.replace("first", "last")}It is taken.`));
  yield { code: "CB413", does: "rewrites a thought in a text", ...mutant(thinking!, other) };
  if (codec.wire !== "openai-chat") return;
  const named = (name: string): readonly JsonObject[] =>
    turn({ role: "assistant", content: "It is taken.", [name]: "The picture comes first." });
  yield {
    code: "CB413",
    does: "renames the member of a thought",
    ...mutant(named("reasoning_content"), named("reasoning")),
  };
}
