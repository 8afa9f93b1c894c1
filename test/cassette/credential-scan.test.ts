import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { contextShapes } from "../../harness/kernel/credentials/context-shapes.ts";
import { prefixedShapes } from "../../harness/kernel/credentials/credential-shapes.ts";
import { firstCredential } from "../../harness/kernel/credentials/first-credential.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "./fault-of.ts";
import { hex, key, leaks, letters, otherForms } from "./leaks.ts";
import { someExchange } from "./some-exchange.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

describe("each credential shape", () => {
  test("has an example in the corpus", () => {
    expect(Object.keys(leaks)).toEqual([...prefixedShapes, ...contextShapes].map(({ name }) => name));
  });

  test.for(Object.entries(leaks))("is found as %s in prose, as JSON and as JSON in JSON", ([name, leak]) => {
    expect(firstCredential(leak)?.name).toBe(name);
    for (const text of [`before ${leak} after`, JSON.stringify({ leak }), JSON.stringify(JSON.stringify({ leak }))]) {
      expect(firstCredential(text)?.name, text).toBe(name);
    }
  });

  test.for(Object.entries(otherForms))("is found in every form of %s", ([name, forms]) => {
    for (const form of forms) expect(firstCredential(`a ${form}.`)?.name, form).toBe(name);
  });

  test.for([
    "risk-assessment-of-the-whole-project-2026",
    "task-0123456789abcdef0123456789abcdef",
    "sk-your-anthropic-key-goes-right-here",
    "Bearer token authentication is described below",
    "Authorization: Basic authentication is described below",
    "AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    `GITHUB_TOKEN=ghp_${"x".repeat(36)}`,
    `ANTHROPIC_API_KEY=sk-ant-api03-${"X".repeat(40)}`,
    `https://hooks.slack.com/services/T00000000/B00000000/${"X".repeat(24)}`,
    "curl -u user:$PASSWORD_1 https://example.com",
    "deploy --token ${{ secrets.DEPLOY_TOKEN_2 }} --password <password-2026>",
    "docker run -p 8080:8080 -u 1000:1000 image",
    "mkdir -p build2026/output && tar -xzf a1b2c3d4.tar.gz",
    "MAX_TOKENS=16384 API_KEY=process.env.KEY_1 SORT_KEY=created_at",
    "const token = await readToken1(config)",
    "login anna and password 1234 are not on one line of a file",
    "see main.ts:1234:5:in:function and 10:30:00:000",
    "::1:5432:a:b",
    "Authorization: Bearer $ANTHROPIC_AUTH_TOKEN_FOR_STAGING",
    'api_key: process.env.ANTHROPIC_API_KEY ?? ""',
    '"api_key": {"type": "string", "description": "the key"}',
    "password: ****************************",
    "postgres://user:password@localhost:5432/app",
    "-----BEGIN PRIVATE KEY----- marks the start of one",
    "https://example.com/a:b?key=value&sig=short",
    "https://example.com/?code=Kx93hPq2&auth=oauth2&token=your-token-here&secret=${SECRET_1}&sig=<sig2>",
    `https://example.com/?code=${letters.slice(0, 24)}&lang=en and state=open`,
    "https://example.com/?code=E1001&state=open&zipcode=1234567890abcdefgh&postcode=1",
    `status_code=${letters.slice(0, 24)}&state=open`,
    "https://example.com/?max_token=16384abc&design=v2-of-2026&author=ann1234567",
    `"sha256": "${hex}"`,
    `"signature": "EqQBCkYIBRgCKkD${letters}"`,
    `"prompt_cache_key": "01a1ffcc-0db0-7253-9f06-577e0716bc72"`,
    "x-api-key: REDACTED",
    "Set-Cookie: theme=dark-2026; Path=/; Max-Age=31536000; SameSite=Lax",
    "Cookie: consent=accepted-by-the-visitor; lang=en",
    "cookies=fortune2 and cookie dough of 2026-11-22",
    "12345678:AAA battery, 1234567890:AAPL",
    "fm2_radio_and_fo1_layout",
    "hf_hub_download",
    "eyJhbGciOiJIUzI1NiJ9 alone is a header",
  ])("does not match the text %s", (text) => {
    expect(firstCredential(text)).toBeNull();
  });
});

