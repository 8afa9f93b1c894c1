import { describe, expect, it } from "vitest";
import { isOfWire } from "../../harness/wires/recognise.ts";
import { wires } from "../../harness/wires/list.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { wireBodies, wireExchange, wirePaths } from "../support/wire-bodies.ts";

const names: readonly DialectName[] = wires.map(({ name }) => name);

const recognisedBy = (exchange: Exchange): readonly DialectName[] =>
  wires.filter((dialect) => isOfWire(dialect, exchange, exchange.request)).map(({ name }) => name);

const sent = (path: string, body: string, headers: Exchange["headers"] = []): readonly DialectName[] =>
  recognisedBy({ ...wireExchange("openai-chat", body), path, headers });

describe("the wire format of a request is recognised", () => {
  it.each(names)("by its path: %s", (name) => {
    expect(recognisedBy(wireExchange(name, wireBodies[name]))).toEqual([name]);
    expect(sent(`/gateway${wirePaths[name]}`, wireBodies[name])).toEqual([name]);
  });

  it.each(names)("by its shape, if the path is unknown: %s", (name) => {
    expect(sent("/proxy", wireBodies[name])).toEqual([name]);
  });

  it.each(names)("but not by another path: %s", (name) => {
    for (const other of names) {
      if (other === name) continue;
      expect(sent(wirePaths[other], wireBodies[name])).not.toContain(name);
    }
  });

  it("by the version header of Anthropic's wire format", () => {
    const body = `{"model":"m","max_tokens":1,"messages":[]}`;
    expect(sent("/proxy", body)).toEqual(["openai-chat"]);
    expect(sent("/proxy", body, [["Anthropic-Version", "2023-06-01"]])).toEqual(["anthropic-messages"]);
    expect(sent("/model/anthropic.claude/invoke", `{"anthropic_version":"bedrock-2023-05-31","messages":[]}`)).toEqual([
      "anthropic-messages",
    ]);
    // A gateway may pass the header on; the address of the request is better evidence.
    expect(sent("/v1/chat/completions", body, [["anthropic-version", "2023-06-01"]])).toEqual(["openai-chat"]);
  });

  it.each([
    ["embeddings", "/v1/embeddings", `{"model":"m","input":["a"]}`],
    ["embeddings behind a gateway", "/proxy", `{"model":"m","input":["a"]}`],
    ["moderations behind a gateway", "/proxy", `{"model":"m","input":[{"type":"text","text":"a"}]}`],
    ["a cache resource", "/v1beta/cachedContents", `{"model":"m","contents":[]}`],
    ["a cache resource behind a gateway", "/proxy", `{"model":"m","contents":[],"ttl":"300s"}`],
    ["Cohere's chat", "/v2/chat", `{"model":"m","messages":[]}`],
    ["a path without its body", "/v1/messages", `{"model":"m"}`],
    ["no object", "/v1/messages", `[{"messages":[]}]`],
  ])("but never for %s", (_, path, body) => {
    expect(sent(path, body)).toEqual([]);
  });
});
