import type { SaidMessage } from "../../wires/shared/said/read-message.ts";
import type { RequestSummary } from "../requests/request-summary.ts";

/** So many words in a row are rarely said twice by chance. */
const RUN = 6;

/** Of a text that they write down, clients leave out little. */
const NEARLY_ALL = 0.8;

/** Clients leave out some texts, such as reminders. */
const MOST = 0.6;

/** All runs of words in a text: whatever marks, line breaks or escapes stand between them. */
export type TranscriptWords = ReadonlySet<string>;

export function transcriptWords(text: string): TranscriptWords {
  return new Set(runsOf(text));
}

/** The first words of a text; null for fewer. */
export function beginningOf(text: string): string | null {
  const [first = null] = runsOf(text.slice(0, HEAD));
  return first;
}

/** Words of a text, in the spelling of a beginning. */
export function spelledWords(text: string): string {
  return ` ${wordsIn(text).join(" ")} `;
}

/** Whether most of what user and model say in a request stands in a text, and something that was not the user's: an answer, or what a tool returned. */
export function tellsRequest(transcript: TranscriptWords, { behind, answer }: RequestSummary): boolean {
  const messages = behind(0);
  const others = [...textsBy("model", messages), ...(answer?.text == null ? [] : [answer.text])].filter(isLong);
  const texts = [...textsBy("user", messages).filter(isLong), ...others];
  const isTold = (text: string): boolean => tellsText(transcript, text);
  const isBegun = (text: string): boolean => transcript.has(beginningOf(text) ?? "");
  if (!others.some(isTold) && !resultsOf(messages).some(isBegun)) return false;
  return texts.filter(isTold).length >= MOST * texts.length;
}

function tellsText(transcript: TranscriptWords, text: string): boolean {
  const runs = runsOf(text);
  return runs.filter((run) => transcript.has(run)).length >= NEARLY_ALL * runs.length;
}

function isLong(text: string): boolean {
  return beginningOf(text) !== null;
}

function textsBy(speaker: "user" | "model", messages: readonly SaidMessage[]): readonly string[] {
  return messages.flatMap(({ by, items }) =>
    by === speaker ? items.flatMap((item) => (item.kind === "text" ? [item.text] : [])) : [],
  );
}

function resultsOf(messages: readonly SaidMessage[]): readonly string[] {
  return messages.flatMap(({ items }) => items.flatMap((item) => (item.kind === "result" ? [item.text] : [])));
}

function runsOf(text: string): readonly string[] {
  const words = wordsIn(text);
  return words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, at) => words.slice(at, at + RUN).join(" "));
}

/** A conversation that is written as JSON escapes its line breaks and quotes. */
function wordsIn(text: string): readonly string[] {
  return text.replaceAll(/\\+[nrt"]/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A beginning is read of the first characters of a text. */
const HEAD = 400;
