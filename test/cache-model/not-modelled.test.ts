import { describe, test } from "vitest";

/** What provider-caches.md names and no rule answers, each with its reason; ARCHITECTURE.md says the same in prose. */
describe.skip("cannot hold", () => {
  test("V55 Anthropic's cache_miss_reason: no provider's own diagnosis is emulated");
  test("V56 thinking that a model strips itself: the strip happens behind the wire, no recording shows where");
  test("V57 thinking bound to its prefix: the mocked provider checks no signatures");
  test("V58 a thread continued twice: threads keep their state at the provider, a body shows none of it");
  test("V72 a breakpoint on gpt-5.5 is a 400: the mocked provider speaks Messages alone");
  test("V78 OpenAI's comparison diagnostics: no provider's own diagnosis is emulated");
  test("V79 the cost of V63: no prices are modelled");
  test("V80 a function call without output is a 400: the mocked provider speaks Messages alone");
  test("V81 the size of an explicit Gemini resource: it is made by a request that is no prompt, and is set apart");
  test("V82 four uses of an explicit Gemini resource: as V81");
  test("V83 an explicit Gemini resource below the minimum: as V81");
  test("V84 an expired Gemini resource: as V81");
  test("V85 a Gemini resource beside a system instruction: as V81");
  test("P9 a hit costs less than plain input, plain input less than a write: no prices are modelled");
  test("F18 a dangling tool_use is a 400: the mocked provider holds it as V46 and V47, before any cache");
});
