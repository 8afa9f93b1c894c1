import { judgeBodies, rolesOf } from "./judge-example.ts";

/** A pair of bodies, and its findings other than notes. */
export type Row = readonly [name: string, parent: object, child: object, findings: readonly string[]];

type Message = { readonly role: string; readonly content: unknown };

/** A message of one string, or of blocks. */
export function user(...content: readonly unknown[]): Message {
  return { role: "user", content: plain(content) };
}

export function assistant(...content: readonly unknown[]): Message {
  return { role: "assistant", content: plain(content) };
}

export function text(words: string): object {
  return { type: "text", text: words };
}

export function call(id: string, input: object = { path: "a.js" }): object {
  return { type: "tool_use", id, name: "read", input };
}

export function result(id: string, content: unknown): object {
  return { type: "tool_result", tool_use_id: id, content };
}

/** The smallest parent, and a fork that goes on from it. */
export const hi: object = { messages: [user("hi")] };
export const go: object = { messages: [user("hi"), user("go")] };

export function body(members: object): string {
  return JSON.stringify({ model: "claude-sonnet-4-5", ...members });
}

/** Codes and roles of all findings but notes. */
export function rolesOn(parent: object, child: object): readonly string[] {
  return rolesOf(judgeBodies(body(parent), body(child)).findings.filter(({ role }) => role !== "note"));
}

function plain(content: readonly unknown[]): unknown {
  const [only] = content;
  return content.length === 1 && typeof only === "string" ? only : content;
}
