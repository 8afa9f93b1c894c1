import { describe, expect, it } from "vitest";
import { readBill } from "../../harness/wires/shared/usage/read-bill.ts";
import type { RecordedResponse } from "../../harness/kernel/exchange.ts";

function answered(body: unknown, usageIsReal = true): RecordedResponse {
  return { status: 200, contentType: "application/json", body: Buffer.from(JSON.stringify(body)), usageIsReal };
}

describe("the bill of a response", () => {
  it("is OpenRouter's cost in dollars, plus the upstream provider's bill for the user's own key", () => {
    expect(readBill({ response: answered({ usage: { cost: 0.025265 } }) })).toBe(0.025265);
    const details = { cost_details: { upstream_inference_cost: 0.02 } };
    expect(readBill({ response: answered({ usage: { cost: 0.001, is_byok: true, ...details } }) })).toBe(0.021);
    expect(readBill({ response: answered({ usage: { cost: 0.02, is_byok: false, ...details } }) })).toBe(0.02);
  });

  it("is xAI's cost in ticks, ten billion to the dollar, also inside a response event", () => {
    expect(readBill({ response: answered({ usage: { cost_in_usd_ticks: 10_431_000 } }) })).toBe(0.0010431);
    const event = { type: "response.completed", response: { usage: { cost_in_usd_ticks: 5_000 } } };
    const body = Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
    const response = { ...answered({}), contentType: "text/event-stream", body };
    expect(readBill({ response })).toBe(5e-7);
  });

  it("is that of the usage which the recording keeps separately, if there is one", () => {
    expect(readBill({ usage: { cost: 0.5 }, response: answered({ usage: { cost: 0.1 } }) })).toBe(0.5);
  });

  it("is unknown if the response has no cost, a wrong one, or a scripted one", () => {
    expect(readBill({ response: null })).toBeNull();
    expect(readBill({ response: answered({ usage: { prompt_tokens: 3 } }) })).toBeNull();
    expect(readBill({ response: answered({ usage: { cost: -1 } }) })).toBeNull();
    expect(readBill({ response: answered({ usage: { cost: "0.1" } }) })).toBeNull();
    expect(readBill({ response: answered({ usage: { cost: 1 } }, false) })).toBeNull();
  });
});
