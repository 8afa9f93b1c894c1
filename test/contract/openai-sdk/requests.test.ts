import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { jsonText } from "../../src/support/json-text.ts";
import type { ReceivedRequest } from "../../src/support/scripted-provider.ts";
import { answer, answered, ownSide, runBoth, sdkSide, type Side } from "./both-sides.ts";

const variables = ["OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_CUSTOM_HEADERS", "OPENAI_BASE_URL"];

beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the transport's request compared with the OpenAI SDK's", () => {
  test.each(["openai-chat", "openai-responses"] as const)(
    "on %s, only the SDK's name and telemetry headers differ",
    async (wire) => {
      const whole = wire === "openai-chat" ? answered : { ...answered, chunks: ['{"status":"completed","output":[]}'] };
      const headers = [
        ["session_id", "s1"],
        ["OpenAI-Beta", "responses=v2"],
      ] as const;
      const [sdk, own] = await runBoth([whole], { headers, options: { wire } });
      expect(own.end).toEqual({ end: "answer" });
      expect(own.requests[0]?.path).toBe(sdk.requests[0]?.path);
      const sdkHeaders = headersOf(sdk.requests[0]);
      const telemetry = Object.keys(sdkHeaders).filter((name) => name.startsWith("x-stainless-"));
      expect(telemetry).toHaveLength(7);
      expect(headersOf(own.requests[0])).toEqual({
        ...Object.fromEntries(Object.entries(sdkHeaders).filter(([name]) => !telemetry.includes(name))),
        "user-agent": "node",
      });
    },
  );

  test("both send any body byte for byte", async () => {
    for (const value of fc.sample(jsonText, 20)) {
      const body = Buffer.from(`\n{ "messages" : [ ${value} ], "1": 1.0 }\t`);
      const [sdk, own] = await runBoth([answered], { body });
      expect(own.requests[0]?.body).toEqual(body);
      expect(sdk.requests[0]?.body).toEqual(body);
    }
  });

  test.each(["/v1", "/v1/", "/v1//", "", "/", "/a%20b/v1", "/v1?api-version=2026-10", "/v1/?a=1&b="])(
    "below the base URL path '%s', both ask for the same path",
    async (baseUrl) => {
      const [sdk, own] = await runBoth([answered], { options: { baseUrl } });
      expect(own.requests[0]?.path).toBe(sdk.requests[0]?.path);
    },
  );

  test("a header of the request replaces the client's own on both sides", async () => {
    const headers = [["Authorization", "Bearer other"]] as const;
    for (const { requests } of await runBoth([answered], { headers })) {
      expect(requests[0]?.headers.authorization).toBe("Bearer other");
    }
  });
});

describe("the environment's OpenAI variables", () => {
  const stubAll = (): void => {
    vi.stubEnv("OPENAI_API_KEY", " sk-environment\n");
    vi.stubEnv("OPENAI_ORG_ID", "org-1");
    vi.stubEnv("OPENAI_PROJECT_ID", "proj-1");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "X-One: 1\nX-Two:2:2\nno colon");
    vi.stubEnv("OPENAI_BASE_URL", "https://gateway.example/v1");
  };

  test.each([sdkSide, ownSide])(
    "at OpenAI, $name sends key, organization, project and custom headers",
    async (side) => {
      stubAll();
      const { url, headers } = await captured(side);
      // The base URL of the environment is not read: the key goes to the host that the caller can see.
      expect(url).toBe("https://api.openai.com/v1/chat/completions");
      expect(Object.fromEntries(headers)).toMatchObject({
        authorization: "Bearer sk-environment",
        "openai-organization": "org-1",
        "openai-project": "proj-1",
        "x-one": "1",
        "x-two": "2:2",
      });
    },
  );

  test("at another host, the transport sends only the key that it was given", async () => {
    stubAll();
    const { headers } = await captured(ownSide, { apiKey: "sk-other", baseUrl: "https://api.deepseek.com/v1" });
    expect([...headers.keys()].toSorted()).toEqual(["accept", "authorization", "content-type"]);
    expect(headers.get("authorization")).toBe("Bearer sk-other");
  });

  test.each([undefined, "", " \n"])("without a key (%j), neither side sends anything", async (value) => {
    vi.stubEnv("OPENAI_API_KEY", value);
    vi.stubEnv("OPENAI_ADMIN_KEY", undefined);
    const fetch = vi.fn<typeof globalThis.fetch>();
    await expect(sdkSide.send({ options: { fetch } })).rejects.toThrow("Missing credentials");
    expect(await ownSide.send({ options: { fetch } })).toMatchObject({
      end: "refused",
      message: "no API key: pass apiKey, or set OPENAI_API_KEY",
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("a key that cannot stand in a header is reported without being shown, and nothing is sent", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const end = await ownSide.send({ options: { apiKey: "sk-contract\n-tail", fetch } });
  expect(end).toMatchObject({ end: "refused", message: expect.stringContaining('the header "authorization"') });
  expect(JSON.stringify(end)).not.toContain("sk-contract");
  expect(fetch).not.toHaveBeenCalled();
});

/** Without what Node adds for the connection. */
function headersOf(request: ReceivedRequest | undefined): Readonly<Record<string, unknown>> {
  const { host: _, ...headers } = request?.headers ?? {};
  return headers;
}

async function captured(
  side: Side,
  options: { readonly apiKey?: string; readonly baseUrl?: string } = {},
): Promise<{ readonly url: string; readonly headers: Headers }> {
  const calls: { readonly url: string; readonly headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    calls.push({ url: url instanceof Request ? url.url : url.toString(), headers: new Headers(init?.headers) });
    return answer();
  };
  expect(await side.send({ options: { ...options, fetch } })).toEqual({ end: "answer" });
  const [call] = calls;
  if (call === undefined) throw new Error("nothing was sent");
  return call;
}
