import { expect, test } from "vitest";
import { parseLayout } from "../../harness/wires/openai-responses/parse-layout.ts";
import { digestRequest } from "../../harness/lineage/requests/request-digest.ts";
import { jsonText } from "../../harness/diagnosis/reading/json-value.ts";
import { readJson } from "../../harness/diagnosis/reading/read-json.ts";
import { judgeBodies, rolesOf } from "./judge-example.ts";

/** More than the leanest recursion survives: about 10,000 frames do not. */
const DEPTH = 25_000;

const inText = (value: string): string =>
  `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","x":${value}}]}]}`;
const inSchema = (value: string): string =>
  `{"model":"m","tools":[{"name":"read","input_schema":${value}}],"messages":[{"role":"user","content":"hi"}]}`;
const inCall = (value: string): string =>
  `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"read","input":{"v":${value}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`;

function nested(leaf: string): string {
  return `{"a":`.repeat(DEPTH) + leaf + "}".repeat(DEPTH);
}

test.each([
  ["a text block", inText, ["CB405 cause"]],
  ["a schema", inSchema, ["CB204 cause", "CB501 masked"]],
  ["the arguments of a call", inCall, ["CB405 cause", "CB501 masked"]],
])("a difference that is nested deeply in %s is found", (_place, body, roles) => {
  expect(rolesOf(judgeBodies(body(nested("1")), body(nested("2"))).findings)).toEqual(roles);
});

test("a value is read and written at any depth", () => {
  expect(jsonText(readJson(nested("[1,null,true]")))).toBe(nested("[1,null,true]"));
});

test("an item has the same digest at any depth, whatever its ID and the order of its members", () => {
  const digest = (item: string): number | undefined =>
    digestRequest(parseLayout(Buffer.from(`{"model":"m","input":[${item}]}`))).messages.at(0);
  expect(digest(`{"type":"x","id":"1","y":${nested("1")}}`)).toEqual(digest(`{"y":${nested("1")},"type":"x"}`));
  expect(digest(`{"type":"x","y":${nested("1")}}`)).not.toEqual(digest(`{"type":"x","y":${nested("2")}}`));
});

test.each([
  ["12345678901234567890", "12345678901234567891"],
  ["1e400", "1e500"],
  ["0.1", "0.10000000000000000001"],
  ["1", "-1"],
])("the numbers %s and %s are two values", (one, other) => {
  expect(rolesOf(judgeBodies(inText(one), inText(other)).findings)).toEqual(["CB405 cause"]);
  expect(rolesOf(judgeBodies(inCall(one), inCall(other)).findings)).toEqual(["CB405 cause"]);
  expect(rolesOf(judgeBodies(inSchema(one), inSchema(other)).findings)).toEqual(["CB204 cause"]);
});

test.each([
  ["-0", "0"],
  ["1", "1.0"],
  ["1E+400", "10e399"],
  ["12345678901234567890", "12345678901234567890.0"],
])("the numbers %s and %s are one value in two spellings", (one, other) => {
  expect(rolesOf(judgeBodies(inText(one), inText(other)).findings)).toEqual(["CB420 cause"]);
  expect(rolesOf(judgeBodies(inCall(one), inCall(other)).findings)).toEqual(["CB420 cause"]);
  expect(rolesOf(judgeBodies(inSchema(one), inSchema(other)).findings)).toEqual(["CB420 cause"]);
});
