import type { Block, Layout } from "../../kernel/layout.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { plainBlock } from "../shared/layout/layout-block.ts";
import { layoutBody } from "../shared/layout/layout-body.ts";
import { layoutEnvelope, NOT_CONTENT } from "../shared/layout/layout-envelope.ts";
import { layoutMessages } from "../shared/layout/layout-list.ts";
import { NOT_PROMPT } from "../shared/layout/scan-body.ts";

/** Rules first, then the lines; each line says one thing. */
export function parseLayout(body: Buffer, like?: Layout): Layout {
  return layoutBody("parley", { body, like }, (name, start, parts, known) => {
    if (name === "rules") {
      const end = skipValue(body, start);
      parts.system = [plainBlock({ segment: "system", pointer: "/rules", message: -1 }, start, end, "text")];
      return end;
    }
    if (name !== "lines") return NOT_PROMPT;
    const into = (parts.messages = []);
    return layoutMessages(body, start, { pointer: "/lines", known }, into, (at, message, units) => {
      const pointer = `/lines/${message}`;
      const said: Block[] = [];
      const envelope = layoutEnvelope(body, at, { pointer, message }, (keyStart, keyEnd, valueStart) => {
        if (!stringIs(body, keyStart, keyEnd, "says")) return NOT_CONTENT;
        const end = skipValue(body, valueStart);
        said.push(plainBlock({ segment: "messages", pointer: `${pointer}/says`, message }, valueStart, end, "text"));
        return end;
      });
      units.push(envelope, ...said);
      return envelope.span.end;
    });
  });
}
