import { isObject, type Json, type JsonObject, objectsOf, textOf } from "../lineage/sessions/json.ts";
import type { Fault } from "./conversation.ts";

export const clock: Fault = {
  name: "a clock in the system prompt",
  apply: ({ body, codec, turn }) =>
    codec.editSystem(body, (text) => `${text}\nCurrent time: 2026-11-20T09:${String(10 + turn)}:07Z`),
};

export const headClock: Fault = {
  name: "a clock at the head of the system prompt",
  apply: ({ body, codec, turn }) => codec.editSystem(body, (text) => `Time: 09:${String(10 + turn)}:07.\n${text}`),
};

export const toolOrder: Fault = {
  name: "tools in another order each time",
  apply: ({ body, codec, turn }) => {
    const tools = codec.tools(body);
    if (tools !== null && turn % 2 === 1) withoutMoving(tools);
  },
};

/** The first two change places: a breakpoint on the last stays. */
function withoutMoving(tools: JsonObject[]): void {
  const [first, second] = tools;
  if (first !== undefined && second !== undefined) tools.splice(0, 2, second, first);
}

export const volatileTool: Fault = {
  name: "a counter in a tool's description",
  apply: ({ body, codec, turn }) => {
    const tool = codec.tools(body)?.[0];
    const holder = tool && holderOf(tool);
    if (holder !== undefined) holder["description"] = `${textOf(holder["description"])} Uses so far: ${turn}.`;
  },
};

/** The object of a tool that has its description. */
function holderOf(tool: JsonObject): JsonObject {
  const { toolSpec, function: named } = tool;
  return isObject(toolSpec) ? toolSpec : isObject(named) ? named : tool;
}

/** No fault: tools that are long enough to be cached by themselves, as those of real agents are. */
export const longTools: Fault = lengthenedTools(120);

/** Each tool's description gets so many more sentences. */
export function lengthenedTools(sentences: number): Fault {
  return {
    name: "long tools",
    apply: ({ body, codec }) => {
      for (const tool of codec.tools(body) ?? []) {
        const holder = holderOf(tool);
        holder["description"] =
          `${textOf(holder["description"])} ${"Give the path as the listing shows it. ".repeat(sentences)}`;
      }
    },
  };
}

export const noBreakpoints: Fault = {
  name: "no breakpoint at all",
  apply: (draft) => {
    draft.body = withoutMarks(draft.body, draft.codec.marks) as JsonObject;
  },
};

/** Every other request leaves the last message without one. */
export const flickeringBreakpoint: Fault = {
  name: "no breakpoint on the last message of every other request",
  apply: ({ body, codec, turn }) => {
    if (turn % 2 === 1) body[codec.list] = withoutMarks(body[codec.list] ?? [], codec.marks);
  },
};

/** From `first` on, the last message has no breakpoint. */
export function noMessageBreakpoint(first: number): Fault {
  return {
    name: `no breakpoint on the last message from request ${first + 1} on`,
    apply: ({ body, codec, turn }) => {
      if (turn >= first) body[codec.list] = withoutMarks(body[codec.list] ?? [], codec.marks);
    },
  };
}

export const volatileReminder: Fault = {
  name: "a counter in the first message",
  apply: ({ body, codec, turn }) => {
    const first = objectsOf(body[codec.list]).findIndex((item) => item["role"] === "user");
    const list = objectsOf(body[codec.list]);
    const item = list[first];
    const changed = item === undefined ? null : codec.appended(item, `Requests so far: ${turn}`);
    if (changed !== null) body[codec.list] = list.with(first, changed);
  },
};

/** From request 6 on the client keeps the opening and the last four items: what stands between is left out. */
export const windowedHistory: Fault = {
  name: "a window over the history",
  apply: ({ body, codec, turn }) => {
    const items = objectsOf(body[codec.list]);
    const lead = items.findIndex((item) => codec.isAnswer(item));
    if (turn >= 5 && lead >= 0) body[codec.list] = [...items.slice(0, lead), ...items.slice(-4)];
  },
};

export const editedOnce: Fault = {
  name: "another system prompt from request 4 on",
  apply: ({ body, codec, turn }) => {
    if (turn >= 3) codec.editSystem(body, (text) => text.replace("coding agent", "careful coding agent"));
  },
};

export const cacheKey: Fault = {
  name: "another cache key each time",
  apply: ({ body, turn }) => {
    body["prompt_cache_key"] = `key-${turn}`;
  },
};

export const betaFlap: Fault = {
  name: "a beta header every other time",
  apply: (draft) => {
    if (draft.turn % 2 === 1) draft.headers = [...draft.headers, ["anthropic-beta", "context-management-2025-06-27"]];
  },
};

/** One request is sent to another model; a pause moves what follows. */
export function modelOnce(turn: number, model: string): Fault {
  return {
    name: `another model for request ${turn + 1}`,
    apply: (draft) => {
      if (draft.turn === turn) draft.body["model"] = model;
    },
  };
}

export function pause(turn: number, minutes: number): Fault {
  return {
    name: `a pause of ${minutes} minutes before request ${turn + 1}`,
    apply: (draft) => {
      if (draft.turn === turn) draft.atMs += minutes * 60_000;
    },
  };
}

function withoutMarks(value: Json, marks: readonly string[]): Json {
  if (Array.isArray(value))
    return (value as Json[])
      .filter((each) => !(isObject(each) && marks.some((name) => name === "cachePoint" && name in each)))
      .map((each) => withoutMarks(each, marks));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !marks.includes(name))
      .map(([name, each]) => [name, withoutMarks(each, marks)]),
  );
}
