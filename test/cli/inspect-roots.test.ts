import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { firstRequest } from "../support/first-request.ts";
import { parseJson } from "../support/parse-json.ts";
import { runForkproof } from "./run-forkproof.ts";

const rules = Array.from({ length: 400 }, (_, at) => `Rule ${at}: name the line of remark ${at}.`).join("\n");

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  const lines = [20, 21, 22].map((day) =>
    JSON.stringify({
      seq: day,
      ts: new Date(Date.UTC(2026, 10, 20, 9, day)).toISOString(),
      method: "POST",
      path: "/v1/messages",
      headers: [["user-agent", "reviewer/1.0"]],
      response: null,
      body: firstRequest("anthropic-messages", {
        system: `Today is 2026-11-${day}.\n${rules}`,
        asks: `Look at ${day}.`,
      }),
    }),
  );
  writeFileSync(join(folder.path, "three.jsonl"), `${lines.join("\n")}\n`);
});
afterAll(() => folder[Symbol.dispose]());

test("inspect notes the cost of a date in the system prompt for each new conversation, and exits 0", async () => {
  const { exit, out, err } = await runForkproof(["inspect", "three.jsonl"], folder.path);
  expect(exit, err).toBe(0);
  const text = out.replaceAll(/\s+/g, " ");
  expect(text).toMatch(
    /22: root, .*? note first difference to conversation 21 in \/system\/0: CB302 system-timestamp, .+?; about [\d,]+ tokens of tools and system paid again, about \$0\.0\d+/,
  );
  expect(text).toContain("breaks none");
  expect(text).toMatch(
    /roots 2 new conversations compared with an earlier one: 0 with the same tools and system; \/system\/0 differs in 3 conversations \(CB302\), about [\d,]+ tokens paid again, about \$0\.0\d+/,
  );
});

test("inspect --json has the comparison on the exchange and the places in the totals", async () => {
  const { exit, out, err } = await runForkproof(["inspect", "three.jsonl", "--json"], folder.path);
  expect(exit, err).toBe(0);
  expect(parseJson(out)).toMatchObject({
    exchanges: [
      { id: "20", root: null },
      { id: "21", root: { comparedWith: "20", differs: [{ code: "CB302", segment: "system", pointer: "/system/0" }] } },
      { id: "22", root: { comparedWith: "21", nothingLost: null, cost: { grade: "estimate" } } },
    ],
    totals: {
      breaks: 0,
      roots: {
        compared: 2,
        identical: 0,
        places: [{ segment: "system", pointer: "/system/0", code: "CB302", conversations: 3 }],
      },
    },
  });
});
