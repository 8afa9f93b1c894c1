import type { Recording } from "../kernel/exchange.ts";
import type { Incident } from "../kernel/inspection/incident.ts";
import type { Inspection, JudgedRecording } from "../kernel/inspection/inspection.ts";
import { judge } from "../verdict/judge.ts";
import { findIncidents } from "./find-incidents.ts";
import { timeline } from "./timeline.ts";

/** A priced inspection with its incidents. The first bad pair of each is read once more, for the text that differs. */
export function withIncidents(
  judged: JudgedRecording,
  recording: Recording,
  { showText = false }: { readonly showText?: boolean } = {},
): Inspection {
  const incidents = findIncidents(judged).map((incident) => withExcerpts(incident, recording, showText));
  return { ...judged, incidents, timeline: timeline(judged.exchanges) };
}

function withExcerpts(incident: Incident, recording: Recording, showText: boolean): Incident {
  const { firstBad, firstBadParent, segment } = incident;
  if (firstBadParent === null || !SEGMENTS.includes(segment)) return incident;
  const [parent, child] = [recording.load(firstBadParent), recording.load(firstBad)];
  const { divergence } = judge({ parent, child, showText });
  // A cause that another masks lies behind the first difference.
  if (divergence === null || divergence.segment !== segment) return incident;
  const { parentExcerpt, childExcerpt, parentDiffers, childDiffers } = divergence;
  return { ...incident, was: parentExcerpt, now: childExcerpt, differs: { was: parentDiffers, now: childDiffers } };
}

const SEGMENTS: readonly string[] = ["tools", "system", "messages"];
