import { expect, it } from "vitest";
import { previousResponse, rebuildDelta, rememberedItems } from "../../harness/wires/openai-responses/rebuild-delta.ts";

const rebuilt = (delta: string, items: string): string => String(rebuildDelta(Buffer.from(delta), Buffer.from(items)));

it.each([
  [
    "behind the items",
    `{"model":"m","input":[ {"b":1} ],"previous_response_id":"r1"}`,
    `{"model":"m","input":[{"a":1.0}, {"b":1} ]}`,
  ],
  ["before them", `{"previous_response_id" : "r1", "input":[{"b":1}]}`, `{"input":[{"a":1.0},{"b":1}]}`],
  [
    "with no item of its own",
    `{"input":[],"previous_response_id":"r1","stream":true}`,
    `{"input":[{"a":1.0}],"stream":true}`,
  ],
])("a delta is rebuilt to the whole request, with its reference %s", (_, delta, whole) => {
  expect(previousResponse(Buffer.from(delta))).toBe("r1");
  expect(rebuilt(delta, `{"a":1.0}`)).toBe(whole);
});

it("a request without a reference is whole already", () => {
  for (const whole of [`{"input":[{"a":1}]}`, `{"input":[],"previous_response_id":null}`]) {
    expect(previousResponse(Buffer.from(whole))).toBeNull();
  }
  expect(rebuilt(`{"input":[],"previous_response_id":"r1"}`, "")).toBe(`{"input":[]}`);
});

it("the stored conversation has the raw items of the request and the finished ones of the answer", () => {
  const frames = [
    `{"type":"response.output_item.added","item":{"id":"m1","status":"in_progress"}}`,
    `{"item":{"id": "m1", "n":1.0},"type":"response.output_item.done"}`,
    `{"type":"response.completed","response":{"output":[{"id":"m1","n":1}]}}`,
  ];
  const remembered = (request: string, answer: string): string =>
    String(rememberedItems(Buffer.from(request), Buffer.from(answer)));
  expect(remembered(`{"input":[{"b":[1, 2]} ,{"a":"é"}]}`, `[${frames.join(" , ")}]`)).toBe(
    `{"b":[1, 2]},{"a":"é"},{"id": "m1", "n":1.0}`,
  );
  expect(remembered(`{"input":[]}`, "")).toBe("");
});