describe("a cassette with a credential is refused, and the error says where", () => {
  const refusal = (changes: Partial<RecordedExchange>): string => {
    const target = join(folder.path, "cassette");
    const printed = faultOf(folder.path, () => writeCassette(target, [someExchange(changes)]));
    expect(existsSync(target)).toBe(false);
    expect(printed).not.toContain(letters.slice(0, 12));
    return printed;
  };
  const whereOf = (changes: Partial<RecordedExchange>): string | undefined => refusal(changes).split("\n")[1];
  const answered = (body: string): Partial<RecordedExchange> => ({
    response: { status: 200, contentType: "text/event-stream", body: Buffer.from(body), usageIsReal: true },
  });

  test("if it is in a request body", () => {
    const request = Buffer.from(JSON.stringify({ messages: [{ role: "user", content: `Größe, and ${key}` }] }));
    expect(refusal({ request })).toMatchInlineSnapshot(`
      "HX231 an Anthropic key would be written to disk, so nothing was
      exchange fork, request body, byte 52 (/messages/0/content)
      take it out of the agent's prompt, tools or environment and record again, or have it masked (--redact); if it was real, revoke it
      exit 2"
    `);
    expect(request.indexOf(key)).toBe(52);
  });

  test("if several places of one body have one, naming each", () => {
    const request = Buffer.from(JSON.stringify({ a: key, b: `AIza${letters.slice(0, 35)}`, c: key }));
    expect(refusal({ request }).split("\n").slice(0, 4)).toEqual([
      "HX231 an Anthropic key (and 2 more) would be written to disk, so nothing was",
      "exchange fork, request body, byte 6 (/a)",
      "exchange fork, request body, byte 60 (/b): a Google API key",
      "exchange fork, request body, byte 106 (/c): an Anthropic key",
    ]);
  });

  test("if it is in a body that is not JSON, or is a member's name", () => {
    expect(whereOf({ request: Buffer.from(`key=${key}`) })).toBe("exchange fork, request body, byte 4");
    const request = Buffer.from(JSON.stringify({ a: { [key]: 1 } }));
    expect(whereOf({ request })).toBe("exchange fork, request body, byte 7 (/a)");
  });

  test("if it is in a kept header, percent-encoded or not, or in the path", () => {
    expect(whereOf({ headers: [["x-app", key]] })).toBe("exchange fork, header x-app");
    expect(whereOf({ headers: [["x-app", key.replace("-", "%2D")]] })).toBe("exchange fork, header x-app");
    expect(whereOf({ path: `/v1/models?note=AIza${letters.slice(0, 35)}` })).toBe("exchange fork, path");
  });

  test("unless it is the query's own key, whose value is not kept", () => {
    const path = `/v1beta/models/gemini:generateContent?alt=sse&key=AIza${letters.slice(0, 35)}&x=1`;
    const document = writeCassette(join(folder.path, "cassette"), [someExchange({ path })]);
    expect(document.exchanges[0]?.path).toBe("/v1beta/models/gemini:generateContent?alt=sse&key=&x=1");
  });

  test("unless it is in a header that is dropped", () => {
    const document = writeCassette(join(folder.path, "cassette"), [someExchange({ headers: [["x-api-key", key]] })]);
    expect(document.exchanges[0]?.headers).toEqual([]);
  });

  test("if the deltas of a stream form it together", () => {
    const delta = (index: number, text: string): string =>
      `data: ${JSON.stringify({ type: "content_block_delta", index, delta: { type: "text_delta", text } })}\n\n`;
    const stream = [delta(0, "It is "), delta(0, key.slice(0, 9)), delta(1, "{}"), delta(0, key.slice(9))];
    expect(refusal(answered(stream.join("")))).toMatchInlineSnapshot(`
      "HX231 an Anthropic key would be written to disk, so nothing was
      exchange fork, response body, in what its events put together at (index=0)/delta/text
      take it out of the agent's prompt, tools or environment and record again, or have it masked (--redact); if it was real, revoke it
      exit 2"
    `);
    const apart = [delta(0, key.slice(0, 9)), delta(1, key.slice(9))].join("");
    expect(writeCassette(join(folder.path, "cassette"), [someExchange(answered(apart))]).exchanges).toHaveLength(1);
  });

  test("if it is in a stream's raw text after an event that was cut", () => {
    expect(whereOf(answered(`data: {"text":"${key}`))).toBe("exchange fork, response body, byte 15");
  });

  test("if only cassette.yaml would contain it", () => {
    expect(whereOf({ usage: { note: key } })).toBe("cassette.yaml, line 18");
    expect(whereOf({ forkOf: key })).toBe("cassette.yaml, line 8");
  });
});
