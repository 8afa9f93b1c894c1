import { describe, expect, test } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import { answeredWith } from "../../harness/diagnosis/facts/long-example.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { InspectedExchange, JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { firstRequest, providerOf, type Opening } from "../support/first-request.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const names = wires.map(({ name }) => name);
const rules = Array.from({ length: 400 }, (_, at) => `Rule ${at}: name the file and the line of remark ${at}.`).join(
  "\n",
);
const dated = (day: number, more = ""): string => `You review code.\nToday is 2026-11-${day}.\n${rules}${more}`;

function started(wire: DialectName, id: string, opening: Opening, sent: Partial<Exchange> = {}): Exchange {
  return { ...wireExchange(wire, firstRequest(wire, opening), id), ...sent };
}

function inspected(exchanges: readonly Exchange[], wire: DialectName = "anthropic-messages"): JudgedRecording {
  return pricedInspection(inspectRecording(recordingOf(exchanges), { provider: providerOf[wire] }));
}

function rootOf(inspection: JudgedRecording, id: string): InspectedExchange["root"] {
  return inspection.exchanges.find((each) => each.id === id)?.root ?? null;
}

describe("a new conversation is compared with the latest earlier one", () => {
  test.each(names)(
    "and a date in its system prompt is a note with a price, and a place of three conversations, on %s",
    (wire) => {
      const inspection = inspected(
        [20, 21, 22].map((day) => started(wire, `day ${day}`, { system: dated(day), asks: `Look at change ${day}.` })),
        wire,
      );
      expect(inspection.exchanges.map(({ relation }) => relation)).toEqual(["root", "root", "root"]);
      expect(rootOf(inspection, "day 20")).toBeNull();
      const root = rootOf(inspection, "day 22");
      expect(root).toMatchObject({
        comparedWith: "day 21",
        shared: { blocks: 2, of: { blocks: 3 } },
        differs: [{ code: "CB302", slug: "system-timestamp", segment: "system" }],
        nothingLost: null,
      });
      expect(root?.differs[0]?.was).toContain("2026-11-21");
      expect(root?.differs[0]?.now).toContain("2026-11-22");
      expect(root?.cost?.lostTokens).toBeGreaterThan(3000);
      expect(root?.cost?.usd).toBeGreaterThan(0);
      const { roots, breaks } = inspection.totals;
      expect(roots).toMatchObject({
        compared: 2,
        identical: 0,
        places: [{ code: "CB302", segment: "system", conversations: 3 }],
      });
      const costs = inspection.exchanges.flatMap((each) => each.root?.cost ?? []);
      expect(roots.places[0]?.tokens).toBe(costs.reduce((sum, { lostTokens }) => sum + lostTokens, 0));
      expect(roots.places[0]?.usd).toBeCloseTo(
        costs.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
        8,
      );
      expect(breaks).toBe(0);
      expect(inspection.exchanges.flatMap(({ findings }) => findings.filter(({ role }) => role === "cause"))).toEqual(
        [],
      );
    },
  );

  test.each(names)("and equal tools and system prompts are identical on %s", (wire) => {
    const asks = ["What is this?", "And what is that?"];
    const inspection = inspected(
      asks.map((text, at) => started(wire, String(at), { system: dated(20), asks: text })),
      wire,
    );
    const root = rootOf(inspection, "1");
    expect(root).toMatchObject({
      comparedWith: "0",
      shared: { blocks: 3, of: { blocks: 3 } },
      differs: [],
      cost: null,
    });
    expect(root?.shared.bytes).toBe(root?.shared.of.bytes);
    expect(inspection.totals.roots).toEqual({ compared: 1, identical: 1, places: [] });
  });

  test("and two different conversations do not make a place of three", () => {
    const inspection = inspected(
      [20, 21].map((day) => started("anthropic-messages", String(day), { system: dated(day), asks: "?" })),
    );
    expect(rootOf(inspection, "21")?.differs).toHaveLength(1);
    expect(inspection.totals.roots.places).toEqual([]);
  });

  test("and a difference in the tools comes first, followed by one in the system prompt", () => {
    const [first, second] = [
      started("anthropic-messages", "1", { system: dated(20), asks: "?" }),
      started("anthropic-messages", "2", { system: dated(21), asks: "!", tools: ["read", "run", "write"] }),
    ];
    const root = rootOf(inspected([first, second]), "2");
    expect(root?.differs.map(({ code }) => code)).toEqual(["CB201", "CB302"]);
    expect(root?.differs[0]?.observed).toBe("1 tool more than the earlier conversation's 2");
  });
});

