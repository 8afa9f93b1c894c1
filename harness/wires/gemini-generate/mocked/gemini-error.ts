import type { WireErrors } from "../../../mock/mock-wire.ts";

/** Shape and white space as recorded; words by status: ai.google.dev, Troubleshooting. */
export const geminiErrors: WireErrors = {
  usual: (status) => {
    const [type, message] = BY_STATUS[status] ?? (status < 500 ? INVALID : UNAVAILABLE);
    return { status, type, message };
  },
  body: ({ status, type, message }) =>
    Buffer.from(`${JSON.stringify({ error: { code: status, message, status: type } }, null, 2)}\n`),
  headers: () => [],
};

const INVALID = ["INVALID_ARGUMENT", "Request contains an invalid argument."] as const;
const UNAVAILABLE = ["UNAVAILABLE", "The model is overloaded. Please try again later."] as const;

const BY_STATUS: Readonly<Record<number, readonly [status: string, message: string]>> = {
  400: INVALID,
  401: ["UNAUTHENTICATED", "Request had invalid authentication credentials."],
  403: ["PERMISSION_DENIED", "The caller does not have permission"],
  404: ["NOT_FOUND", "Requested entity was not found."],
  429: ["RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."],
  500: ["INTERNAL", "An internal error has occurred. Please retry."],
  503: UNAVAILABLE,
  504: ["DEADLINE_EXCEEDED", "The request timed out. Please try again."],
};
