import { describe, expect, test } from "vitest";
import { readRefusal } from "../../../../src/providers/transport/refusal.ts";

describe("a refusal is classified", () => {
  test.each<[string, number, object, string]>([
    ["an exhausted quota by its code", 429, { type: "tokens", code: "insufficient_quota" }, "permission"],
    ["an unknown code by the status", 404, { type: "invalid_request_error", code: "model_not_found" }, "not-found"],
    ["a numeric code by its type", 400, { type: "authentication_error", code: 400 }, "auth"],
    ["Google's by its status word", 400, { code: 400, status: "UNAUTHENTICATED" }, "auth"],
  ])("with %s", async (_, status, error, kind) => {
    const response = Response.json({ error: { message: "as the provider says", ...error } }, { status });
    expect(await readRefusal(response)).toMatchObject({ kind, status, message: "as the provider says" });
  });

  test("with an excerpt of at most 1,000 characters if the body is a page", async () => {
    const { message } = await readRefusal(new Response(`<html>${"x".repeat(5000)}`, { status: 502 }));
    expect(message).toBe(`status 502: <html>${"x".repeat(994)}`);
  });

  test("by its status if the body breaks off", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("terminated")) });
    expect(await readRefusal(new Response(body, { status: 503 }))).toMatchObject({
      kind: "server",
      message: "status 503: the error could not be read: Error: terminated",
    });
  });
});
