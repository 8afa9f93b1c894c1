import { libraryLayers } from "./library-layers.ts";

/** A folder (or the entry file of a tree), what else it may import, and why not more. */
export type Layer = { readonly folder: string; readonly mayImport: readonly string[]; readonly why: string };

const judge = [
  "wire-scan",
  "wires",
  "providers",
  "compare",
  "cache-model",
  "diagnosis",
  "break-cost",
  "lineage",
  "verdict",
] as const;

/**
 * Who may know whom, from the bottom up: a layer imports only layers above it in its list.
 * A folder that is missing here is an error, so a new one starts with a line and its reason.
 */
export const layers: readonly Layer[] = [
  ...within("src", libraryLayers),
  ...within("harness", [
    { folder: "kernel", mayImport: [], why: "Nouns that all share; what they knew, all would know." },
    { folder: "io", mayImport: ["kernel"], why: "Effects carry no decisions." },
    { folder: "wire-scan", mayImport: ["kernel"], why: "The judge's eyes see JSON and no provider." },
    {
      folder: "wires",
      mayImport: ["kernel", "wire-scan"],
      why: "Where blocks lie in a wire format is a fact, not a verdict.",
    },
    {
      folder: "providers",
      mayImport: ["kernel", "wire-scan", "wires"],
      why: "What is known of a provider is data; who judges by it and who mocks it read the same record.",
    },
    {
      folder: "compare",
      mayImport: ["kernel", "wire-scan", "wires"],
      why: "Where two layouts part is settled on bytes and on what each wire calls prompt, before anybody asks for a cause.",
    },
    {
      folder: "cache-model",
      mayImport: ["kernel", "wire-scan", "wires", "providers"],
      why: "A prediction that knew the verdict could not contradict it.",
    },
    {
      folder: "diagnosis",
      mayImport: ["kernel", "wire-scan", "wires", "providers", "compare", "cache-model"],
      why: "A rule explains any client's evidence; one that knew our mock would explain our mock.",
    },
    {
      folder: "break-cost",
      mayImport: ["kernel", "wires", "providers", "compare", "cache-model"],
      why: "What a pair would have cost without its causes is counted by the cache's rules, whatever named the causes.",
    },
    {
      folder: "lineage",
      mayImport: ["kernel", "wire-scan", "wires", "compare"],
      why: "Who continues whom is told by the bytes they share, not by a verdict on them.",
    },
    {
      folder: "verdict",
      mayImport: [
        "kernel",
        "wire-scan",
        "wires",
        "providers",
        "compare",
        "cache-model",
        "diagnosis",
        "break-cost",
        "lineage",
      ],
      why: "The judge reads two requests, wherever they came from.",
    },
    {
      folder: "scenario",
      mayImport: ["kernel"],
      why: "A scenario is read without running anything; its expectations compare themselves with nouns that all share.",
    },
    {
      folder: "cassette",
      mayImport: ["kernel", "io", "wire-scan", "wires"],
      why: "A recording is bytes on disk, whoever made it, whoever serves it, whatever is thought of it.",
    },
    {
      folder: "money",
      mayImport: ["kernel", "providers"],
      why: "A price is asked with plain numbers and nouns that all share, by whoever has them.",
    },
    {
      folder: "counters",
      mayImport: ["kernel", "wires", "cassette"],
      why: "Recordings without bodies are not judged: only their counters are read.",
    },
    {
      folder: "incidents",
      mayImport: ["kernel", "wire-scan", "diagnosis", "verdict"],
      why: "Root causes are found among findings and prices that are known; the judge is asked once more for their texts and the character.",
    },
    {
      folder: "blocks",
      mayImport: ["kernel", "wire-scan", "wires", "cache-model", "verdict"],
      why: "A prompt's blocks are drawn from what was judged and counted; they decide nothing.",
    },
    {
      folder: "builds",
      mayImport: ["kernel", "compare", "cache-model", "verdict", "incidents"],
      why: "Two recordings are compared by what was found in each; the judge says where their requests differ.",
    },
    {
      folder: "simulate",
      mayImport: ["kernel", "wires", "providers", "cache-model", "verdict", "cassette", "money"],
      why: "A recording played through the cache models: it meets what was reported only after it was predicted.",
    },
    {
      folder: "import",
      mayImport: ["kernel", "io", "wire-scan", "cassette"],
      why: "A foreign format is a way into a cassette and out of nothing else; an array's elements are found in its bytes.",
    },
    {
      folder: "sources",
      mayImport: ["kernel", "io", "cassette", "import"],
      why: "Files, folders and streams become one recording; what is thought of it is decided elsewhere.",
    },
    {
      folder: "checks",
      mayImport: ["kernel", "wire-scan", "wires", "providers", "cache-model", "scenario"],
      why: "A check holds evidence against an expectation; it gathers none.",
    },
    {
      folder: "mock",
      mayImport: ["kernel", "wire-scan", "wires", "providers", "cache-model"],
      why: "The mocked provider serves any client: it knows no scenario and no judge.",
    },
    {
      folder: "wires/*/mocked",
      mayImport: ["kernel", "wire-scan", "wires", "providers", "cache-model", "mock"],
      why: "How the mocked provider speaks a wire format lies with that format, and the judge never loads it.",
    },
    {
      folder: "record",
      mayImport: ["kernel", "io", "providers", "cassette"],
      why: "A recorder has no opinion of what passes through.",
    },
    {
      folder: "replay",
      mayImport: ["kernel", "cassette", "mock"],
      why: "A replay serves what was recorded; it judges nothing.",
    },
    {
      folder: "baseline",
      mayImport: ["kernel"],
      why: "Two runs are compared by their results alone, wherever they ran.",
    },
    {
      folder: "page",
      mayImport: ["kernel", "blocks"],
      why: "The HTML report is data and a script that draws it; what it shows was found before.",
    },
    {
      folder: "page/browser",
      mayImport: ["page"],
      why: "It runs in a browser, which has nothing of ours but the page's data.",
    },
    {
      folder: "report",
      mayImport: ["kernel", "baseline", "page"],
      why: "A report made from the run result alone can be made again later.",
    },
    {
      folder: "run",
      mayImport: [
        "kernel",
        "io",
        ...judge,
        "blocks",
        "scenario",
        "cassette",
        "checks",
        "mock",
        "record",
        "replay",
        "money",
        "simulate",
      ],
      why: "A run gathers evidence and has it judged; how it is shown is not its business.",
    },
    {
      folder: "queue",
      mayImport: ["kernel", "io", "scenario", "run"],
      why: "A queue carries the very jobs and results of a run to other processes; it judges nothing.",
    },
    { folder: "init", mayImport: ["kernel"], why: "What is written for a beginner is text; no file is touched here." },
    { folder: "gate", mayImport: ["kernel", ...judge, "scenario", "checks"], why: "It judges traffic it is given." },
    {
      folder: "testing",
      mayImport: ["kernel", "io", ...judge, "cassette", "money", "incidents", "simulate", "mock", "report"],
      why: "A user's test joins the parts in its own process as a command does in another; no other room builds on it.",
    },
    {
      folder: "cli",
      mayImport: [
        "kernel",
        "io",
        ...judge,
        "scenario",
        "cassette",
        "import",
        "sources",
        "money",
        "counters",
        "incidents",
        "blocks",
        "builds",
        "simulate",
        "mock",
        "record",
        "replay",
        "baseline",
        "page",
        "report",
        "run",
        "queue",
        "gate",
        "init",
        "testing",
      ],
      why: "A command joins the parts to the world; nothing imports a command.",
    },
  ]),
];

function within(tree: "src" | "harness", rows: readonly Layer[]): readonly Layer[] {
  const path = (folder: string): string => `${tree}/${folder}`;
  return rows.map(({ folder, mayImport, why }) => ({ folder: path(folder), mayImport: mayImport.map(path), why }));
}
