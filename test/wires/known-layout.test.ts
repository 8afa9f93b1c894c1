import { expect, test } from "vitest";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { knownLayout, noteLayout } from "../../harness/wires/known-layout.ts";
import { fixtureExchange } from "../support/fixture-body.ts";

test("a layout that was noted for a body serves every exchange that holds the very same body", () => {
  const { request } = fixtureExchange("fork");
  const noted = parseLayout(request);
  noteLayout(noted);
  expect(knownLayout(fixtureExchange("fork"))).not.toBe(noted);
  expect(knownLayout({ ...fixtureExchange("fork"), request })).toBe(noted);
});

test("a noted layout does not serve an exchange of another wire format", () => {
  const { request } = fixtureExchange("fork");
  noteLayout(parseLayout(request));
  const onChat: Exchange = { ...fixtureExchange("fork"), request, path: "/v1/chat/completions" };
  expect(knownLayout(onChat)?.dialect).toBe("openai-chat");
});