test("the repeated cost of conversations counts only at their first difference", () => {
  const tools = [
    ["read", "run"],
    ["read", "run", "write"],
    ["read", "run"],
  ];
  const inspection = inspected(
    tools.map((names, at) => {
      const day = 20 + at;
      return started("anthropic-messages", String(day), { system: dated(day), asks: `On ${day}?`, tools: names });
    }),
  );
  const { places } = inspection.totals.roots;
  expect(places).toMatchObject([{ code: "CB302", conversations: 3, tokens: null, usd: null }]);
  expect(rootOf(inspection, "22")?.cost?.lostTokens).toBeGreaterThan(3000);
});

describe("a conversation is compared with an earlier one", () => {
  test("unless it is another agent's, with its own system prompt and tools", () => {
    const own = {
      system: `Plan the work.\n${"Think of the steps, and of what may fail. ".repeat(200)}`,
      asks: "Plan.",
    };
    const inspection = inspected([
      started("anthropic-messages", "1", { system: dated(20), asks: "Review." }),
      started("anthropic-messages", "2", { ...own, tools: ["plan", "ask"] }),
      started("anthropic-messages", "3", { system: dated(21), asks: "Review again." }),
    ]);
    expect(rootOf(inspection, "2")).toBeNull();
    expect(rootOf(inspection, "3")?.comparedWith).toBe("1");
  });

  test("if either its tools or its system prompt changed", () => {
    const other = `Plan the work.\n${"Think of the steps, and of what may fail. ".repeat(200)}`;
    const inspection = inspected([
      started("anthropic-messages", "1", { system: dated(20), asks: "Review." }),
      started("anthropic-messages", "2", { system: dated(20), asks: "Review it.", tools: ["plan", "ask"] }),
      started("anthropic-messages", "3", { system: other, asks: "Plan it.", tools: ["plan", "ask"] }),
    ]);
    expect(rootOf(inspection, "2")).toMatchObject({ comparedWith: "1", differs: [{ segment: "tools" }, {}] });
    expect(rootOf(inspection, "3")).toMatchObject({ comparedWith: "2", differs: [{ code: "CB309" }] });
  });

  test("unless its user-agent header names another client, but also without that header", () => {
    const opening = { system: dated(20), asks: "?" };
    const agent = (name: string): Partial<Exchange> => ({ headers: [["User-Agent", name]] });
    const inspection = inspected([
      started("anthropic-messages", "1", opening, agent("one/1.0")),
      started("anthropic-messages", "2", { ...opening, asks: "!" }, agent("two/1.0")),
      started("anthropic-messages", "3", { ...opening, asks: "." }),
    ]);
    expect(rootOf(inspection, "2")).toBeNull();
    expect(rootOf(inspection, "3")?.comparedWith).toBe("2");
  });

  test("unless it was refused, and unless it has another model", () => {
    const refused = { response: { ...answeredWith({ fresh: 1 }), status: 429 } };
    const inspection = inspected([
      started("anthropic-messages", "1", { system: dated(20), asks: "?" }),
      started("anthropic-messages", "2", { system: dated(21), asks: "!" }, refused),
      started("anthropic-messages", "3", { system: dated(22), asks: ".", model: "claude-haiku-4-5" }),
      started("anthropic-messages", "4", { system: dated(23), asks: "..." }),
    ]);
    expect(inspection.exchanges.map(({ root }) => root?.comparedWith ?? null)).toEqual([null, null, null, "1"]);
  });
});

