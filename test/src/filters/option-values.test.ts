import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { autoMemFilter } from "../../../src/filters/auto-mem-filter.ts";
import { readOnlyFilter } from "../../../src/filters/read-only-filter.ts";

/** As a caller without types would write them. */
const asGiven = (text: string): never => JSON.parse(text) as never;

test.each([
  ['{"promise":"bsh"}', "unknown value of promise; did you mean bash? Known: literal, bash, confined"],
  ['{"promise":"Confined"}', "unknown value of promise; did you mean confined?"],
  ['{"promise":null}', "unknown value of promise; Known: literal, bash, confined"],
  ['{"shell":"guard"}', "unknown value of shell; did you mean guarded?"],
  ['{"promis":"bash"}', "unknown option promis; did you mean promise?"],
])("a filter with the options %s is refused, with the nearest word", async (options, says) => {
  expect(() => readOnlyFilter(asGiven(options))).toThrow(`readOnlyFilter: ${says}`);
  const made = autoMemFilter({ memoryDir: tmpdir(), ...Object(asGiven(options)) });
  await expect(made).rejects.toThrow(`autoMemFilter: ${says}`);
});
