/** Prompt enough for every provider's minimum below 2,000 tokens; its page shows it once. */
const PROSE =
  `{"type":"text","text":"Each figure is given with its source and its date, in the ledger's own order."},`.repeat(150);

/** A Messages body with a breakpoint on its first long message, and whatever follows. */
export function longBody(more = ""): string {
  const marked = `{"type":"text","text":"Sum it up.","cache_control":{"type":"ephemeral"}}`;
  return `{"model":"m","messages":[{"role":"user","content":[${PROSE}${marked}]}${more}]}`;
}

/** Another turn. */
export const TURN = `,{"role":"assistant","content":"Done."},{"role":"user","content":"And now by year."}`;

/** A Messages response with these counters. */
export function answeredWith(
  counters: { readonly fresh: number; readonly write?: number; readonly read?: number },
  more: Readonly<Record<string, unknown>> = {},
): { readonly status: number; readonly contentType: string; readonly body: Buffer; readonly usageIsReal: boolean } {
  const { fresh, write, read } = counters;
  const usage = { input_tokens: fresh, cache_creation_input_tokens: write, cache_read_input_tokens: read };
  const body = Buffer.from(JSON.stringify({ type: "message", ...more, usage: { ...usage, output_tokens: 5 } }));
  return { status: 200, contentType: "application/json", body, usageIsReal: true };
}
