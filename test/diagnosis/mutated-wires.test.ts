import { describe, expect, test } from "vitest";
import { allRules } from "../../harness/diagnosis/registry.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf } from "./judge-example.ts";
import { hasRecordings, recordedBody } from "./recorded-bodies.ts";
import { type Json, wireBodies, wireCodes, type WireName } from "./wire-edits.ts";

const names: readonly WireName[] = ["chat", "responses", "gemini"];

/** Codes that are made of Anthropic's bodies alone (mutations.ts, mutations-beside.ts), each with the reason. */
const ANTHROPIC_ALONE: Readonly<Record<string, string>> = {
  CB105: "betas are a header of that provider",
  CB108: "no other wire tells a thinking budget below a limit of the answer",
};

const rows = wireCodes.flatMap((each) =>
  names.filter((name) => each.not?.[name] === undefined).map((name) => [each.code, name, each.edit] as const),
);

test("every code is in the catalogue, and a wire without it says why", () => {
  const codes = allRules.map(({ code }): string => code);
  for (const { code, not = {} } of wireCodes) {
    expect(codes).toContain(code);
    for (const reason of Object.values(not)) expect(reason).not.toBe("");
  }
  for (const code of Object.keys(ANTHROPIC_ALONE)) expect(wireCodes.map((each) => each.code)).not.toContain(code);
});

describe.skipIf(!hasRecordings)("a mutation of a real body of another wire is named, at its place", () => {
  test.each(rows)("%s on %s", (code, name, edit) => {
    const wire = wireBodies[name];
    const raw = String(recordedBody(wire.file, wire.id));
    const [parent, child]: [Json, Json] = [JSON.parse(raw), JSON.parse(raw)];
    const pointer = edit(parent, child, wire);
    child[wire.list].push(wire.say("model", "All done here."), wire.say("user", "Now look at the sources."));
    const sent = (id: string, body: Json) => exchangeOf(id, JSON.stringify(body), { path: wire.path });
    const judgement = judge({ parent: sent("1", parent), child: sent("2", child) });
    const causes = judgement.findings.filter(({ role }) => role === "cause" || role === "invalid");
    expect(causes.map((finding) => finding.code)).toEqual([code]);
    if (pointer !== null) expect(causes[0]?.pointer).toBe(pointer);
    if (/^CB[2-4]/.test(code)) expect(judgement.divergence?.pointer).toBe(causes[0]?.pointer);
  });
});
