import type { Layout, Unit } from "../../kernel/layout.ts";
import { layOutMessages, layOutTools } from "../lay-out-list.ts";
import { ReusableLayout } from "../reusable-layout.ts";
import { NOT_PROMPT, scanBody } from "../scan-body.ts";
import { layOutMessage } from "./lay-out-message.ts";
import { spelling } from "./spelling.ts";

/** Lays a Chat Completions body out in cache order: tools, the system and developer messages it begins with, the others. */
export function layOut(body: Buffer, like?: Layout): Layout {
  const known = ReusableLayout.of(like, "openai-chat");
  let tools: Unit[] = [];
  let system: Unit[] = [];
  let messages: Unit[] = [];
  const { superseded, parameters, automaticMark } = scanBody(body, (name, start) => {
    switch (name) {
      case "tools":
        return layOutTools(body, start, { pointer: "/tools", spelling, known }, (tools = []));
      case "messages":
        [system, messages] = [[], []];
        return layOutMessages(body, start, known, messages, (at, index) => {
          const { envelope, blocks } = layOutMessage(body, at, index);
          if (messages.length === 0 && (envelope.role === "system" || envelope.role === "developer")) {
            for (const unit of [envelope, ...blocks]) system.push({ ...unit, segment: "system" });
          } else messages.push(envelope, ...blocks);
          return envelope.span.end;
        });
      default:
        return NOT_PROMPT;
    }
  });
  const units = [...superseded, ...tools, ...system, ...messages];
  return { dialect: "openai-chat", body, units, parameters, automaticMark };
}
