import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import { fixtureExchange } from "../support/fixture-body.ts";
import { rawJson } from "../support/raw-json.ts";

const raw = (layout: Layout): readonly string[] =>
  layout.units.map((unit) =>
    unit.unit === "envelope"
      ? `${unit.pointer} ${unit.members.map(({ start, end }) => layout.body.toString("utf8", start, end)).join(" ")}`
      : `${unit.pointer} ${unit.kind} ${layout.body.toString("utf8", unit.span.start, unit.span.end)}`,
  );

describe("the layout of a Messages body", () => {
  it("puts tools, system and messages in cache order, whatever order the body writes them in", () => {
    const body = Buffer.from(
      `{"messages":[{"content":[{"text":"a","type":"text"},{"type":"tool_use","id":"t1"}],"role":"assistant","x":1},` +
        `{"role":"user","content":"plain"}],"system":"be brief","model":"m","tools":[{"name":"read"}]}`,
    );
    expect(raw(parseLayout(body))).toEqual([
      `/tools/0 tool {"name":"read"}`,
      `/system text "be brief"`,
      `/messages/0 "role":"assistant" "x":1`,
      `/messages/0/content/0 text {"text":"a","type":"text"}`,
      `/messages/0/content/1 tool-use {"type":"tool_use","id":"t1"}`,
      `/messages/1 "role":"user"`,
      `/messages/1/content text "plain"`,
    ]);
  });

  it("uses the last of two equal members, as a parser does, and keeps the earlier one as another unit", () => {
    const layout = parseLayout(
      Buffer.from(`{"system":"old","tools":[{"name":"a"}],"system":"new","model":"x","model":"y"}`),
    );
    expect(raw(layout)).toEqual([`/system other "old"`, `/tools/0 tool {"name":"a"}`, `/system text "new"`]);
    expect(layout.parameters).toHaveLength(1);
  });

  it("finds breakpoints only at protocol positions, and cuts each so that valid JSON remains", () => {
    const body = Buffer.from(
      `{"cache_control":{"type":"ephemeral"},"tools":[{"name":"t","input_schema":{"cache_control":{"a":1}},` +
        `"cache_control":{"type":"ephemeral","ttl":"1h"}}],"messages":[{"role":"user","content":[` +
        `{"cache_control":{"type":"ephemeral"},"type":"tool_result","content":[{"type":"text","text":"x","cache_control":null}]},` +
        `{"type":"tool_use","input":{"cache_control":1},"content":[{"cache_control":2}]}]}]}`,
    );
    const layout = parseLayout(body);
    const marks = layout.units.flatMap((unit) => (unit.unit === "block" ? unit.marks : []));
    expect(marks.map(({ pointer, ttl }) => [pointer, ttl])).toEqual([
      ["/tools/0/cache_control", "1h"],
      ["/messages/0/content/0/cache_control", null],
      ["/messages/0/content/0/content/0/cache_control", null],
    ]);
    expect(layout.automaticMark?.pointer).toBe("/cache_control");
    for (const { excision } of [...marks, ...(layout.automaticMark === null ? [] : [layout.automaticMark])]) {
      const text = body.toString("utf8", 0, excision.start) + body.toString("utf8", excision.end);
      expect(() => JSON.parse(text)).not.toThrow();
    }
  });

  it("is the same with and without the parent's layout", () => {
    const parent = parseLayout(fixtureExchange("parent").request);
    for (const id of [
      "fork",
      "fork-pretty",
      "tool-removed",
      "tool-described",
      "reminder-dropped",
      "compacted",
      "rewind",
    ]) {
      const body = fixtureExchange(id).request;
      expect(parseLayout(body, parent)).toEqual(parseLayout(body));
    }
  });

  it("lays out any JSON object without failing, whatever layout came before", () => {
    const members = fc.array(
      fc.tuple(fc.constantFrom("tools", "system", "messages", "model", "cache_control"), rawJson),
      {
        maxLength: 6,
      },
    );
    const body = members.map((each) =>
      Buffer.from(`{${each.map(([name, value]) => `"${name}": ${value}`).join(", ")}}`),
    );
    fc.assert(
      fc.property(body, body, (left, right) => {
        const layout = parseLayout(left);
        for (const unit of layout.units) {
          expect(() => JSON.parse(left.toString("utf8", unit.span.start, unit.span.end))).not.toThrow();
        }
        expect(parseLayout(right, layout)).toEqual(parseLayout(right));
        expect(parseLayout(left, layout)).toEqual(layout);
      }),
      { numRuns: 300 },
    );
  });
});