describe("the cost of a difference between conversations", () => {
  const at = (minutes: number): Partial<Exchange> => ({ startedAtMs: minutes * 60_000, firstByteMs: 500 });
  const pair = (sent: Partial<Exchange>, usage: Partial<Exchange> = {}): readonly Exchange[] => [
    started("anthropic-messages", "1", { system: dated(20), asks: "?" }, { ...at(0), ...usage }),
    started("anthropic-messages", "2", { system: dated(21), asks: "!" }, sent),
  ];

  test("is nothing if the earlier entry had expired by then", () => {
    expect(rootOf(inspected(pair(at(4))), "2")?.cost?.lostTokens).toBeGreaterThan(3000);
    expect(rootOf(inspected(pair(at(60))), "2")).toMatchObject({ cost: null, nothingLost: "expired" });
  });

  test("is counted if turns of the earlier conversation kept its entry alive", () => {
    const opening = { system: dated(20), asks: "?" };
    const turn = { ...opening, more: ["It reads notes.", "And then?"] };
    const later = started("anthropic-messages", "2", { system: dated(21), asks: "!" }, at(7));
    const first = started("anthropic-messages", "1", opening, at(0));
    const inspection = inspected([first, started("anthropic-messages", "1b", turn, at(4)), later]);
    expect(inspection.exchanges[1]).toMatchObject({ parent: "1", relation: "turn" });
    expect(rootOf(inspection, "2")?.cost?.lostTokens).toBeGreaterThan(3000);
    expect(rootOf(inspected([first, later]), "2")?.nothingLost).toBe("expired");
  });

  test("is anchored by reported counters, and excludes tokens that were read", () => {
    const used = (read: number): Partial<Exchange> => ({
      response: answeredWith({ fresh: 9, write: 8000 - read, read }),
    });
    const anchored = rootOf(inspected(pair({ ...at(1), ...used(0) }, used(0))), "2");
    expect(anchored?.cost).toMatchObject({ grade: "anchored", prompt: { read: 0, write: 8000 } });
    expect(anchored?.cost?.lostTokens).toBeGreaterThan(7000);
    expect(rootOf(inspected(pair({ ...at(1), ...used(8000) }, used(0))), "2")).toMatchObject({
      cost: null,
      nothingLost: "read",
    });
  });

  test("is nothing without a breakpoint in tools or system, and below the model's minimum", () => {
    const sent = (opening: Omit<Opening, "asks">): readonly Exchange[] =>
      [20, 21].map((day) => {
        const system = opening.system === "short" ? `You review code. Be brief. Today is 2026-11-${day}.` : dated(day);
        return started("anthropic-messages", String(day), { ...opening, system, asks: `On ${day}?` });
      });
    expect(rootOf(inspected(sent({ system: "", isMarked: false })), "21")?.nothingLost).toBe("not-stored");
    expect(rootOf(inspected(sent({ system: "short" })), "21")?.nothingLost).toBe("below-minimum");
  });

  test("is unknown if the provider's cache is unknown", () => {
    const exchanges = pair(at(1)).map((each) => ({ ...each, request: Buffer.from(each.request) }));
    const { exchanges: found } = inspectRecording(recordingOf(exchanges), { provider: "nobody" });
    expect(found[1]?.root).toMatchObject({ cost: null, nothingLost: null });
  });
});

test("an excerpt of a difference between conversations contains no credential", () => {
  const key = (letter: string): string => `sk-ant-api03-${`${letter}b1`.repeat(14)}`;
  const exchanges = ["A", "C"].map((letter) =>
    started("anthropic-messages", letter, { system: `${dated(20)}\nToken: ${key(letter)}`, asks: `Hi ${letter}` }),
  );
  // A rule quotes the name of a tool's member that differs.
  const named = ["A", "C"].map((letter) => {
    const body = firstRequest("anthropic-messages", { system: dated(20), asks: `Hi ${letter}` });
    const member = body.replace(`{"name":"run",`, `{"name":"run",${JSON.stringify(key("E"))}:"${letter}",`);
    return wireExchange("anthropic-messages", member, `named ${letter}`);
  });
  const told = JSON.stringify([exchanges, named].map((each) => inspected(each).exchanges[1]?.root));
  expect(told).toContain("*".repeat(20));
  for (const letter of ["A", "C", "E"]) expect(told).not.toContain(key(letter).slice(13, 25));
  const shown = inspectRecording(recordingOf(exchanges), { provider: "anthropic", showText: true });
  expect(JSON.stringify(shown.exchanges[1]?.root)).toContain(key("C").slice(13, 25));
});
