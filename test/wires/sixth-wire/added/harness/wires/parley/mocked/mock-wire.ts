import { invalidRequest } from "../../../providers/refusal.ts";
import { callId } from "../../../mock/call-id.ts";
import type { MockWire } from "../../../mock/mock-wire.ts";
import { openaiErrors } from "../../../mock/openai/openai-error.ts";
import { outputTokens } from "../../../mock/output-tokens.ts";
import { parseJsonBody, stringOf } from "../../../mock/parse-json-body.ts";
import { providerOnWire } from "../../../mock/provider-on-wire.ts";
import { wholeDocument } from "../../../mock/rendering.ts";
import { parseLayout } from "../parse-layout.ts";

export const parley: MockWire = {
  name: "parley",
  recognises: ({ path }) => path.endsWith("/ask"),
  read: (request, before) => {
    const body = parseJsonBody(request.body);
    const model = stringOf(body?.["model"]);
    if (model === null) return { kind: "refused", rejection: invalidRequest("name a model") };
    return {
      kind: "asked",
      wants: "answer",
      layout: parseLayout(request.body, before ?? undefined),
      model,
      provider: providerOnWire("parley", model, request),
      findFault: () => null,
      render: ({ message, usage }) =>
        wholeDocument({
          reply: message.content.flatMap((block) => (block.type === "text" ? [{ by: "model", says: block.text }] : [])),
          usage: { prompt: usage.total, kept: usage.read, said: outputTokens(message) },
        }),
      renderCount: (prompt) => ({ prompt }),
      callMarks: (answer, index) => [callId("call", answer, index)],
    };
  },
  errors: openaiErrors,
  headers: () => [],
};
