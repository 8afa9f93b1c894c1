import { describe, expect, test } from "vitest";
import { allRules } from "../../harness/diagnosis/registry.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { FindingRole } from "../../harness/kernel/finding.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { recordedRequests } from "../support/recorded-requests.ts";
import { exchangeOf } from "./judge-example.ts";
import { notOnWires } from "./not-on-wires.ts";
import { hasRecordings } from "./recorded-bodies.ts";
import { wireCodes } from "./wire-edits.ts";
import { type Json, wireBodies, type WireName } from "./wire-requests.ts";
import { wireMarks } from "./wire-marks.ts";
import { wireTails } from "./wire-tails.ts";
import { wireWords } from "./wire-words.ts";

const names: readonly WireName[] = ["chat", "responses", "items", "gemini", "converse"];

const behind = [...wireTails, ...wireMarks];

const all = [...wireCodes, ...behind];

const rowsOf = <T extends (typeof all)[number]>(codes: readonly T[]): readonly (readonly [string, WireName, T])[] =>
  codes.flatMap((each) =>
    names.filter((name) => each.not?.[name] === undefined).map((name) => [each.code, name, each] as const),
  );

/** What is looked for on a judgement: the codes of a role with their places. */
function found(
  { findings, provider }: Judgement,
  role: FindingRole | "break",
): readonly (readonly [string, string | null])[] {
  const wanted = findings.filter((finding) =>
    role === "break" ? finding.role === "cause" || finding.role === "invalid" : finding.role === role,
  );
  // Converse's recorded body has no breakpoint, so the finding about missing ones is ignored.
  const isUnmarked = ({ observed }: (typeof wanted)[number]): boolean =>
    provider === "bedrock" && observed.startsWith("neither request marks anything");
  return wanted.filter((finding) => !isUnmarked(finding)).map(({ code, pointer }) => [code, pointer]);
}

/** Who heeds marks on a wire. */
const MARK_PROVIDERS: Readonly<Record<WireName, string>> = {
  chat: "openrouter",
  responses: "openai",
  items: "openai",
  gemini: "gemini",
  converse: "bedrock",
};

const raws = new Map<WireName, string>();

function realBody(name: WireName): Json {
  const { file, id, prepare } = wireBodies[name];
  const known = raws.get(name);
  const raw =
    known ??
    String([...recordedRequests(`../shared/recordings/${file}`)].find((each) => each.id.endsWith(id))?.request);
  raws.set(name, raw);
  const body: Json = JSON.parse(raw);
  prepare?.(body);
  return body;
}

const sent = (name: WireName, id: string, body: string, more: Partial<Exchange> = {}): Exchange =>
  exchangeOf(id, body, { path: wireBodies[name].path, ...more });

test("a mutation on some wire format produces every code that requests can show, or a list says what that would need", () => {
  const codes = allRules.map(({ code }): string => code).filter((code) => /^CB[1-6]/.test(code));
  const made = new Set(all.map(({ code }) => code));
  expect([...new Set([...made, ...Object.keys(notOnWires)])].toSorted()).toEqual(codes.toSorted());
  expect(Object.keys(notOnWires).filter((code) => made.has(code))).toEqual([]);
  for (const { not = {} } of all) for (const reason of Object.values(not)) expect(reason).not.toBe("");
});

test("a wire format that lacks a code in one list has it in the other, or both lists say why", () => {
  const lacking = wireCodes.flatMap(({ code, not = {} }) => {
    const others = behind.filter((each) => each.code === code);
    return names.filter((name) => not[name] !== undefined && others.length > 0).map((name) => ({ code, name, others }));
  });
  const unsaid = lacking.filter(({ name, others }) => others.every(({ not = {} }) => not[name] !== undefined));
  expect(lacking.length).toBeGreaterThan(0);
  expect(unsaid.map(({ code, name }) => `${code} on ${name}`)).toEqual([]);
});

describe.skipIf(!hasRecordings)("a mutation of a real body of another wire format is found at its place", () => {
  test.each(rowsOf(wireCodes))("for %s on %s", (code, name, { edit }) => {
    const wire = wireBodies[name];
    const [parent, child] = [realBody(name), realBody(name)];
    const pointer = edit(parent, child, wire);
    child[wire.list].push(wire.say("model", "All done here."), wire.say("user", "Now look at the sources."));
    const judgement = judge({
      parent: sent(name, "1", JSON.stringify(parent)),
      child: sent(name, "2", JSON.stringify(child)),
    });
    expect(named(judgement, code, "break", pointer)).toEqual(expected(code));
  });

  test.each(rowsOf(behind))("for %s on %s, after the recorded messages", (code, name, tail) => {
    const { edit, role = "break", provider, raw = (body) => body } = tail;
    const wire = wireBodies[name];
    const [parent, child] = [realBody(name), realBody(name)];
    const pointer = edit({ parent, child, wire, words: wireWords[name] });
    if (role !== "note")
      child[wire.list].push(wire.say("model", "All done here."), wire.say("user", "Now look at the sources."));
    const judgement = judge({
      parent: sent(name, "1", JSON.stringify(parent), tail.sent?.parent),
      child: sent(name, "2", raw(JSON.stringify(child)), tail.sent?.child),
      ...(provider === undefined ? {} : { provider: provider === "by-wire" ? MARK_PROVIDERS[name] : provider }),
    });
    expect(named(judgement, code, role, pointer)).toEqual(expected(code));
  });
});

/** Which codes of the role are named, and whether the first lies at its place, and where the verdict says that the bodies part. */
function named(judgement: Judgement, code: string, role: FindingRole | "break", pointer: string | null): object {
  // A provider without a guarantee, or one that stores nothing so short, gets an additional note.
  const all = found(judgement, role).filter(([each]) => role !== "note" || each === code);
  const at = all[0]?.[1] ?? null;
  const parts = judgement.divergence?.pointer ?? null;
  return {
    codes: all.map(([each]) => each),
    isThere: pointer === null || at === pointer,
    isWhereTheyPart: /^CB[2-4]/.test(code) && role === "break" ? parts === at : role === "break" || parts === null,
  };
}

const expected = (code: string): object => ({ codes: [code], isThere: true, isWhereTheyPart: true });
