import { expect, test } from "vitest";
import { findNearest } from "../../../src/options/find-nearest.ts";

const known = ["apiKey", "baseUrl", "maxRetries", "fetch", "timeoutMs"];

test.each([
  ["baseURL", "baseUrl"],
  ["base_url", "baseUrl"],
  ["apikey", "apiKey"],
  ["api-key", "apiKey"],
  ["key", "apiKey"],
  ["timeout", "timeoutMs"],
  ["maxRetrys", "maxRetries"],
  ["retries", "maxRetries"],
  ["fech", "fetch"],
  ["ftech", "fetch"],
  ["temperature", null],
  ["id", null],
  ["", null],
])("the word nearest to %j is %j", (given, nearest) => {
  expect(findNearest(given, known)).toBe(nearest);
});

test("a known word in another spelling takes precedence over one that is only near", () => {
  expect(findNearest("toolS", ["tool", "tools"])).toBe("tools");
});
