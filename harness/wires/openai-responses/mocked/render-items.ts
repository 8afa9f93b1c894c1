import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";
import { callId } from "../../../mock/call-id.ts";
import type { Answer } from "../../../mock/mock-wire.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import type { DeclaredTool } from "./declared-tools.ts";

/** The parts of a request on which its answer depends. */
export type AskedResponse = {
  readonly body: JsonObject;
  readonly tools: ReadonlyMap<string, DeclaredTool & { readonly name: string }>;
  readonly provider: string;
};

export type OutputItem = { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;

/** The output items of an answer, one for each of its blocks, finished. */
export function renderItems(answer: Answer, asked: AskedResponse): readonly OutputItem[] {
  return answer.message.content.map((block, index) => renderItem(answer, block, index, asked));
}

function renderItem(answer: Answer, block: ScriptedBlock, index: number, { body, tools }: AskedResponse): OutputItem {
  const { name, message } = answer;
  const place = `${name}_${index}`;
  switch (block.type) {
    case "text": {
      const part =
        message.stopReason === "refusal"
          ? { type: "refusal", refusal: block.text }
          : { type: "output_text", text: block.text, annotations: [], logprobs: [] };
      return { type: "message", id: `msg_${place}`, status: "completed", role: "assistant", content: [part] };
    }
    case "thinking": {
      const summary = wantsSummary(body) ? [{ type: "summary_text", text: block.text }] : [];
      const sealed = wantsSealed(body) ? { encrypted_content: Buffer.from(place).toString("base64") } : {};
      return { type: "reasoning", id: `rs_${place}`, summary, ...sealed };
    }
    case "call": {
      const tool = tools.get(block.tool);
      const call = {
        call_id: callId("call", name, index),
        name: tool?.name ?? block.tool,
        ...(tool === undefined || tool.namespace === null ? {} : { namespace: tool.namespace }),
        status: "completed",
      };
      if (tool?.isCustom === true) {
        return { type: "custom_tool_call", id: `ctc_${place}`, ...call, input: freeText(block.input) };
      }
      return { type: "function_call", id: `fc_${place}`, ...call, arguments: JSON.stringify(block.input) };
    }
    default:
      return block satisfies never;
  }
}

/** Reasoning is summed up for who asks for it; to all others its item says that there was some (recorded). */
function wantsSummary({ reasoning }: JsonObject): boolean {
  if (!isJsonObject(reasoning)) return false;
  return [reasoning["summary"], reasoning["generate_summary"]].some((asked) => asked !== undefined && asked !== null);
}

/** Without a store reasoning goes back sealed, to who asks for it (API reference, "include"). */
function wantsSealed({ include }: JsonObject): boolean {
  return Array.isArray(include) && include.includes("reasoning.encrypted_content");
}

/** A custom tool takes one text: the script's `input` member, or whatever else the script gives as it is written. */
function freeText(input: unknown): string {
  if (typeof input === "object" && input !== null && "input" in input && typeof input.input === "string") {
    return input.input;
  }
  return typeof input === "string" ? input : JSON.stringify(input);
}
