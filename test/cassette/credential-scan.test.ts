import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { contextShapes, prefixedShapes } from "../../harness/cassette/credential-shapes.ts";
import { firstCredential } from "../../harness/cassette/first-credential.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { writeCassette } from "../../harness/cassette/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/disk.ts";
import { faultOf } from "./fault-of.ts";
import { someExchange } from "./some-exchange.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

// Made up here, and put together so that no scanner of this repository takes them for real.
const letters = "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7bC9dE1fG3hI5jK7lM9nO1pQ3rS5";
const hex = "0123456789abcdef".repeat(4);
const key = `sk-ant-${letters.slice(0, 40)}`;

/** One for each shape, in the words that a leak comes in. */
const leaks: Readonly<Record<string, string>> = {
  "an Anthropic key": key,
  "an OpenRouter key": `sk-or-v1-${hex}`,
  "an OpenAI-style key": `OPENAI_API_KEY=sk-proj-${letters.slice(0, 48)}`,
  "a Google API key": `AIza${letters.slice(0, 35)}`,
  "a Google access token": `ya29.${letters.slice(0, 30)}`,
  "a Google client secret": `GOCSPX-${letters.slice(0, 28)}`,
  "a Groq key": `gsk_${letters.slice(0, 52)}`,
  "an xAI key": `xai-${letters}`,
  "a Perplexity key": `pplx-${letters.slice(0, 48)}`,
  "an NVIDIA key": `nvapi-${letters}`,
  "a Cerebras key": `csk-${hex.slice(0, 48)}`,
  "a Fireworks key": `fw_${letters.slice(0, 24)}`,
  "a Replicate token": `r8_${letters.slice(0, 37)}`,
  "a Tavily key": `tvly-dev-${letters.slice(0, 32)}`,
  "a LangSmith key": `lsv2_pt_${hex.slice(0, 32)}_${hex.slice(0, 10)}`,
  "a Hugging Face token": `hf_${letters.slice(0, 34)}`,
  "an AWS access key id": `AKIA${letters.toUpperCase().slice(0, 16)}`,
  "an Amazon Bedrock key": `ABSK${letters}${letters}`,
  "a GitHub token": `ghp_${letters.slice(0, 36)}`,
  "a GitLab token": `glpat-${letters.slice(0, 20)}`,
  "an npm token": `npm_${letters.slice(0, 36)}`,
  "a PyPI token": `pypi-AgEIcHlwaS5vcmc${letters}`,
  "a Slack token": `xoxb-${hex.slice(0, 10)}-${letters.slice(0, 24)}`,
  "a Stripe key": `sk_live_${letters.slice(0, 24)}`,
  "a SendGrid key": `SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}`,
  "a Databricks token": `dapi${hex.slice(0, 32)}`,
  "a DigitalOcean token": `dop_v1_${hex}`,
  "an age key": `AGE-SECRET-KEY-1${letters.toUpperCase().slice(0, 40)}`,
  "a JSON Web Token": `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 40)}.${letters.slice(0, 43)}`,
  "a bearer token": `curl -H 'authorization: Bearer ${letters.slice(0, 32)}'`,
  "a user name and password": `{"Authorization": "Basic ${Buffer.from("user:password").toString("base64")}"}`,
  "a private key": `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters}\n-----END OPENSSH PRIVATE KEY-----`,
  "a password in an address": "postgres://app:hunter2-hunter2@db.example.com/app",
  "a value under a credential's name": `"client_secret": "${letters.slice(0, 32)}"`,
};

