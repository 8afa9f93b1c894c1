import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderBuilds } from "../../harness/report/render-builds.ts";
import type { Draft, Fault, Sent } from "../break-cost/conversation.ts";
import { noBreakpoints } from "../break-cost/faults.ts";
import { type Json, type JsonObject, objectsOf, textOf } from "../lineage/sessions/json.ts";
import { compared, task, writeBuild } from "./two-builds.ts";

const TURNS = 8;
/** The request from which a late change is made, from 0. */
const LATE = 5;

let folder: string;
let clean: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-changes-"));
  clean = writeBuild(folder, "clean", task(TURNS));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Change = { readonly name: string; readonly apply: (draft: Draft) => void };

function member(name: string, value: Json): Change {
  return {
    name,
    apply: ({ body }) => {
      body[name] = value;
    },
  };
}

function header(name: string, value: string): Change {
  return {
    name,
    apply: (draft) => {
      draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
    },
  };
}

const fields: readonly Change[] = [
  member("model", "claude-opus-4-8"),
  member("max_tokens", 77),
  member("temperature", 0.25),
  member("top_p", 0.9),
  member("stop_sequences", ["END"]),
  member("thinking", { type: "enabled", budget_tokens: 2048 }),
  member("tool_choice", { type: "any" }),
  member("metadata", { user_id: "u2" }),
  member("service_tier", "standard_only"),
  member("stream", true),
  member("a_member_of_next_year", { deep: [1] }),
  {
    name: "path",
    apply: (draft) => {
      draft.path = draft.path.replace("/v1", "/gateway/v1");
    },
  },
  {
    name: "breakpoints in messages",
    apply: ({ body, codec }) => {
      body[codec.list] = withTtl(body[codec.list] ?? []);
    },
  },
  {
    name: "breakpoints in system",
    apply: ({ body }) => {
      body["system"] = withTtl(body["system"] ?? []);
    },
  },
  {
    name: "breakpoints in tools",
    apply: ({ body, codec }) => {
      const last = codec.tools(body)?.at(-1);
      if (last !== undefined) last["cache_control"] = { type: "ephemeral" };
    },
  },
];

function withTtl(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value).replaceAll('{"type":"ephemeral"}', '{"type":"ephemeral","ttl":"1h"}'),
  ) as Json;
}

const headers: readonly Change[] = [
  header("user-agent", "agent/9.9"),
  header("anthropic-beta", "context-1m-2025-08-07"),
  header("anthropic-version", "2099-01-01"),
  header("x-build", "2"),
];

const prompts: readonly (Change & { readonly segment: string })[] = [
  {
    name: "a tool's description",
    segment: "tools",
    apply: ({ body, codec }) => {
      const tool = codec.tools(body)?.[0];
      if (tool !== undefined) tool["description"] = `${textOf(tool["description"])} Ask first.`;
    },
  },
  {
    name: "a tool at the end",
    segment: "tools",
    apply: ({ body, codec }) => {
      codec.tools(body)?.push(codec.tool("late", "A late tool.", { type: "object", properties: {} }));
    },
  },
  {
    name: "the order of tools",
    segment: "tools",
    apply: ({ body, codec }) => {
      codec.tools(body)?.reverse();
    },
  },
  {
    name: "the end of the system prompt",
    segment: "system",
    apply: ({ body, codec }) => codec.editSystem(body, (text) => `${text}\nBe brief.`),
  },
  {
    name: "a block of the system prompt",
    segment: "system",
    apply: ({ body, codec }) => codec.addSystem(body, "Be kind."),
  },
  {
    name: "the first message",
    segment: "messages",
    apply: ({ body, codec }) => {
      const list = objectsOf(body[codec.list]);
      const said: JsonObject | null = list[0] === undefined ? null : codec.appended(list[0], "Please.");
      if (said !== null) body[codec.list] = list.with(0, said);
    },
  },
];

function everywhere(change: Change): Fault {
  return change;
}

/** Only from a later request on: the first requests are equal. */
function late({ name, apply }: Change): Fault {
  return {
    name,
    apply: (draft) => {
      if (draft.turn >= LATE) apply(draft);
    },
  };
}

const when = [
  { from: "the first request", fault: everywhere, touched: TURNS },
  { from: "a later request", fault: late, touched: TURNS - LATE },
] as const;

describe.each(when)("compare names the only change, made from $from on", ({ fault, touched }) => {
  it.each(fields)("the field $name", async (change) => {
    const comparison = await compared(clean, writeBuild(folder, "changed", task(TURNS, [fault(change)])));
    expect(comparison.fields.map(({ name, requests }) => [name, requests])).toEqual([[change.name, touched]]);
    expect([comparison.headers, comparison.firstDifference]).toEqual([[], null]);
    const printed = renderBuilds(comparison, { colour: false, columns: 80 });
    expect(printed).toMatch(new RegExp(`^· field +${change.name}: `, "m"));
  });

  it.each(headers)("the header $name", async (change) => {
    const comparison = await compared(clean, writeBuild(folder, "changed", task(TURNS, [fault(change)])));
    expect(comparison.headers.map(({ name, requests }) => [name, requests])).toEqual([[change.name, touched]]);
    expect([comparison.fields, comparison.firstDifference]).toEqual([[], null]);
  });

  it.each(prompts)("$name", async ({ segment, ...change }) => {
    const comparison = await compared(clean, writeBuild(folder, "changed", task(TURNS, [fault(change)])));
    expect(comparison.firstDifference?.divergence.segment).toBe(segment);
    expect(comparison.requests.differing).toMatchObject({ [segment]: touched });
    expect(comparison.fields.filter(({ name }) => !name.startsWith("breakpoints in"))).toEqual([]);
  });
});

it("compare names breakpoints that are missing, and bodies that differ in their spelling alone", async () => {
  const unmarked = await compared(clean, writeBuild(folder, "unmarked", task(TURNS, [noBreakpoints])));
  expect(unmarked.fields.map(({ name }) => name)).toContain("breakpoints in messages");
  const spaced = task(TURNS).map((sent): Sent => ({
    ...sent,
    body: Buffer.from(JSON.stringify(JSON.parse(sent.body.toString()), null, 1)),
  }));
  const respelled = await compared(clean, writeBuild(folder, "spaced", spaced));
  expect(respelled.fields.map(({ name, requests }) => [name, requests])).toEqual([["spelling of the body", TURNS]]);
  expect(respelled.firstDifference).toBeNull();
});
