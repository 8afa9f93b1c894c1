import { calcPrice as calcListPrice, findProvider } from "@pydantic/genai-prices";
import { expect, test } from "vitest";
import { calcPrice } from "../../harness/money/price-list.ts";
import { priceListName } from "../../harness/money/price-of.ts";
import { providers } from "../../harness/providers/list.ts";

const usage = { input_tokens: 300_000, cache_read_tokens: 200_000, cache_write_tokens: 90_000, output_tokens: 4_000 };
const days = ["2024-06-01", "2025-09-10", "2026-11-20"].map((day) => new Date(`${day}T12:00:00Z`));

test("a model that is sought once has the price list's price at each date, with every provider", () => {
  let priced = 0;
  for (const providerId of new Set(providers.map(({ name }) => priceListName(name)))) {
    const models = findProvider({ providerId })?.models.map(({ id }) => id) ?? [];
    for (const model of [...models, "unlisted-1", "claude-sonnet-4-5@20250929", "gpt-5.2-20260101"]) {
      for (const timestamp of [...days, ...days]) {
        const found = calcPrice(usage, model, { providerId, timestamp });
        const {
          provider,
          model_price,
          total_price,
          model: sold,
        } = calcListPrice(usage, model, { providerId, timestamp }) ?? {};
        expect([found?.provider.id, found?.model.id, found?.model_price, found?.total_price]).toEqual([
          provider?.id,
          sold?.id,
          model_price,
          total_price,
        ]);
        if (found !== null) priced += 1;
      }
    }
  }
  expect(priced).toBeGreaterThan(600);
});
