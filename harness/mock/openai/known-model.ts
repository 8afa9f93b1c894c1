import { isOpenAiModel } from "../../providers/openai/model-names.ts";
import { badRequest, type Refusal } from "../../providers/refusal.ts";

/** A model that OpenAI does not have: 404 on Chat, 400 on Responses (recorded, both). */
export function checkKnownModel(model: string, wire: "chat" | "responses"): Refusal | null {
  if (isOpenAiModel(model)) return null;
  if (wire === "responses") {
    return badRequest(`The requested model '${model}' does not exist.`, "model", "model_not_found");
  }
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return { ...badRequest(message, null, "model_not_found"), status: 404 };
}
