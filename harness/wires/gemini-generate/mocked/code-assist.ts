import { isJsonObject, type JsonObject } from "../../../kernel/json.ts";

/** Google's Code Assist (`/v1internal:METHOD`), as Gemini CLI asks it after a login (google-gemini/gemini-cli, code_assist/). */
export function isCodeAssist(path: string): boolean {
  return path.startsWith(PREFIX);
}

const PREFIX = "/v1internal:";

export function codeAssistCall(path: string): { readonly method: string; readonly query: string } {
  const [method = "", query = ""] = path.slice(PREFIX.length).split("?");
  return { method, query };
}

/** Calls that have a prompt. */
export const ASKING: RegExp = /^(?:generateContent|streamGenerateContent|countTokens)$/;

/** What is answered to the calls of a login: a user who is known and has a project. Clients take an empty document from the others. */
export function loginDocument(method: string): unknown {
  const tier = { id: "standard-tier", name: "Mocked", isDefault: true };
  switch (method) {
    case "loadCodeAssist":
      return { currentTier: tier, allowedTiers: [tier], cloudaicompanionProject: "mocked" };
    case "onboardUser":
      return { done: true, response: { cloudaicompanionProject: { id: "mocked", name: "Mocked" } } };
    default:
      return {};
  }
}

/** The request inside, as Gemini's own API takes it; null without a request or without a model. A count names its model in the request. */
export function unwrap(whole: JsonObject | null): { readonly model: string; readonly body: JsonObject } | null {
  const inner = whole?.["request"];
  if (whole === null || !isJsonObject(inner)) return null;
  const { session_id: _, model: counted, ...body } = inner;
  const model = [whole["model"], counted].find((named) => typeof named === "string");
  return model === undefined ? null : { model: model.replace(/^models\//, ""), body };
}
