import { type BodyParts, type MessageParts, splice } from "./body-parts.ts";

/** What a mutation made of a body: the parent is the body itself unless the mutation needs another one. */
export type Mutated = { readonly parent?: BodyParts; readonly child: BodyParts; readonly pointer: string };

/** Picks an index below `count`. */
export type Pick = (count: number) => number;

export type Mutation = {
  readonly code: string;
  readonly does: string;
  /** Null where the body has nothing to mutate so. */
  readonly mutate: (body: BodyParts, pick: Pick) => Mutated | null;
};

type Parsed = { [name: string]: unknown };

export const mutations: readonly Mutation[] = [
  onTool("CB202", "removes a tool", () => null),
  onTool("CB204", "adds a property to a schema", (tool) => {
    const schema = { ...(tool["input_schema"] as Parsed), additionalNote: true };
    return { ...tool, input_schema: schema };
  }),
  onTool("CB205", "rewrites a description", (tool) => ({
    ...tool,
    description: `Politely: ${String(tool["description"])}`,
  })),
  onTool("CB206", "turns the members around", (tool) => Object.fromEntries(Object.entries(tool).toReversed())),
  onTool("CB208", "adds an option", (tool) => ({ ...tool, strict: true })),
  {
    code: "CB201",
    does: "adds a tool",
    mutate: (body, pick) => {
      const at = pick(body.tools.length + 1);
      const tools = splice(body.tools, at, 0, `{"name":"brand_new","description":"New."}`);
      return { child: { ...body, tools }, pointer: `/tools/${at}` };
    },
  },
  {
    code: "CB203",
    does: "swaps two tools",
    mutate: (body, pick) => {
      const [i, j] = [pick(body.tools.length), pick(body.tools.length)].toSorted((a, b) => a - b) as [number, number];
      if (i === j) return null;
      const tools = body.tools.with(i, body.tools[j]!).with(j, body.tools[i]!);
      return { child: { ...body, tools }, pointer: `/tools/${i}` };
    },
  },
  onSystem("CB302", "a clock ticks", "It is 2026-11-20 09:30.", "It is 2026-11-20 09:31."),
  onSystem("CB303", "a session id changes", "Log: /tmp/ses_4f9a01bb37c2.log", "Log: /tmp/ses_a07e55d91c68.log"),
  onSystem("CB304", "a directory changes", "Work in /srv/app/one now.", "Work in /srv/app/two/deep now."),
  onSystem("CB305", "a counter counts", "Memory is 45% full.", "Memory is 47% full."),
  onSystem("CB306", "a listing grows", "Files:\n├── a.js\n└── b.js\n", "Files:\n├── a.js\n├── b.js\n└── c.js\n"),
  onSystem("CB301", "an instruction changes", "Always be brief.", "Never hurry, and explain each step."),
  {
    code: "CB309",
    does: "another system prompt",
    mutate: (body) => ({
      child: {
        ...body,
        system: [JSON.stringify({ type: "text", text: "Summarise the talk in three lines of verse." })],
      },
      pointer: body.system.length === 1 && body.system[0]!.startsWith('"') ? "/system" : "/system/0",
    }),
  },
  onText("CB405", "words are added", (text) => `${text} And one thing more, which was never said before.`),
  onText("CB409", "a line feed is added", (text) => `${text}\n`),
  onBlock("CB420", "a letter is escaped", "text", (raw) => {
    const at = raw.lastIndexOf(
      "e",
      raw.lastIndexOf('"', raw.includes("cache_control") ? raw.indexOf(',"cache') : undefined),
    );
    return at > raw.indexOf('"text":') + 8 ? `${raw.slice(0, at)}\\u0065${raw.slice(at + 1)}` : null;
  }),
  onBlock("CB406", "a result is pruned", "tool_result", (raw) => {
    const block: Parsed = JSON.parse(raw);
    return JSON.stringify(block["content"]).length > 40 ? JSON.stringify({ ...block, content: "[old]" }) : null;
  }),
  onBlock("CB412", "arguments are emptied", "tool_use", (raw) => JSON.stringify({ ...JSON.parse(raw), input: {} })),
  onBlock("CB411", "arguments are turned around", "tool_use", (raw) => {
    const block: Parsed = JSON.parse(raw);
    const entries = Object.entries(block["input"] as Parsed);
    return entries.length < 2 ? null : JSON.stringify({ ...block, input: Object.fromEntries(entries.toReversed()) });
  }),
  onBlock("CB410", "an id is new", "tool_use", (raw) =>
    JSON.stringify({ ...JSON.parse(raw), id: "toolu_regenerated" }),
  ),
  {
    code: "CB402",
    does: "removes a message",
    mutate: (body, pick) => {
      const at = 1 + pick(body.messages.length - 2);
      return { child: goOn({ ...body, messages: splice(body.messages, at, 1) }), pointer: `/messages/${at}` };
    },
  },
  {
    code: "CB403",
    does: "inserts a message",
    mutate: (body, pick) => {
      const at = 1 + pick(body.messages.length - 1);
      const role = body.messages[at]!.role === "user" ? "assistant" : "user";
      const message: MessageParts = { role, blocks: [`{"type":"text","text":"A word in between."}`] };
      return { child: goOn({ ...body, messages: splice(body.messages, at, 0, message) }), pointer: `/messages/${at}` };
    },
  },
  {
    code: "CB404",
    does: "swaps two neighbours",
    mutate: (body, pick) => {
      const at = pick(body.messages.length - 2);
      const [one, two] = [body.messages[at]!, body.messages[at + 1]!];
      const messages = splice(body.messages, at, 2, two, one);
      return { child: goOn({ ...body, messages }), pointer: `/messages/${at}` };
    },
  },
  {
    code: "CB401",
    does: "drops the first messages",
    mutate: (body, pick) => {
      const count = 1 + pick(body.messages.length - 1);
      const first = body.messages[count]!.role === body.messages[0]!.role ? firstBlock(body) : "/messages/0";
      return { child: goOn({ ...body, messages: body.messages.slice(count) }), pointer: first };
    },
  },
  {
    code: "CB407",
    does: "adds a reminder in front",
    mutate: (body) => {
      const reminder = `{"type":"text","text":"<system-reminder>\\nBe kind.\\n</system-reminder>"}`;
      const [first, ...others] = body.messages;
      const message = { ...first!, blocks: [reminder, ...asBlocks(first!)] };
      return { child: goOn({ ...body, messages: [message, ...others] }), pointer: firstBlock(body) };
    },
  },
  {
    code: "CB416",
    does: "replaces all but the last message by a summary",
    mutate: (body) => {
      const summary = { role: "user", blocks: [`{"type":"text","text":"So far: files were listed and read."}`] };
      const messages = [summary, { role: "assistant", blocks: [`{"type":"text","text":"Understood."}`] }];
      return { child: goOn({ ...body, messages }), pointer: firstBlock(body) };
    },
  },
];

