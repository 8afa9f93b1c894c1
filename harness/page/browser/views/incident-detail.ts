import type { PageIncident, PageRequest } from "../../page-data.ts";
import { type App, routeOfRequest } from "../app-state.ts";
import { h } from "../dom.ts";
import { dateTime, pluralize, usd } from "../format.ts";
import { commandLine, shellWord } from "../parts/copy-button.ts";
import { facts } from "../parts/facts.ts";
import { keptText, lostText } from "../parts/kept-text.ts";
import { wasNowTexts } from "../parts/was-now.ts";
import { hashOf } from "../route.ts";

/** One incident in full: the texts that differ, since when, the fix, and where to look next. */
export function incidentDetail(app: App, incident: PageIncident): HTMLElement {
  const { recording } = app;
  const { was, now, place, observed, lastGood, firstBad, firstBadParent, from, fix } = incident;
  return h(
    "div",
    { class: "detail" },
    was === null && now === null ? null : wasNowTexts(was, now),
    facts([
      ["at", place === null ? null : h("code", {}, place)],
      ["observed", observed],
      ["last good", lastGood === null ? "no request before it" : requestLink(app, lastGood)],
      [
        "first bad",
        firstBad === null
          ? null
          : h("span", {}, requestLink(app, firstBad), from === null ? null : ` ${dateTime(from)}`),
      ],
      ["kept", firstBad === null ? null : keptAndLost(recording.request(firstBad))],
      ["fix", h("span", { class: "fix" }, fix)],
      ["saves", savesText(incident, firstBad === null ? 0 : (recording.request(firstBad).lost?.tokens ?? 0))],
      ["next", firstBad === null || firstBadParent === null ? null : judgeCommand(app, firstBadParent, firstBad)],
    ]),
    firstBad === null
      ? null
      : h(
          "a",
          { class: "button", href: hashOf(routeOfRequest(recording, firstBad)) },
          `Open conversation ${recording.conversationName(recording.request(firstBad).conversation)}`,
        ),
  );
}

function requestLink({ recording }: App, row: number): HTMLElement {
  return h("a", { href: hashOf(routeOfRequest(recording, row)) }, `request ${recording.request(row).id}`);
}

/** Of the first bad request. */
function keptAndLost(request: PageRequest): string | null {
  const [kept, lost] = [keptText(request), lostText(request)];
  return kept === null || lost === null ? kept : `${kept}; lost ${lost} on this request`;
}

/** The command that explains a pair; null if no command line names the recording. */
export function judgeCommand({ recording }: App, parent: number, child: number): HTMLElement | null {
  const { judgeSource } = recording.data;
  if (judgeSource === null) return null;
  const ids = [recording.request(parent).id, recording.request(child).id].map(shellWord);
  return commandLine(`forkproof judge ${judgeSource} --parent ${ids[0]} --child ${ids[1]}`);
}

function savesText(
  { savesUsd, usd: cost, tokens, isEstimate, isLeast, origin }: PageIncident,
  lostTokens: number,
): string | null {
  if (origin === "provider") return null;
  const isFree = cost === null ? tokens === 0 : cost === 0 && savesUsd === 0;
  if (isFree && !isEstimate && lostTokens > 0) return "nothing while the other causes of these requests stay";
  if (isFree && !isEstimate)
    return "nothing so far: the counters show full reads. The requests differ all the same, so --fail-on-break counts them.";
  if (savesUsd === null || cost === null)
    return `an unknown amount, since the ${tokens === null ? "usage" : "price"} is unknown${tokens === null ? "" : `: it cost ${isEstimate ? "about " : ""}${pluralize(tokens, "token")}`}`;
  const least = isLeast ? "at least " : "";
  const alone = savesUsd > 0 ? `${least}${usd(savesUsd, isEstimate)}` : "nothing";
  if (Math.abs(savesUsd - cost) <= 0.005 * Math.abs(cost) + 0.00005) return alone;
  return `${alone} alone; its part of what all fixes save together is ${least}${usd(cost, isEstimate)}`;
}
