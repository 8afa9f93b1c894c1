import type { ForkBody } from "../../wire/fork-body.ts";

/** Below it a copy costs less than a stream. */
const LARGE = 256 * 1024;

/** No more than a socket takes at once. */
const PIECE = 64 * 1024;

/** How a body goes into a request. Headers with the body's length go with a stream, which alone does not show it. */
export type SentBody = Pick<RequestInit, "body" | "redirect"> & { readonly headers: Headers; readonly duplex?: "half" };

/**
 * Sends a body: a large one piece by piece, out of the bytes that it shares with its parent and all siblings. `fetch` copies a buffer, so that
 * each fork in flight would hold its own. Call it anew for each attempt. `mayStream`: a caller's own `fetch` is handed a buffer, as ever.
 */
export async function sendBody(
  body: ForkBody,
  { headers, mayStream }: { readonly headers: Headers; readonly mayStream: boolean },
  send: (sent: SentBody) => Promise<Response>,
): Promise<Response> {
  const whole = async (): Promise<Response> => send({ body: body.toBuffer(), headers });
  if (!mayStream || body.byteLength < LARGE) return whole();
  const sized = new Headers(headers);
  sized.set("content-length", String(body.byteLength));
  const response = await send({ body: piecesOf(body), headers: sized, duplex: "half", redirect: "manual" });
  if (response.status < 300 || response.status >= 400) return response;
  // A stream cannot be sent again to where a redirect leads.
  await response.body?.cancel();
  return whole();
}

function piecesOf({ parts }: ForkBody): ReadableStream<Uint8Array> {
  const pieces = cut(parts);
  return new ReadableStream(
    {
      pull: (controller) => {
        const { done, value } = pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

function* cut(parts: readonly Buffer[]): Generator<Uint8Array, void> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
  }
}
