import { hash } from "node:crypto";

import { maskValues } from "../diagnosis/text/mask-values.ts";
import { bodyDigest } from "../kernel/body-digest.ts";
import type { Layout } from "../kernel/layout.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { digestRequest } from "../lineage/requests/request-digest.ts";
import { readMessage } from "../wires/shared/said/read-message.ts";

/** What a request is called by: the user's first and last texts, each the same from run to run. */
export type RequestOpening = {
  /** With the names of its tools: a conversation that it begins has this name. */
  readonly first: string;
  /** A fork that it begins has this name. */
  readonly last: string;
  /** Whether the user said one text alone. */
  readonly isOneText: boolean;
  readonly messages: number;
  /** Of the whole body. */
  readonly digest: string;
};

export function requestOpening(layout: Layout): RequestOpening {
  const starts = messageStarts(layout);
  const textsAt = (index: number): readonly string[] => userTexts(layout, starts[index] ?? 0, starts[index + 1]);
  const isUsers = (_start: number, index: number): boolean => textsAt(index).length > 0;
  const [first, last] = [starts.findIndex(isUsers), starts.findLastIndex(isUsers)];
  return {
    first: named(first === -1 ? [] : textsAt(first), digestRequest(layout).agent.tools),
    last: named(last === -1 ? [] : textsAt(last), []),
    isOneText: first === last,
    messages: starts.length,
    digest: bodyDigest(layout.body),
  };
}

function messageStarts({ units }: Layout): readonly number[] {
  return units.flatMap(({ unit, segment }, at) => (unit === "envelope" && segment === "messages" ? [at] : []));
}

/** The texts of a message; empty for one that is not the user's. */
function userTexts(layout: Layout, from: number, to: number = layout.units.length): readonly string[] {
  const { by, items } = readMessage(layout, from, to);
  return by === "user" ? items.flatMap((item) => (item.kind === "text" ? [item.text] : [])) : [];
}

/** Clients put their own reminders before the user's text, so the last text is shown. The digest distinguishes equal texts. */
function named(texts: readonly string[], tools: readonly string[]): string {
  const stable = texts.map(withoutVolatile);
  const shown = escapeControlChars((stable.at(-1) ?? "").replaceAll(/\s+/g, " ").trim());
  const digest = hash("sha256", [...stable, ...tools].join("\n")).slice(0, 6);
  const text = shown.length > SHOWN ? `${shown.slice(0, SHOWN - 1)}…` : shown;
  return text === "" ? `(no text) #${digest}` : `${text} #${digest}`;
}

/** Characters of a text in a name. */
const SHOWN = 48;

/** Times, ids and absolute paths, which differ from run to run and between machines, stand as one character each. */
function withoutVolatile(text: string): string {
  return maskValues(text, ["time", "id"])
    .text.replaceAll(/\p{Co}/gu, "…")
    .replaceAll(ABSOLUTE_PATH, "…");
}

/** Also the part of a URL behind its scheme: loopback ports differ. */
const ABSOLUTE_PATH = /(?<![\w.…])(?:~?\/|[A-Za-z]:\\)[^\s"'`<>()]+/g;
