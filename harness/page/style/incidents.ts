/** The first view: sums, charts and the table of incidents; and the jobs of a run. */
export const incidents: string = `
.sums { display: flex; flex-wrap: wrap; gap: 6px 34px; margin: 0 0 12px; }
.sums > div { min-width: 0; }
.sums dt { color: var(--faint); font-size: 12.5px; }
.sums dd { margin: 0; display: flex; flex-direction: column; }
.sums dd b { font-size: 20px; font-weight: 600; line-height: 1.25; }
.sums dd span { font-size: 12.5px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 14px 28px; }
figure { max-width: 620px; }
figure { margin: 0; }
figcaption { color: var(--faint); font-size: 12.5px; }
.chart { width: 100%; height: auto; display: block; }
.chart .bar.ratio { fill: var(--read); }
.chart .bar.cost { fill: var(--fresh); }
.chart .rule { stroke: var(--line); stroke-width: 1; }
.chart text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--faint); }
.chart line.onset { stroke: var(--lost); stroke-width: 1.5; stroke-dasharray: 3 2; }
.chart text.onset { fill: var(--bad); font-weight: 700; }
.incidents ol, .jobs ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.incidents li, .job { border-bottom: 1px solid var(--line); }
.incidents li.open { background: var(--raised); }
.incident { display: grid; grid-template-columns: 26px 92px 56px minmax(160px, 1.3fr) 92px minmax(150px, 1fr); gap: 0 12px; width: 100%; text-align: left; align-items: baseline; border: 0; border-radius: 0; background: none; padding: 6px 8px; }
.incident.head { color: var(--faint); font-size: 12.5px; padding: 2px 8px; }
.incident.head span { font-family: inherit; }
.incident.row:hover { background: var(--hover); }
.incident .cost, .incident .share, .incident .rank { text-align: right; white-space: nowrap; }
.incident.row .cost { font-weight: 700; }
.incident.row.ours .cost { color: var(--bad); }
.incident.row .what { font-weight: 600; }
.incident .where { color: var(--faint); }
.incident.row .code { font-size: 12px; }
.counters { margin-top: 22px; }
.counters summary { cursor: pointer; padding: 5px 0; overflow-wrap: anywhere; }
.counters details { border-top: 1px solid var(--line); }
.counters .facts { margin: 0 0 10px 18px; }
.counters dd > div + div { margin-top: 3px; }
.sum-table { overflow-x: auto; margin: 0 0 10px 18px; }
.sum-table table { border-collapse: collapse; }
.sum-table th, .sum-table td { text-align: right; padding: 2px 14px 2px 0; white-space: nowrap; font-weight: 400; }
.sum-table td { font-family: ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; }
.sum-table tr > :first-child { text-align: left; }
.sum-table thead th { color: var(--faint); font-size: 12.5px; }
.detail { padding: 4px 8px 14px 46px; }
.job { padding: 6px 8px; }
.job p { margin: 2px 0 2px 12px; overflow-wrap: anywhere; }
.job-head { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.job-picture { margin: 4px 0 4px 12px; }
.job-request { display: grid; grid-template-columns: 150px 1fr; gap: 0 8px; align-items: center; padding: 2px 0; color: var(--text); text-decoration: none; }
.job-request:hover { background: var(--hover); }
.job-request .id { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--faint); }
.job-request canvas { display: block; }
.job.failed .status, .job.errored .status { color: var(--bad); }
.job.passed .status { color: var(--good); }
.job.skipped .status { color: var(--warn); }
@media (max-width: 760px) {
  .incident { grid-template-columns: 20px 84px 48px 1fr; }
  .incident .what { grid-column: 2 / -1; grid-row: 2; }
  .incident .code { text-align: right; }
  .incident .where { grid-column: 2 / -1; }
  .incident.head { display: none; }
  .incident .cost { text-align: left; }
  .detail { padding-left: 8px; }
  .sums { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 8px 16px; }
  .sums dd b { font-size: 17px; }
  .job-request { grid-template-columns: 84px 1fr; }
  .job p, .job-picture { margin-left: 0; }
}
`;
