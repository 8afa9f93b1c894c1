/** Why a provider refuses a request, in its own words. */
export type Refusal = {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  /** OpenAI's finer word, and the parameter that it blames. */
  readonly code?: string | null;
  readonly param?: string | null;
  /** The whole body, where a vendor on another's wire format has a shape of its own for it. */
  readonly document?: unknown;
  /** The row of a table that refused. */
  readonly row?: { readonly path: string; readonly source: string };
};

/** A 400 in OpenAI's wording, also for other providers of its wire formats. `code` and `param` are null if OpenAI gives no value. */
export function badRequest(message: string, param: string | null = null, code: string | null = null): Refusal {
  return { status: 400, type: "invalid_request_error", message, param, code };
}

/** A 400 as Anthropic words it. */
export function invalidRequest(message: string): Refusal {
  return { status: 400, type: "invalid_request_error", message };
}

/** A 400 as Gemini words it. */
export function invalidArgument(message: string): Refusal {
  return { status: 400, type: "INVALID_ARGUMENT", message };
}

/** A 400 as Bedrock words it. */
export function validationError(message: string): Refusal {
  return { status: 400, type: "ValidationException", message };
}