describe("every shape", () => {
  test("has a leak here", () => {
    expect(Object.keys(leaks)).toEqual([...prefixedShapes, ...contextShapes].map(({ name }) => name));
  });

  test.for(Object.entries(leaks))(
    "%s is seen in prose, as JSON and as JSON in JSON, by its own name",
    ([name, leak]) => {
      expect(firstCredential(leak)?.name).toBe(name);
      for (const text of [`before ${leak} after`, JSON.stringify({ leak }), JSON.stringify(JSON.stringify({ leak }))]) {
        expect(firstCredential(text)?.name, text).toBe(name);
      }
    },
  );

  test.for([
    "risk-assessment-of-the-whole-project-2026",
    "task-0123456789abcdef0123456789abcdef",
    "sk-your-anthropic-key-goes-right-here",
    "Bearer token authentication is described below",
    "Authorization: Bearer $ANTHROPIC_AUTH_TOKEN_FOR_STAGING",
    'api_key: process.env.ANTHROPIC_API_KEY ?? ""',
    '"api_key": {"type": "string", "description": "the key"}',
    "password: ****************************",
    "postgres://user:password@localhost:5432/app",
    "-----BEGIN PRIVATE KEY----- marks the start of one",
    "https://example.com/a:b?key=value&sig=short",
    `"sha256": "${hex}"`,
    `"signature": "EqQBCkYIBRgCKkD${letters}"`,
    `"prompt_cache_key": "01a1ffcc-0db0-7253-9f06-577e0716bc72"`,
    "x-api-key: REDACTED",
    "hf_hub_download",
    "eyJhbGciOiJIUzI1NiJ9 alone is a header",
  ])("%s is none", (text) => {
    expect(firstCredential(text)).toBeNull();
  });
});

describe("a cassette is refused, and its author told where", () => {
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

  test("in a request body", () => {
    const request = Buffer.from(JSON.stringify({ messages: [{ role: "user", content: `Größe, and ${key}` }] }));
    expect(refusal({ request })).toMatchInlineSnapshot(`
      "HX231 an Anthropic key would be written to disk, so nothing was
      exchange fork, request body, byte 52 (/messages/0/content)
      take it out of the agent's prompt, tools or environment and record again; if it was real, revoke it
      exit 2"
    `);
    expect(request.indexOf(key)).toBe(52);
  });

  test("in a body that is no JSON, or as a member's name", () => {
    expect(whereOf({ request: Buffer.from(`key=${key}`) })).toBe("exchange fork, request body, byte 4");
    const request = Buffer.from(JSON.stringify({ a: { [key]: 1 } }));
    expect(whereOf({ request })).toBe("exchange fork, request body, byte 7 (/a)");
  });

  test("in a kept header, percent-encoded or not, and in the path", () => {
    expect(whereOf({ headers: [["x-app", key]] })).toBe("exchange fork, header x-app");
    expect(whereOf({ headers: [["x-app", key.replace("-", "%2D")]] })).toBe("exchange fork, header x-app");
    expect(whereOf({ path: `/v1/models?key=AIza${letters.slice(0, 35)}` })).toBe("exchange fork, path");
  });

  test("not in a header that is dropped anyway", () => {
    const document = writeCassette(join(folder.path, "cassette"), [someExchange({ headers: [["x-api-key", key]] })]);
    expect(document.exchanges[0]?.headers).toEqual([]);
  });

  test("in what a stream's deltas make together", () => {
    const delta = (index: number, text: string): string =>
      `data: ${JSON.stringify({ type: "content_block_delta", index, delta: { type: "text_delta", text } })}\n\n`;
    const stream = [delta(0, "It is "), delta(0, key.slice(0, 9)), delta(1, "{}"), delta(0, key.slice(9))];
    expect(refusal(answered(stream.join("")))).toMatchInlineSnapshot(`
      "HX231 an Anthropic key would be written to disk, so nothing was
      exchange fork, response body, in what its events put together at (index=0)/delta/text
      take it out of the agent's prompt, tools or environment and record again; if it was real, revoke it
      exit 2"
    `);
    const apart = [delta(0, key.slice(0, 9)), delta(1, key.slice(9))].join("");
    expect(writeCassette(join(folder.path, "cassette"), [someExchange(answered(apart))]).exchanges).toHaveLength(1);
  });

  test("in a stream's raw text, behind an event that was cut", () => {
    expect(whereOf(answered(`data: {"text":"${key}`))).toBe("exchange fork, response body, byte 15");
  });

  test("in what only cassette.yaml would say", () => {
    expect(whereOf({ usage: { note: key } })).toBe("cassette.yaml, line 18");
    expect(whereOf({ forkOf: key })).toBe("cassette.yaml, line 8");
  });
});
