import type { Recording } from "./recording.ts";

/** What a reader looks for; empty for all. */
export type Filters = { readonly search: string; readonly code: string; readonly model: string };

export const NO_FILTERS: Filters = { search: "", code: "", model: "" };

function isFiltering({ search, code, model }: Filters): boolean {
  return search.trim() !== "" || code !== "" || model !== "";
}

/** The requests that pass; null if all do. Text is looked for in ids, findings and in the blocks that a request adds. */
export function matchingRows(recording: Recording, filters: Filters): ReadonlySet<number> | null {
  if (!isFiltering(filters)) return null;
  const words = filters.search.trim().toLowerCase();
  const blocks = words === "" ? new Set<number>() : matchingBlocks(recording, words);
  const rows = new Set<number>();
  for (const [row, request] of recording.data.requests.entries()) {
    const codes = [...request.findings.map(({ code }) => code), ...request.suspected];
    if (filters.code !== "" && !codes.includes(filters.code)) continue;
    if (filters.model !== "" && recording.modelName(request.model) !== filters.model) continue;
    const texts = [
      request.id,
      recording.conversationName(request.conversation),
      recording.modelName(request.model) ?? "",
      ...codes,
      ...request.findings.map(({ observed }) => observed),
    ];
    if (
      words === "" ||
      texts.some((text) => text.toLowerCase().includes(words)) ||
      request.add.some((at) => blocks.has(at))
    )
      rows.add(row);
  }
  return rows;
}

function matchingBlocks(recording: Recording, words: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [at, [hash, , , , , , , name, text]] of recording.data.blocks.entries()) {
    if ([hash, name, text].some((each) => each?.toLowerCase().includes(words) === true)) found.add(at);
  }
  return found;
}

/** The codes of all findings, by how many requests show each. */
export function allCodes(recording: Recording): readonly (readonly [code: string, requests: number])[] {
  const counts = new Map<string, number>();
  for (const { findings, suspected } of recording.data.requests) {
    for (const code of new Set([...findings.map((each) => each.code), ...suspected]))
      counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}
