import { expect, test } from "vitest";

import { go, hi, rolesOn, text, type Row } from "./write-body.ts";

const LONG = "Read the whole change before you judge it, name the file and the line, and say why it matters.";
const NOT_STAGED =
  'On branch main\nChanges not staged for commit:\n  (use "git add <file>..." to update)\n\tmodified:   src/a.ts';

const system: readonly Row[] = [
  row("an id in a path is an id", "Log /tmp/ses_4f9a01bb37c2/a.log", "Log /tmp/ses_a07e55d91c68/a.log", "CB303"),
  row("a date in a path is a date", "Log /var/log/2026-11-20.txt", "Log /var/log/2026-11-21.txt", "CB302"),
  row(
    "a day that crosses midnight",
    "Today is Friday, November 20, 2026.",
    "Today is Saturday, November 21, 2026.",
    "CB302",
  ),
  row("epoch seconds", "Now 1763700000.", "Now 1763700061.", "CB302"),
  row("an age", "Saved 5 minutes ago.", "Saved 12 minutes ago.", "CB302"),
  row("a uuid", id("6f1c9a52"), id("b83e07d4"), "CB303"),
  row("a hash of git", "At 4f2a9c1 now.", "At 77be03d now.", "CB303"),
  row("a Windows path", "In C:\\\\work\\\\one now.", "In C:\\\\work\\\\two now.", "CB304"),
  row("an id behind a word in a path", `Log ${agent("6f1c9a52")}`, `Log ${agent("b83e07d4")}`, "CB303"),
  row("a file of another name", "See src/one.ts now.", "See src/two.ts now.", "CB304"),
  row("a choice of words", "Answer yes/no only.", "Answer true/false only.", "CB301"),
  row("words with a stroke between them", "All functions/classes.", "All methods/classes.", "CB301"),
  row("a tag", "Rules <rule>a</rule> end.", "Rules <rule>a</rules> end.", "CB301"),
  row("a date and a count", "2026-11-20 45%", "2026-11-21 47%", "CB302"),
  row("a date of a longer name and a count", "Friday, 20 November, 45%", "Tuesday, 1 December, 46%", "CB302"),
  row("an id and a path", `${id("6f1c9a52")} In /srv/one.`, `${id("b83e07d4")} In /srv/two.`, "CB303"),
  row(
    "a date and a file more in git status",
    "2026-11-20\n M src/a.ts",
    "2026-11-21\n M src/a.ts\n?? src/b.ts",
    "CB302",
  ),
  row("a clock that came", "Be brief.", "Be brief. Current time: 9:05 pm", "CB302"),
  row("a clock that went", "Be brief.\nToday's date is 2026-11-20.", "Be brief.", "CB302"),
  row("an id that came", "Be brief.", "Be brief.\nSession id: 6f1c9a52-8a0e-4c1b-9d7e-2f1a35c7b901", "CB303"),
  row("a folder that came", "Be brief.", "Be brief.\nWorking directory: /srv/app", "CB304"),
  row("a rule with a day in it that came", "Be brief.", "Be brief. Finish by Friday.", "CB301"),
  row("a version like a date", "Agent 0.2.1000 now.", "Agent 0.3.1001 now.", "CB305"),
  row("a verb of another number", "The file is here, 3 in all.", "The file are here, 3 in all.", "CB301"),
  row("a file more in git status", "Status:\n M src/a.ts\n", "Status:\n M src/a.ts\n?? src/b.ts\n", "CB306"),
  row("a clean tree that is no more", "Status:\n(clean)\n", "Status:\n M src/a.ts\n", "CB306"),
  row("a clean tree in many words", "On branch main\nnothing to commit, working tree clean", NOT_STAGED, "CB306"),
  row("an absolute name more", "Open:\n/srv/a.ts\n/srv/b.ts", "Open:\n/srv/a.ts\n/srv/lib/c.ts\n/srv/b.ts", "CB306"),
  row("a date and an instruction", "On 2026-11-20 be brief.", "On 2026-11-21 be verbose.", "CB301"),
  row("an instruction in a list", "- Always test\n- Be brief", "- Never test\n- Be brief", "CB301"),
  row("a space more is no other boundary", "Be brief.", " Be brief.", "CB301"),
  ["a space before a block", { system: [text(LONG)], ...hi }, { system: [text(` ${LONG}`)], ...go }, ["CB308 cause"]],
  ["a space behind a block", { system: [text(LONG)], ...hi }, { system: [text(`${LONG} `)], ...go }, ["CB301 cause"]],
  [
    "a boundary that moved",
    { system: [text("Be brief. "), text(LONG)], ...hi },
    { system: [text("Be "), text(`brief. ${LONG}`)], ...go },
    ["CB310 cause"],
  ],
  [
    "a string became a block and got a space",
    { system: LONG, ...hi },
    { system: [text(`${LONG} `)], ...go },
    ["CB301 cause"],
  ],
  // The same text to a model of 4.x, with no boundary in it (harness/providers/FACTS.md#same-prompt); a note says so.
  ["a string became a block", { system: LONG, ...hi }, { system: [text(LONG)], ...go }, []],
  [
    "a string became two blocks",
    { system: `Be brief. ${LONG}`, ...hi },
    { system: [text("Be brief. "), text(LONG)], ...go },
    ["CB310 cause"],
  ],
  [
    "a short header of many blocks, and a later block",
    { system: [text("lane=left"), text(LONG)], ...hi },
    { system: [text("lane=right"), text(`${LONG} Be brief.`)], ...go },
    ["CB301 cause"],
  ],
  ["no system prompt any more", { system: LONG, ...hi }, go, ["CB309 cause"]],
  [
    "tools first, system masked",
    { tools: [{ name: "a" }], system: `${LONG} Be kind.`, ...hi },
    { system: `${LONG} Be quick.`, ...go },
    ["CB202 cause", "CB301 masked"],
  ],
];

test.each(system)("the system prompt rules give the expected findings: %s", (_name, parent, child, expected) => {
  expect(rolesOn(parent, child)).toEqual(expected);
});

function row(name: string, before: string, after: string, code: string): Row {
  return [
    name,
    { system: `${LONG}\n${before}\n${LONG}`, ...hi },
    { system: `${LONG}\n${after}\n${LONG}`, ...go },
    [`${code} cause`],
  ];
}

function agent(head: string): string {
  return `/tmp/agent-${head}-0b3e-4c55-9d21-7f4e8a10c6d2/work`;
}

function id(head: string): string {
  return `Session ${head}-8a0e-4c1b-9d7e-2f1a35c7b901.`;
}
