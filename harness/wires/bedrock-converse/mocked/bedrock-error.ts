import type { WireErrors } from "../../../mock/mock-wire.ts";

/** The body is a message alone; a header names the error. Words as recorded; by status: Bedrock API reference, Errors. */
export const bedrockErrors: WireErrors = {
  usual: (status) => {
    const [type, message] = BY_STATUS[status] ?? (status < 500 ? INVALID : FAILED);
    return { status, type, message };
  },
  body: ({ message }) => Buffer.from(JSON.stringify({ message })),
  headers: ({ type }) => [["x-amzn-errortype", type]],
};

const INVALID = ["ValidationException", "The provided request is not valid."] as const;
const FAILED = [
  "InternalServerException",
  "The system encountered an unexpected error during processing. Try your request again.",
] as const;
const UNAVAILABLE = [
  "ServiceUnavailableException",
  "Bedrock is unable to process your request. Too many requests are in flight.",
] as const;

const BY_STATUS: Readonly<Record<number, readonly [type: string, message: string]>> = {
  400: INVALID,
  401: ["UnrecognizedClientException", "The security token included in the request is invalid."],
  403: ["UnrecognizedClientException", "The security token included in the request is invalid."],
  404: ["UnknownOperationException", "Unknown operation"],
  408: [
    "ModelTimeoutException",
    "The request took too long to process. Processing time exceeded the model timeout length.",
  ],
  424: ["ModelErrorException", "The request failed due to an error while processing the model."],
  429: ["ThrottlingException", "Too many requests, please wait before trying again."],
  500: FAILED,
  503: UNAVAILABLE,
  529: UNAVAILABLE,
};
