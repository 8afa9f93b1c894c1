import { plainText } from "../wires/shared/said/said-item.ts";
import type { IndexedRequest } from "./requests/request-summary.ts";

/** So many requests with calls are asked whether they gave a task, and so many tasks wait for the request that shows who gave them. */
const KEPT = 64;

/** Of longer texts so much of both ends is looked at: a task stands behind the words that introduce it, or before others. */
const LONGEST = 4_000;

/** Long enough not to be said by chance inside other words. */
const SHORTEST = 16;

/** A request whose words are the input of a call. */
type TaskCall = { readonly asked: IndexedRequest; readonly input: string };

/** A request, and the texts that its user added. */
type UserTexts = { readonly request: IndexedRequest; readonly texts: readonly string[] };

/** Finds who gave a task: its words are the input of a call that an answer made. */
export class Directives {
  #given: readonly { readonly giver: IndexedRequest; readonly inputs: readonly string[] }[] = [];
  #waiting: readonly UserTexts[] = [];
  #answered: readonly { readonly request: IndexedRequest; readonly text: string }[] = [];

  /** `inputs` are strings in the calls of its answer; gives the requests before it whose words they are. */
  learn(giver: IndexedRequest, inputs: readonly string[]): readonly TaskCall[] {
    const known = inputs.filter((input) => input.length > 3).map((input) => plainText(input.slice(0, LONGEST)));
    if (known.length === 0) return [];
    this.#given = [...this.#given.slice(1 - KEPT), { giver, inputs: known }];
    return this.#waiting.flatMap(({ request, texts }) => {
      const input = giver.order < request.order ? inputIn(texts, known) : null;
      return input === null ? [] : [{ asked: request, input }];
    });
  }

  /** Who gave one of these tasks before, the latest first. */
  giversOf(texts: readonly string[]): readonly IndexedRequest[] {
    const cut = texts.map((text) => windowOf(text));
    return this.#given
      .filter(({ inputs }) => inputIn(cut, inputs) !== null)
      .map(({ giver }) => giver)
      .reverse();
  }

  /** The input of a call of this request's answer that one of the texts is, or holds. */
  inputOf(giver: IndexedRequest, texts: readonly string[]): string | null {
    if (texts.length === 0) return null;
    const given = this.#given.findLast((each) => each.giver === giver);
    return given === undefined
      ? null
      : inputIn(
          texts.map((text) => windowOf(text)),
          given.inputs,
        );
  }

  /** Keeps what a request asks, until who gave it is seen. */
  wait(request: IndexedRequest, texts: readonly string[]): void {
    if (texts.length > 0)
      this.#waiting = [...this.#waiting.slice(1 - KEPT), { request, texts: texts.map((text) => windowOf(text)) }];
  }

  /** Keeps the last words of an answer, which a parent may bring as what its tool answered. */
  noteAnswer(request: IndexedRequest, text: string | null): void {
    if (text === null || text.length < SHORTEST) return;
    this.#answered = [...this.#answered.slice(1 - KEPT), { request, text: windowOf(text) }];
  }

  /** Whose answer stands in what a tool answered; the latest. */
  reportedIn(results: readonly string[]): IndexedRequest | null {
    if (results.length === 0) return null;
    const found = this.#answered.findLast(({ text }) => results.some((result) => result.includes(text)));
    return found?.request ?? null;
  }
}

/** The whole input, or words around it where it is a sentence: a path or a command stands in many texts. */
function inputIn(texts: readonly string[], inputs: readonly string[]): string | null {
  const isIn = (input: string, text: string): boolean => text === input || (isSentence(input) && holds(text, input));
  return inputs.find((input) => texts.some((text) => isIn(input, text))) ?? null;
}

/** Whether a text says another one to its end: "part 1" does not stand in "part 12". */
function holds(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at !== -1 && !/^[\p{L}\p{N}]/u.test(text.slice(at + part.length, at + part.length + 2));
}

function isSentence(text: string): boolean {
  return text.length >= SHORTEST && SENTENCE.test(text);
}

/** Three words, or a script that has no spaces between them. */
const SENTENCE = /\S\s+\S+\s+\S|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

function windowOf(text: string): string {
  return text.length <= 2 * LONGEST ? text : `${text.slice(0, LONGEST)} ${text.slice(-LONGEST)}`;
}