/** A fork goes on behind its parent's part; without that, a removal at the end is a rewind. */
function goOn(body: BodyParts): BodyParts {
  const own = [
    { role: "assistant", blocks: [`{"type":"text","text":"All done here."}`] },
    { role: "user", blocks: [`{"type":"text","text":"Now inspect the source folder and report."}`] },
  ];
  return { ...body, messages: [...body.messages, ...own] };
}

function onTool(code: string, does: string, edit: (tool: Parsed) => Parsed | null): Mutation {
  return {
    code,
    does,
    mutate: (body, pick) => {
      const at = pick(body.tools.length);
      const edited = edit(JSON.parse(body.tools[at]!) as Parsed);
      const others = edited === null ? [] : [JSON.stringify(edited)];
      return { child: { ...body, tools: splice(body.tools, at, 1, ...others) }, pointer: `/tools/${at}` };
    },
  };
}

/** Puts a line into the middle of the system prompt of both sides, in two versions. */
function onSystem(code: string, does: string, before: string, after: string): Mutation {
  return {
    code,
    does,
    mutate: (body) => {
      const [first = '""'] = body.system;
      const parsed: unknown = JSON.parse(first);
      const text = typeof parsed === "string" ? parsed : String((parsed as Parsed)["text"]);
      const middle = text.length >> 1;
      const withLine = (line: string): BodyParts => {
        const whole = `${text.slice(0, middle)}\n${line}\n${text.slice(middle)}`;
        const block = typeof parsed === "string" ? whole : { ...(parsed as Parsed), text: whole };
        return { ...body, system: [JSON.stringify(block), ...body.system.slice(1)] };
      };
      const pointer = typeof parsed === "string" ? "/system" : "/system/0";
      return { parent: withLine(before), child: withLine(after), pointer };
    },
  };
}

function onText(code: string, does: string, edit: (text: string) => string): Mutation {
  return onBlock(code, does, "text", (raw) => {
    const block: unknown = JSON.parse(raw);
    if (typeof block === "string") return JSON.stringify(edit(block));
    const text = String((block as Parsed)["text"]);
    return text.startsWith("<") ? null : JSON.stringify({ ...(block as Parsed), text: edit(text) });
  });
}

/** Edits one of the blocks of a type that the edit can do something with. */
function onBlock(code: string, does: string, type: string, edit: (raw: string) => string | null): Mutation {
  return {
    code,
    does,
    mutate: (body, pick) => {
      const candidates = body.messages.flatMap(({ blocks }, at) =>
        blocks.flatMap((raw, index) => {
          const edited = typeOf(raw) === type ? edit(raw) : null;
          return edited === null || edited === raw ? [] : [{ at, index, raw, edited }];
        }),
      );
      if (candidates.length === 0) return null;
      const { at, index, raw, edited } = candidates[pick(candidates.length)]!;
      const message = body.messages[at]!;
      const changed = { ...message, blocks: splice(message.blocks, index, 1, edited) };
      const pointer = raw.startsWith('"') ? `/messages/${at}/content` : `/messages/${at}/content/${index}`;
      return { child: goOn({ ...body, messages: splice(body.messages, at, 1, changed) }), pointer };
    },
  };
}

function typeOf(raw: string): string {
  return raw.startsWith('"') ? "text" : String((JSON.parse(raw) as Parsed)["type"]);
}

function asBlocks({ blocks }: MessageParts): readonly string[] {
  return blocks.map((raw) => (raw.startsWith('"') ? `{"type":"text","text":${raw}}` : raw));
}

function firstBlock({ messages }: BodyParts): string {
  return messages[0]!.blocks[0]!.startsWith('"') ? "/messages/0/content" : "/messages/0/content/0";
}
