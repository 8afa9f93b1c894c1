import type { Refusal } from "../../providers/refusal.ts";
import type { WireErrors } from "../mock-wire.ts";

/** Shape: harness/providers/FACTS.md#openai-refusals; words of 429 and 5xx: platform.openai.com, Error codes. */
export const openaiErrors: WireErrors = {
  usual: (status) => {
    const { type, message, code = null } = BY_STATUS[status] ?? (status < 500 ? UNUSUAL : (BY_STATUS[500] ?? UNUSUAL));
    return { status, type, message, code, param: null };
  },
  body: ({ type, message, code = null, param = null, document = { error: { message, type, param, code } } }) =>
    Buffer.from(JSON.stringify(document)),
  headers: () => [],
};

type Usual = Pick<Refusal, "type" | "message" | "code">;

const UNUSUAL: Usual = { type: "invalid_request_error", message: "Invalid request" };

const OVERLOADED: Usual = {
  type: "server_error",
  message: "The engine is currently overloaded, please try again later",
};

const BY_STATUS: Readonly<Record<number, Usual>> = {
  401: { type: "invalid_request_error", message: "Incorrect API key provided.", code: "invalid_api_key" },
  403: { type: "invalid_request_error", message: "Country, region, or territory not supported" },
  404: { type: "invalid_request_error", message: "Invalid URL" },
  429: { type: "requests", message: "Rate limit reached for requests", code: "rate_limit_exceeded" },
  500: {
    type: "server_error",
    message: "The server had an error while processing your request. Sorry about that!",
  },
  503: OVERLOADED,
  529: OVERLOADED,
};
