import { expect, test } from "vitest";

import { go, hi, rolesOn, type Row } from "./write-body.ts";

const tools: readonly Row[] = [
  [
    "one tool for another at its place: both",
    { tools: [{ name: "a" }, { name: "b" }], ...hi },
    { tools: [{ name: "c" }, { name: "b" }], ...go },
    ["CB202 cause", "CB201 cause"],
  ],
  [
    "a tool removed, one added behind: the later is masked",
    { tools: [{ name: "a" }, { name: "b" }], ...hi },
    { tools: [{ name: "b" }, { name: "c" }], ...go },
    ["CB202 cause", "CB201 masked"],
  ],
  [
    "a tool added in front, one removed behind",
    { tools: [{ name: "a" }, { name: "b" }], ...hi },
    { tools: [{ name: "c" }, { name: "a" }], ...go },
    ["CB201 cause", "CB202 masked"],
  ],
  ["all tools gone", { tools: [{ name: "a" }, { name: "b" }], ...hi }, { tools: [], ...go }, ["CB202 cause"]],
  [
    "a number in a schema is not a counter",
    { tools: [{ name: "a", input_schema: { maximum: 10 } }], ...hi },
    { tools: [{ name: "a", input_schema: { maximum: 20 } }], ...go },
    ["CB204 cause"],
  ],
  [
    "a date in a description inside the schema",
    { tools: [{ name: "a", input_schema: { description: "as of 2026-11-20" } }], ...hi },
    { tools: [{ name: "a", input_schema: { description: "as of 2026-11-21" } }], ...go },
    ["CB207 cause"],
  ],
  [
    "members of a schema in another order",
    { tools: [{ name: "a", input_schema: { type: "object", title: "t" } }], ...hi },
    { tools: [{ name: "a", input_schema: { title: "t", type: "object" } }], ...go },
    ["CB206 cause"],
  ],
  [
    "description and schema of one tool: the first is the cause",
    { tools: [{ name: "a", description: "Reads files of a project.", input_schema: { type: "object" } }], ...hi },
    { tools: [{ name: "a", description: "Writes them all.", input_schema: { type: "object", title: "t" } }], ...go },
    ["CB205 cause", "CB204 masked"],
  ],
  [
    "a tool that became deferred",
    { tools: [{ name: "a" }, { name: "b" }], ...hi },
    { tools: [{ name: "a", defer_loading: true }, { name: "b" }], ...go },
    ["CB208 cause"],
  ],
  [
    "a deferred tool is not part of the prompt",
    { tools: [{ name: "a" }], ...hi },
    { tools: [{ name: "a" }, { name: "b", defer_loading: true }], ...go },
    [],
  ],
  [
    "web search off and a declared tool off",
    { tools: [{ type: "web_search_20250305", name: "web_search" }, { name: "a" }], ...hi },
    { tools: [], ...go },
    ["CB109 cause", "CB202 masked"],
  ],
  [
    "a typed tool that the client runs is a declared one",
    { tools: [{ type: "bash_20250124", name: "bash" }, { name: "a" }], ...hi },
    { tools: [{ name: "a" }], ...go },
    ["CB202 cause"],
  ],
];

test.each(tools)("the tool rules give the expected findings: %s", (_name, parent, child, expected) => {
  expect(rolesOn(parent, child)).toEqual(expected);
});
