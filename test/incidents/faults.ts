import type { Fault } from "../break-cost/conversation.ts";
import { isObject, type Json, objectsOf } from "../lineage/sessions/json.ts";

/** From `first` on a server's tools stand in front of the client's own, or behind them. */
export const toolServer = (first: number, isBehind: boolean = false): Fault => ({
  name: `a tool server that connects at request ${first + 1}, its tools ${isBehind ? "behind" : "before"} all others`,
  apply: ({ body, codec, turn }) => {
    if (turn < first) return;
    const text = "Searches the issue tracker.";
    const tools = codec.tools(body);
    tools?.splice(
      isBehind ? tools.length : 0,
      0,
      codec.tool("mcp__tracker__search", text, { type: "object", properties: { query: { type: "string" } } }),
      codec.tool("mcp__tracker__open", text, { type: "object", properties: { id: { type: "string" } } }),
    );
  },
});

/** From request 11 on the arguments of all calls are written with blanks, as another version of the SDK writes them. */
export const spacedArguments: Fault = {
  name: "arguments spaced by a newer SDK",
  apply: (draft) => {
    if (draft.turn >= 10) draft.body[draft.codec.list] = spaced(draft.body[draft.codec.list] ?? []);
  },
};

function spaced(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(spaced);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "arguments" && typeof each === "string" ? JSON.stringify(JSON.parse(each), null, 1) : spaced(each),
    ]),
  );
}

/** From request 13 on the first ten messages are a summary. */
export const compaction: Fault = {
  name: "a compaction",
  apply: ({ body, codec, turn }) => {
    if (turn < 12) return;
    const items = objectsOf(body[codec.list]);
    const lead = items.findIndex((item) => codec.isAnswer(item));
    const rest = items.slice(lead + 20);
    const first = rest.findIndex((item) => codec.isAnswer(item));
    const summary =
      "This session continues from an earlier conversation that ran out of context. Summary: the tests were run and the build is fixed.";
    body[codec.list] = [...codec.user(summary, "block"), ...rest.slice(first)];
  },
};
