import OpenAI from "openai";
import { OpenAiClient, type OpenAiClientOptions } from "../../../src/providers/openai/openai-client.ts";
import { jsonReply, type ReceivedRequest, type Reply, ScriptedProvider } from "../../src/support/scripted-provider.ts";
import { send } from "../../src/support/send.ts";

export type Sent = {
  readonly body?: Buffer;
  readonly headers?: readonly (readonly [string, string])[];
  readonly signal?: AbortSignal;
  readonly options?: Partial<
    Pick<OpenAiClientOptions, "wire" | "apiKey" | "baseUrl" | "maxRetries" | "fetch" | "wait">
  >;
};

/** What became of a request, as far as both sides can say it. */
export type End =
  | { readonly end: "answer" }
  | { readonly end: "aborted" | "timeout" | "connection" | "cut-stream" | "malformed-event" }
  | { readonly end: "refused"; readonly status: number; readonly requestId: string | null; readonly message: string };

export type Side = { readonly name: string; readonly send: (sent: Sent) => Promise<End> };

const plainBody: Buffer = Buffer.from('{"model": "m", "messages":[{"role":"user","content":"caf\\u00e9"}], "n":1.0}');

export const sdkSide: Side = {
  name: "the SDK",
  send: async ({ body = plainBody, headers = [], signal, options = {} }) => {
    const { apiKey, baseUrl, maxRetries, fetch, wire } = options;
    const sdk = new OpenAI({ apiKey, baseURL: baseUrl ?? null, maxRetries, fetch, logLevel: "off" });
    const path = wire === "openai-responses" ? "/responses" : "/chat/completions";
    const sentHeaders = { "content-type": "application/json", ...Object.fromEntries(headers) };
    try {
      const response = await sdk.post(path, { body, headers: sentHeaders, ...(signal && { signal }) }).asResponse();
      await response.arrayBuffer();
      return { end: "answer" };
    } catch (fault) {
      // The SDK hands the body out unread, so an abort of it comes as fetch's own error.
      if (fault instanceof OpenAI.APIUserAbortError || signal?.aborted === true) return { end: "aborted" };
      if (fault instanceof OpenAI.APIConnectionTimeoutError) return { end: "timeout" };
      if (fault instanceof OpenAI.APIConnectionError) return { end: "connection" };
      if (!(fault instanceof OpenAI.APIError)) throw fault;
      const { status, requestID, message } = fault;
      // The SDK puts the status before every message.
      const text = message.replace(`${String(status)} `, "");
      return { end: "refused", status: Number(status), requestId: requestID ?? null, message: text };
    }
  },
};

export const ownSide: Side = {
  name: "the transport",
  send: async ({ body = plainBody, headers = [], signal, options = {} }) => {
    const client = new OpenAiClient({ wire: "openai-chat", ...options });
    const { outcome } = await send(client, { body, headers, ...(signal && { signal }) });
    if (outcome.kind === "answer") return { end: "answer" };
    const { error } = outcome;
    if ("status" in error) {
      return { end: "refused", status: Number(error.status), requestId: error.requestId, message: error.message };
    }
    return { end: error.kind };
  },
};

const done = '{"choices":[{"message":{"role":"assistant","content":"Done."},"finish_reason":"stop"}]}';

export const answered: Reply = jsonReply(done);

/** The same answer where no server takes part. */
export function answer(): Response {
  return new Response(done, { headers: { "content-type": "application/json" } });
}

export type Run = { readonly end: End; readonly requests: readonly ReceivedRequest[] };

/** One side against a server of its own that gives the replies in order. */
async function runSide(side: Side, replies: readonly Reply[], { options, ...sent }: Sent = {}): Promise<Run> {
  await using provider = await ScriptedProvider.start(replies);
  const baseUrl = provider.baseUrl + (options?.baseUrl ?? "/v1");
  const end = await side.send({ ...sent, options: { apiKey: "sk-contract", ...options, baseUrl } });
  return { end, requests: provider.requests };
}

/** The two sides against the same replies: the SDK's run, then ours. */
export async function runBoth(replies: readonly Reply[], sent: Sent = {}): Promise<readonly [sdk: Run, own: Run]> {
  return [await runSide(sdkSide, replies, sent), await runSide(ownSide, replies, sent)];
}
