import fc from "fast-check";

const gap = fc.constantFrom("", "", "", " ", "\n  ");

const object = (member: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(gap, member), { maxLength: 5 })
    .map((members) => `{${members.map((parts) => parts.join("")).join(",")}}`);

const list = (element: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(gap, element), { maxLength: 4 })
    .map((elements) => `[${elements.map((parts) => parts.join("")).join(",")}]`);

const member = (names: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...names), gap, value).map(([name, before, each]) => `"${name}":${before}${each}`);

const WORDS = "text message additional_tools function_call function_call_output item_reference tool_result";
const ROLES = "user assistant system developer tool";

const word = fc.constantFrom(...`${WORDS} ${ROLES} 5m`.split(" "), "", '\\"}\\\\').map((each) => `"${each}"`);

const scalar = fc.oneof(word, fc.constantFrom("null", "true", "1"));

const mark = member(
  ["cachePoint", "cache_control", "prompt_cache_breakpoint"],
  object(member(["ttl", "type"], scalar)),
);

/** A content part, a tool, a call: an object of no depth that matters. */
const part = object(
  fc.oneof(
    member(["type", "text", "id", "name", "a/b~c", "\\u0069d"], scalar),
    member(["functionCall", "toolResult", "defer_loading", "thought", "content"], fc.oneof(scalar, list(scalar))),
    mark,
  ),
);

/** A message, an input item, a tool, an element of Gemini's tools. */
const element = object(
  fc.oneof(
    member(["role", "type", "id", "status"], scalar),
    member(["content", "parts", "output", "reasoning_content"], fc.oneof(scalar, part, list(fc.oneof(part, scalar)))),
    member(["tools", "tool_calls", "functionDeclarations", "codeExecution"], fc.oneof(scalar, list(part))),
    mark,
  ),
);

const elements = fc.array(fc.oneof({ weight: 8, arbitrary: element }, { weight: 1, arbitrary: scalar }), {
  maxLength: 4,
});

const LISTS = ["tools", "system", "messages", "input", "contents"] as const;

/** Two bodies made of the words of every wire, in places that make sense on some and on others do not. */
export type WirePair = { readonly left: string; readonly right: string };

/** Lists of both begin alike, so that there is something to repeat. */
export const wirePair: fc.Arbitrary<WirePair> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...LISTS), elements, elements, elements).map(([name, head, left, right]) => ({
        left: `"${name}": [${[...head, ...left].join(", ")}]`,
        right: `"${name}":[${[...head, ...right].join(",")}]`,
      })),
      fc
        .tuple(
          member(["system", "input", "instructions", "systemInstruction", "toolConfig", "cache_control"], scalar),
          member(["systemInstruction", "toolConfig"], element),
        )
        .map(([left, right]) => ({ left, right })),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((members) => ({
    left: `{${members.map(({ left }) => left).join(", ")}}`,
    right: `{${members.map(({ right }) => right).join(",")}}`,
  }));
