import { hash } from "node:crypto";
import { readMessageOnce, type SaidMessage } from "../../wires/shared/said/read-message.ts";
import { type SaidItem, wordsOf } from "../../wires/shared/said/said-item.ts";
import { foldMessagesMemo, messageEnd, messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { Layout } from "../../kernel/layout.ts";

/** The messages of a request up to one of its items. Digests alone, since a long session keeps one for every item. */
export type SaidUpTo = { readonly digest: string; readonly count: number; readonly before: SaidUpTo | null };

/** Everything that a request's messages say. A system prompt belongs to no turn and is left out. */
export const saidBy: (layout: Layout) => SaidUpTo = foldMessagesMemo<SaidUpTo>(
  { digest: "", count: 0, before: null },
  (said, layout, from, to) => {
    const { by, items } = readMessageOnce(layout, from, to);
    return by === "system" ? said : items.reduce((before, item) => saidNext(before, by, item), said);
  },
);

/** The content behind the first `count` items, message by message. */
export function saidBehind(layout: Layout, total: number, count: number): readonly SaidMessage[] {
  const messages: SaidMessage[] = [];
  let missing = total - count;
  for (const message of fromLast(layout)) {
    if (missing <= 0) break;
    const items = message.items.slice(-missing);
    missing -= message.items.length;
    messages.unshift({ ...message, items });
  }
  return messages;
}

/** The new user text in a request: behind the earlier request that it repeats, else behind the model's last answer. */
export function newTexts(layout: Layout, earlier: Pick<SaidUpTo, "digest" | "count"> | null): readonly string[] {
  const said = saidBy(layout);
  const messages: readonly SaidMessage[] =
    earlier === null || !repeatsRequest(said, earlier)
      ? [{ by: "user", items: lastTurnOf(layout).user }]
      : saidBehind(layout, said.count, earlier.count);
  return messages.flatMap(userTexts);
}

/** The texts of each user message behind the earlier request that it repeats, else of all of them; the latest message first. */
export function* userTextsFromLast(
  layout: Layout,
  earlier: Pick<SaidUpTo, "digest" | "count"> | null,
): Generator<readonly string[]> {
  const said = saidBy(layout);
  const from = earlier !== null && repeatsRequest(said, earlier) ? earlier.count : 0;
  for (const message of saidBehind(layout, said.count, from).toReversed()) yield userTexts(message);
}

function userTexts({ by, items }: SaidMessage): readonly string[] {
  return by !== "user" ? [] : items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
}

function repeatsRequest(said: SaidUpTo, { digest, count }: Pick<SaidUpTo, "digest" | "count">): boolean {
  let each: SaidUpTo | null = said;
  while (each !== null && each.count > count) each = each.before;
  return each?.digest === digest;
}

/** The model's last answer as a request repeats it, what the user says behind it, and where in the body it begins. */
export type LastTurn = {
  readonly model: readonly SaidItem[];
  readonly user: readonly SaidItem[];
  readonly modelFrom: number;
};

/** The end of a conversation: the last messages of the model in a row, and all behind them. */
export function lastTurnOf(layout: Layout): LastTurn {
  let model: readonly SaidItem[] = [];
  let user: readonly SaidItem[] = [];
  let modelFrom = layout.body.length;
  let answers = 0;
  for (const { by, items, from } of fromLast(layout)) {
    if (by === "user") {
      if (answers > 0) break;
      user = [...items, ...user];
      continue;
    }
    answers += 1;
    model = [...items, ...model];
    modelFrom = from;
  }
  return { model, user, modelFrom };
}

type PlacedMessage = SaidMessage & { readonly from: number };

function* fromLast(layout: Layout): Generator<PlacedMessage> {
  const { units } = layout;
  const starts: number[] = [];
  for (let at = messagesStart(units); at < units.length; at = messageEnd(units, at)) starts.push(at);
  let end = units.length;
  for (const start of starts.reverse()) {
    const message = readMessageOnce(layout, start, end);
    end = start;
    if (message.by !== "system") yield { ...message, from: units[start]?.span.start ?? 0 };
  }
}

function saidNext(before: SaidUpTo, by: SaidMessage["by"], item: SaidItem): SaidUpTo {
  const digest = hash("sha256", `${before.digest}\n${by} ${wordsOf(item)}`, "base64");
  return { digest, count: before.count + 1, before };
}
