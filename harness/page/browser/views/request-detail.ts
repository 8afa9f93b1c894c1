import { SEGMENTS, STATES, type PageRequest } from "../../page-data.ts";
import type { App } from "../app-state.ts";
import { routeOfRequest } from "../app-state.ts";
import type { Recording } from "../data/recording.ts";
import { h } from "../dom.ts";
import { count, dateTime, percent, pluralize, usd } from "../format.ts";
import { facts } from "../parts/facts.ts";
import { keptText, lostText } from "../parts/kept-text.ts";
import { wasNowCompared, wasNowTexts } from "../parts/was-now.ts";
import { hashOf } from "../route.ts";
import { judgeCommand } from "./incident-detail.ts";

/** One request: its figures, what broke, the first difference, and the block that a reader chose. */
export function requestDetail(app: App, { row, block }: { readonly row: number; readonly block: number }): HTMLElement {
  const { recording } = app;
  const request = recording.request(row);
  const { id, at, verdict, parent, note, difference, findings } = request;
  const shown = findings.filter(({ role }) => role !== "note");
  const notes = findings.filter(({ role }) => role === "note");
  return h(
    "div",
    { class: "request-detail" },
    h("h2", {}, `Request ${id}`),
    note === null ? null : h("p", { class: "warn-text" }, note),
    ...shown.map((finding) => findingText(finding)),
    request.suspected.length === 0
      ? null
      : h("p", { class: "warn-text" }, `possible break: ${request.suspected.join(", ")}`),
    difference === null ? null : differenceText(difference),
    block < 0 ? null : blockText(recording, row, block),
    facts([
      ["continues", parent < 0 ? "no request: it begins here" : requestLink(recording, parent)],
      ["verdict", parent < 0 ? null : verdict],
      ["sent", dateTime(at)],
      ["model", recording.modelName(request.model)],
      ["ratio", request.ratio === null ? "unknown" : percent(request.ratio)],
      ["cost", request.usd === null ? "unknown" : usd(request.usd)],
      ...usageRows(request),
      ["kept", keptText(request)],
      ["lost", lostText(request)],
      ["blocks", `${count(recording.prompt(row).length)}, about ${count(recording.length(row))} tokens`],
      ["next", parent < 0 ? null : judgeCommand(app, parent, row)],
    ]),
    ...notes.map((finding) => findingText(finding)),
    block < 0 ? h("p", { class: "faint" }, "Click a block, or press h and l, to see its text.") : null,
  );
}

function findingText({ code, role, observed, fix, pointer }: PageRequest["findings"][number]): HTMLElement {
  return h(
    "div",
    { class: `finding ${role}` },
    h(
      "p",
      {},
      h("b", {}, code),
      role === "cause" ? " " : ` (${role}) `,
      observed,
      pointer === null ? null : h("code", {}, ` ${pointer}`),
    ),
    role === "note" ? null : h("p", { class: "fix" }, `Fix: ${fix}`),
  );
}

function differenceText(difference: NonNullable<PageRequest["difference"]>): HTMLElement {
  const { at, parentOffset, childOffset, was, now } = difference;
  const offset = childOffset ?? parentOffset;
  return h(
    "section",
    {},
    h("h3", {}, "First difference"),
    h("p", { class: "faint" }, h("code", {}, at), offset === null ? "" : `, byte ${count(offset)} of the body`),
    wasNowTexts(was, now),
  );
}

function blockText(recording: Recording, row: number, at: number): HTMLElement | null {
  const index = recording.prompt(row)[at];
  if (index === undefined) return null;
  const [hash, segment, pointer, bytes, tokens, kind, , , text] = recording.block(index);
  const state = STATES[recording.states(row)[at] ?? 4] ?? "unknown";
  const { parent, marks, basis } = recording.request(row);
  const before = parent < 0 ? null : sameBlock(recording, parent, { at, hash, pointer });
  const isSame = before !== null && before.hash === hash;
  return h(
    "section",
    { class: "block" },
    h("h3", {}, recording.blockLabel(index)),
    facts([
      ["at", h("code", {}, pointer)],
      ["state", `${state}${basis === "reported" ? "" : ` (${basis})`}`],
      ["length", `about ${count(tokens)} tokens, ${count(bytes)} bytes of ${kind} in ${SEGMENTS[segment]}`],
      ["hash", h("code", {}, hash)],
      ["breakpoint", marks.includes(at) ? "marks its end" : null],
      [
        "before",
        parent < 0
          ? null
          : isSame
            ? "the parent sends the same block"
            : before === null
              ? "the parent does not have it"
              : "the parent's block differs",
      ],
    ]),
    text === null
      ? null
      : isSame || before === null
        ? h("pre", { class: "text", tabindex: 0 }, text)
        : wasNowCompared(before.text, text),
    recording.data.isWhole || text === null || text.length < 200
      ? null
      : h("p", { class: "faint" }, "The first 200 characters; --full-text keeps all."),
  );
}

type Before = { readonly hash: string; readonly text: string | null };

/** The parent's block that this one continues: an equal one, else the one at the same pointer, else at the same place. */
function sameBlock(
  recording: Recording,
  parent: number,
  { at, hash, pointer }: { readonly at: number; readonly hash: string; readonly pointer: string },
): Before | null {
  const prompt = [...recording.prompt(parent)];
  const blocks = prompt.map((index) => recording.block(index));
  const found = blocks.find((each) => each[0] === hash) ?? blocks.find((each) => each[2] === pointer) ?? blocks[at];
  return found === undefined ? null : { hash: found[0], text: found[8] };
}

function requestLink(recording: Recording, row: number): HTMLElement {
  return h("a", { href: hashOf(routeOfRequest(recording, row)) }, `request ${recording.request(row).id}`);
}

function usageRows({ usage }: PageRequest): readonly (readonly [string, string | null])[] {
  if (usage === null) return [["usage", "not reported"]];
  const names = ["read", "written", "fresh", "output"];
  return names.map((name, at) => [name, usage[at] == null ? null : pluralize(usage[at], "token")] as const);
}
