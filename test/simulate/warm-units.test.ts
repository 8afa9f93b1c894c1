import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Turn = {
  readonly says: readonly string[];
  readonly total: number;
  readonly read: number;
};

const letters = (who: string, count = 100): string =>
  `${who} keeps every letter that the village ever sent. `.repeat(count);
const SYSTEM = letters("The archive");
const [V3, V4] = [Date.UTC(2026, 3, 13), Date.UTC(2026, 10, 20)];

/** What DeepSeek is predicted to have read, and how that does, turn by turn. */
function played(model: string, sentAtMs: number, turns: readonly Turn[]): readonly unknown[] {
  using folder = makeTempFolder();
  const path = join(folder.path, "turns.jsonl");
  const lines = turns.map(({ says, total, read }, idx) => {
    const said = says.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
    const usage = { prompt_tokens: total, completion_tokens: 40, prompt_tokens_details: { cached_tokens: read } };
    return JSON.stringify({
      seq: "a",
      idx,
      t: sentAtMs / 1_000 + 10 * idx,
      provider: "deepseek",
      api: "openai-chat",
      url: "https://api.deepseek.com/chat/completions",
      body_fidelity: "raw",
      request_body_raw: JSON.stringify({ model, messages: [{ role: "system", content: SYSTEM }, ...said] }),
      response_status: 200,
      response_body: "{}",
      usage,
    });
  });
  writeFileSync(path, lines.join("\n"));
  const { exchanges } = simulateRecording(openRecording(path), { provider: null, anchored: true, mode: "upper" });
  return exchanges.map(({ predicted, score, setApart }) => [predicted?.read, setApart ?? score]);
}

const asks = (question: string, read: number): Turn => ({
  says: [`${question} ${letters(question)}`],
  total: 2_000,
  read,
});

test("a unit that a response reports as read is readable for requests that share its blocks; otherwise siblings miss", () => {
  const short = (question: string, read: number): Turn => ({ ...asks(question, read), total: 1_000 });
  expect(played("deepseek-v4-flash", V4, [short("Who", 0), short("Where", 0)])).toEqual([
    [0, "first"],
    [0, "first"],
  ]);
  expect(played("deepseek-v4-flash", V4, [short("Who", 384), short("Where", 384), short("When", 0)])).toEqual([
    [0, "warm start"],
    [384, "exact"],
    // What two requests shared is a unit, too.
    [512, "within-bound"],
  ]);
});

test("a first message that was never sent and is read to its end was stored by an earlier run, even if others share its head", () => {
  const told = played("deepseek-reasoner", V3, [asks("Who", 0), asks("Where", 1_984)]);
  expect(told).toEqual([
    [0, "first"],
    [expect.toSatisfy((read: number) => read > 600 && read < 1_400), "warm start"],
  ]);
});

test("the same read after a turn of the model is wrong, since only the model's own rules say how far it may be read", () => {
  const grown = { says: ["Who?", "Ida.", letters("The keeper")], total: 3_000, read: 2_944 };
  const turns = [{ says: ["Who?"], total: 1_000, read: 0 }, grown];
  expect(played("deepseek-reasoner", V3, turns)).toEqual([
    [0, "first"],
    [960, "wrong"],
  ]);
});

test("each of DeepSeek's model names gets the model of its day", () => {
  const turns = [
    { says: ["Who?"], total: 1_000, read: 0 },
    { says: ["Who?", letters("Ida", 4), "When?"], total: 1_060, read: 960 },
  ];
  expect(played("deepseek-reasoner", V3, turns).at(-1)).toEqual([960, "exact"]);
  expect(played("deepseek-chat", V3, turns).at(-1)).toEqual([1_024, "within-bound"]);
});
