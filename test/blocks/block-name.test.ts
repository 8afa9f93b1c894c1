import { expect, test } from "vitest";
import { blockName } from "../../harness/blocks/block-name.ts";

test("a block of a tool has the tool's name, also with the cache point of Converse behind it", () => {
  const tool = `{"toolSpec":{"name":"diagnostics","inputSchema":{"json":{"type":"object"}}}}`;
  expect(blockName("tool", Buffer.from(tool))).toBe("diagnostics");
  expect(blockName("tool", Buffer.from(`${tool}, {"cachePoint":{"type":"default"}}`))).toBe("diagnostics");
});
