import type { Finding } from "../kernel/finding.ts";
import type { Recording } from "../kernel/exchange.ts";
import type { Incident } from "../kernel/inspection/incident.ts";
import type { ExchangeList, LeanInspection, LeanRecording } from "../kernel/inspection/exchange-list.ts";
import type { Inspection, JudgedRecording } from "../kernel/inspection/inspection.ts";
import type { Divergence } from "../kernel/judgement.ts";
import { divergenceIn } from "../verdict/divergence-in.ts";
import { characterAt } from "../wire-scan/character-at.ts";
import { findIncidents } from "./find-incidents.ts";
import { timeline } from "./timeline.ts";

/** A priced inspection with its incidents; `all` as in `findIncidents`. The first bad pair of each is read once more, for the text that differs. */
export function withIncidents(
  judged: JudgedRecording,
  recording: Recording,
  { showText = false, all }: { readonly showText?: boolean; readonly all?: JudgedRecording["exchanges"] } = {},
): Inspection {
  return { ...judged, ...incidentsOf(judged, recording, showText, all) };
}

/** The same for a log of any length. */
export function withLeanIncidents(judged: LeanRecording, recording: Recording, all?: ExchangeList): LeanInspection {
  return { ...judged, ...incidentsOf(judged, recording, false, all) };
}

function incidentsOf(
  judged: LeanRecording,
  recording: Recording,
  showText: boolean,
  all?: ExchangeList,
): Pick<Inspection, "incidents" | "timeline"> {
  const found = findIncidents(judged, all);
  const firsts = new Set(found.map(({ firstBad }) => firstBad));
  const findingsOf = new Map<string, readonly Finding[]>();
  if (firsts.size > 0)
    for (const { id, findings } of judged.exchanges) if (firsts.has(id)) findingsOf.set(id, findings);
  const incidents = found.map((incident) => {
    const findings = findingsOf.get(incident.firstBad) ?? [];
    const finding = findings.find(({ code }) => code === incident.codes[0]);
    return withExcerpts(incident, finding, recording, showText);
  });
  return { incidents, timeline: timeline(judged.exchanges) };
}

function withExcerpts(
  incident: Incident,
  found: Finding | undefined,
  recording: Recording,
  showText: boolean,
): Incident {
  const { firstBad, firstBadParent, segment } = incident;
  if (firstBadParent === null || (segment !== "tools" && segment !== "system" && segment !== "messages"))
    return incident;
  const [parent, child] = [recording.load(firstBadParent), recording.load(firstBad)];
  const divergence = divergenceIn(segment, { parent, child, showText });
  if (divergence === null || !isOf(divergence, found)) return incident;
  const { parentOffset, parentExcerpt, childExcerpt, parentDiffers, childDiffers } = divergence;
  const isOneText = parentOffset !== null && !OTHER_TOOL.test(incident.codes[0] ?? "");
  const text = isOneText ? characterAt(parent.request, parentOffset) : null;
  const place = { at: text?.pointer ?? null, character: text?.character ?? null };
  return {
    ...incident,
    ...place,
    was: parentExcerpt,
    now: childExcerpt,
    differs: { was: parentDiffers, now: childDiffers },
  };
}

/** Tools that came, went or changed places: at one place there are two tools, and their texts have no difference to show. */
const OTHER_TOOL = /^CB20[1239]$/;

/** A segment shows its first difference. A cause that another one masks may lie behind it. */
function isOf({ pointer }: Divergence, found: Finding | undefined): boolean {
  return found === undefined || found.role !== "masked" || found.pointer === pointer;
}
