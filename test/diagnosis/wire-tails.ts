import type { Exchange, Header } from "../../harness/kernel/exchange.ts";
import { inSystem, own, systemMessages, tail, type WireTail } from "./wire-tail.ts";

const OWN_POINTERS = "a system message's parts are named by their own pointers, as CB307 there";
const NO_LISTS = "the instructions are one string";
const split = (text: string): readonly string[] => [text.slice(0, 40), text.slice(40)];
const args = { a: 1, b: 2 };
const turned = { b: 2, a: 1 };
const reminder = "<system-reminder>\nBe kind.\n</system-reminder>";
const rule = "House rule: answer in one line of plain text.";
const headers = (...sent: readonly Header[]): Partial<Exchange> => ({ headers: sent });

export const wireTails: readonly WireTail[] = [
  {
    code: "CB109",
    edit: ({ child, words }) => {
      words.serverTool(child);
      return null;
    },
  },
  {
    code: "CB207",
    edit: ({ parent, child, wire }) => {
      wire.declared(wire.tools(parent)[wire.toolAt] ?? {})["description"] = "Runs in /srv/one.";
      wire.declared(wire.tools(child)[wire.toolAt] ?? {})["description"] = "Runs in /srv/two.";
      return `${wire.toolsAt}/${wire.toolAt}`;
    },
  },
  {
    code: "CB208",
    edit: ({ child, wire }) => {
      const tool = wire.declared(wire.tools(child)[wire.toolAt] ?? {});
      tool["strict"] = tool["strict"] !== true;
      return `${wire.toolsAt}/${wire.toolAt}`;
    },
  },
  {
    code: "CB306",
    edit: inSystem(
      (text) => [`${text}\nFiles:\n├── a.js\n└── b.js\n`],
      (text) => [`${text}\nFiles:\n├── a.js\n├── b.js\n└── c.js\n`],
    ),
  },
  {
    code: "CB307",
    edit: inSystem(
      (text) => ["x-route: red fox", text],
      (text) => ["x-route: blue hen", text],
    ),
    not: { chat: OWN_POINTERS, items: OWN_POINTERS, responses: NO_LISTS },
  },
  {
    code: "CB308",
    edit: inSystem(
      (text) => [`A red fox watches.\n${text.repeat(4)}`],
      (text) => [`Some blue hens walk.\n${text.repeat(4)}`],
    ),
  },
  {
    code: "CB309",
    edit: inSystem(
      (text) => [text],
      () => ["Summarise the talk in three lines of verse."],
    ),
  },
  { code: "CB310", edit: inSystem((text) => [text], split), not: { responses: NO_LISTS } },
  {
    code: "CB401",
    edit: ({ parent, child, wire, words }) => {
      const head = [
        words.user("What is there?"),
        words.model("Two files."),
        words.user("Which?"),
        words.model("Those."),
      ];
      parent[wire.list].push(...head);
      child[wire.list] = [...systemMessages(child, wire), ...head.slice(2)];
      return null;
    },
  },
  {
    code: "CB402",
    edit: tail(
      (w) => [w.user("One."), w.model("Two."), w.user("Three.")],
      (w) => [w.user("One."), w.user("Three.")],
      null,
    ),
  },
  {
    code: "CB404",
    edit: tail(
      (w) => [w.user("The first of both."), w.user("And another one.")],
      (w) => [w.user("And another one."), w.user("The first of both.")],
    ),
  },
  {
    code: "CB406",
    edit: tail(
      (w) => [w.call("c1", args), w.answer("c1", "many words ".repeat(30))],
      (w) => [w.call("c1", args), w.answer("c1", "[old]")],
      null,
    ),
  },
  {
    code: "CB407",
    edit: tail(
      (w) => [w.user("Go on.")],
      (w) => [w.user(reminder, "Go on.")],
    ),
  },
  {
    code: "CB408",
    edit: tail(
      (w) => [w.user("Go on with it.")],
      (w) => [w.user("Go on ", "with it.")],
    ),
  },
  {
    code: "CB410",
    edit: tail(
      (w) => [w.call("c1", args), w.answer("c1", "x")],
      (w) => [w.call("c2", args), w.answer("c2", "x")],
      null,
    ),
  },
  {
    code: "CB411",
    edit: tail(
      (w) => [w.call("c1", args), w.answer("c1", "x")],
      (w) => [w.call("c1", turned), w.answer("c1", "x")],
      null,
    ),
  },
  {
    code: "CB412",
    edit: tail(
      (w) => [w.call("c1", args), w.answer("c1", "x")],
      (w) => [w.call("c1", {}), w.answer("c1", "x")],
      null,
    ),
  },
  {
    code: "CB413",
    edit: tail(
      (w) => [w.user("So?"), ...w.thought[0]],
      (w) => [w.user("So?"), ...w.thought[1]],
      null,
    ),
  },
  {
    code: "CB414",
    edit: tail(
      (w) => [w.picture("Look at it.")],
      (w) => [w.user("[image]", "Look at it.")],
    ),
  },
  {
    code: "CB415",
    edit: ({ parent, child, wire, words }) => {
      parent[wire.list].push(words.user(rule), words.model("Understood."));
      child[wire.list].push(words.model("Understood."));
      words.system.set(child, `${words.system.get(child)}\n${rule}`);
      return words.systemAt;
    },
  },
  {
    code: "CB416",
    edit: ({ parent, child, wire, words }) => {
      parent[wire.list].push(words.user("What is there?"), words.model("Two files."), words.user("Which are they?"));
      child[wire.list] = [
        ...systemMessages(child, wire),
        words.user("So far: files were listed and read."),
        words.model("Understood."),
      ];
      return null;
    },
  },
  {
    code: "CB417",
    edit: tail(
      (w) => [w.user("Go on."), w.call("open", args)],
      (w) => [w.user("Go on.")],
      null,
    ),
  },
  {
    code: "CB418",
    role: "invalid",
    edit: own((w) => [w.user("So?"), w.answer("gone", "x")]),
  },
  {
    code: "CB419",
    role: "invalid",
    edit: own((w) => [w.user("So?"), w.call("open", args), w.user("And?")]),
  },
  {
    code: "CB420",
    edit: tail(
      (w) => [w.user("Escape it.")],
      (w) => [w.user("Escape it.")],
    ),
    raw: (body) => body.replace("Escape it.", String.raw`\u0045scape it.`),
  },
  {
    code: "CB421",
    role: "note",
    edit: ({ child, wire }) => {
      child[wire.list] = child[wire.list].slice(0, 2);
      return null;
    },
  },
  {
    code: "CB603",
    edit: own((w) => [w.user("So?")]),
    sent: { parent: { host: "one.example" }, child: { host: "other.example" } },
  },
  {
    code: "CB604",
    edit: own((w) => [w.user("So?")]),
    provider: "dashscope",
    sent: { parent: headers(["x-dashscope-session-cache", "enable"]) },
    not: { gemini: "no provider of the wire asks for a header", converse: "no provider of the wire asks for a header" },
  },
];
