import type { Layout, Unit } from "../../kernel/layout.ts";
import { layoutBody } from "../shared/layout/layout-body.ts";
import { layoutMessages, layoutTools } from "../shared/layout/layout-list.ts";
import { NOT_PROMPT } from "../shared/layout/scan-body.ts";
import { layoutMessage } from "./lay-out-message.ts";
import { spelling } from "./spelling.ts";

/** Lays a Chat Completions body out in cache order: tools, the system and developer messages it begins with, the others. */
export function parseLayout(body: Buffer, like?: Layout): Layout {
  return layoutBody("openai-chat", { body, like }, (name, start, parts, known) => {
    switch (name) {
      case "tools":
        return layoutTools(body, start, { pointer: "/tools", spelling, known }, (parts.tools = []));
      // The older form of the list: no wrapper, the same prompt. An empty one next to the newer list takes nothing from it.
      case "functions":
        return layoutTools(body, start, { pointer: "/functions", spelling, known }, (parts.itemTools = []));
      case "messages": {
        const [system, messages]: [Unit[], Unit[]] = [(parts.system = []), (parts.messages = [])];
        return layoutMessages(body, start, { pointer: "/messages", known, system }, messages, (at, index) => {
          const { envelope, blocks } = layoutMessage(body, at, index);
          if (messages.length === 0 && (envelope.role === "system" || envelope.role === "developer")) {
            for (const unit of [envelope, ...blocks]) system.push({ ...unit, segment: "system" });
          } else messages.push(envelope, ...blocks);
          return envelope.span.end;
        });
      }
      default:
        return NOT_PROMPT;
    }
  });
}
