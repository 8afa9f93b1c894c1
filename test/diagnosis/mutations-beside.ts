import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { FindingRole } from "../../harness/kernel/finding.ts";
import type { BodyParts } from "./body-parts.ts";
import {
  HOUR,
  MARK,
  call,
  goOn,
  going,
  image,
  marked,
  model,
  notes,
  orphan,
  plain,
  remarked,
  setting,
  tail,
  text,
  thought,
  user,
  withMember,
} from "./mutated-body.ts";

/** What a mutation made of a real body, for codes outside the prefix, codes of refusals, and codes that need a body of their own. */
export type Beside = {
  readonly code: string;
  readonly role: FindingRole;
  readonly mutate: (body: BodyParts) => {
    readonly parent: BodyParts;
    readonly child: BodyParts;
    /** Where the finding lies; null where it has no place in a body. */
    readonly pointer: string | null;
  };
  readonly provider?: string;
  readonly parentSent?: Partial<Exchange>;
  readonly childSent?: Partial<Exchange>;
};

export const besides: readonly Beside[] = [
  { code: "CB101", role: "cause", mutate: setting("model", "claude-sonnet-4-5", "claude-haiku-4-5") },
  { code: "CB102", role: "cause", mutate: setting("thinking", null, { type: "enabled", budget_tokens: 4_000 }) },
  { code: "CB103", role: "cause", mutate: setting("output_config", null, { effort: "low" }) },
  { code: "CB104", role: "cause", mutate: setting("tool_choice", null, { type: "any" }) },
  {
    code: "CB105",
    role: "cause",
    mutate: setting("stream", true, true),
    childSent: { headers: [["anthropic-beta", "interleaved-thinking-2025-05-14"]] },
  },
  { code: "CB106", role: "cause", mutate: setting("speed", null, "fast") },
  { code: "CB107", role: "cause", mutate: setting("output_format", null, { type: "json_schema", schema: {} }) },
  {
    code: "CB108",
    role: "cause",
    mutate: (body) => {
      const thinking = withMember(plain(body), "thinking", { type: "enabled", budget_tokens: 16_000 });
      const child = goOn(withMember(thinking, "max_tokens", 8_000));
      return { parent: withMember(thinking, "max_tokens", 32_000), child, pointer: null };
    },
  },
  {
    code: "CB109",
    role: "cause",
    mutate: (body) => {
      const parent = plain(body);
      const tools = [...parent.tools, `{"type":"web_search_20250305","name":"web_search"}`];
      return { parent, child: goOn({ ...parent, tools }), pointer: `/tools/${parent.tools.length}` };
    },
  },
  {
    code: "CB207",
    role: "cause",
    mutate: (body) => {
      const described = (words: string): BodyParts => {
        const [first = "{}", ...others] = plain(body).tools;
        return { ...plain(body), tools: [JSON.stringify({ ...JSON.parse(first), description: words }), ...others] };
      };
      return {
        parent: described("Runs in /srv/one."),
        child: goOn(described("Runs in /srv/two.")),
        pointer: "/tools/0",
      };
    },
  },
  {
    code: "CB307",
    role: "cause",
    mutate: (body) => {
      const headed = (words: string): BodyParts => ({ ...plain(body), system: [text(words), ...plain(body).system] });
      return { parent: headed("x-route: red fox"), child: goOn(headed("x-route: blue hen")), pointer: "/system/0" };
    },
  },
  {
    code: "CB310",
    role: "cause",
    mutate: (body) => {
      const parent = plain(body);
      const [first = "{}", ...others] = parent.system;
      const words = String(JSON.parse(first).text);
      const system = [text(words.slice(0, 40)), text(words.slice(40)), ...others];
      return { parent, child: goOn({ ...parent, system }), pointer: "/system/0" };
    },
  },
  {
    code: "CB408",
    role: "cause",
    mutate: tail([user(text("Go on with it."))], [user(text("Go on "), text("with it."))], 0),
  },
  {
    code: "CB413",
    role: "cause",
    mutate: tail([model(thought, text("I see.")), user(text("And?"))], [model(text("I see.")), user(text("And?"))], 0),
  },
  {
    code: "CB414",
    role: "cause",
    mutate: tail([user(image, text("Look at it."))], [user(text("[image]"), text("Look at it."))], 0),
  },
  {
    code: "CB417",
    role: "cause",
    mutate: tail(
      [user(text("Go on.")), model(text("I hand it out."), call)],
      [user(text("Go on.")), model(text("I hand it out."))],
      1,
      1,
    ),
  },
  {
    code: "CB418",
    role: "invalid",
    mutate: going(
      () => [user(orphan)],
      (at) => `/messages/${at}/content/0`,
    ),
  },
  {
    code: "CB419",
    role: "invalid",
    mutate: going(
      (at) => [user(text(`${at}`)), model(call), user(text("go"))],
      (at) => `/messages/${at + 1}/content/0`,
    ),
  },
  {
    code: "CB421",
    role: "note",
    mutate: (body) => {
      const parent = plain(body);
      return { parent, child: { ...parent, messages: parent.messages.slice(0, 1) }, pointer: null };
    },
  },
  { code: "CB501", role: "cause", mutate: remarked(MARK, "}") },
  {
    code: "CB502",
    role: "invalid",
    mutate: going(
      () => [user(...notes(5).map((note) => note.replace(/\}$/, MARK)))],
      (at) => `/messages/${at}/content/4/cache_control`,
    ),
  },
  { code: "CB503", role: "cause", mutate: remarked(MARK, "}", user(...notes(24), text("Now.", MARK))) },
  { code: "CB507", role: "cause", mutate: remarked(HOUR, MARK) },
  {
    code: "CB508",
    role: "invalid",
    mutate: going(
      () => [user(text("one", MARK), text("two", HOUR))],
      (at) => `/messages/${at}/content/1/cache_control`,
    ),
  },
  {
    code: "CB509",
    role: "note",
    mutate: (body) => {
      const { parent } = marked(body, MARK);
      return { parent, child: goOn(parent, user(text("Mine.", MARK))), pointer: null };
    },
    childSent: { forkOf: "parent" },
  },
  { code: "CB510", role: "note", mutate: remarked(MARK, "}", user(text("Now.", MARK))) },
  { code: "CB601", role: "cause", mutate: setting("prompt_cache_key", "a", "b"), provider: "openrouter" },
  {
    code: "CB603",
    role: "cause",
    mutate: setting("stream", true, true),
    parentSent: { host: "api.anthropic.com" },
    childSent: { host: "gateway.example" },
  },
  {
    code: "CB604",
    role: "cause",
    mutate: setting("stream", true, true),
    provider: "dashscope",
    parentSent: { headers: [["x-dashscope-session-cache", "enable"]] },
  },
];
