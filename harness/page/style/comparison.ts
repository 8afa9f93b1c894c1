/** The comparison of a run by the values of an axis: rates, costs, and pairs of outputs. */
export const comparison: string = `
.comparison { margin: 14px 0; }
.comparison table { border-collapse: collapse; margin: 6px 0 10px; max-width: 100%; }
.comparison th, .comparison td { padding: 3px 14px 3px 0; vertical-align: top; text-align: right; overflow-wrap: anywhere; }
.comparison td { font-family: ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; white-space: nowrap; }
.comparison tr > :first-child { text-align: left; min-width: 90px; }
.comparison th { font-weight: 400; max-width: 34ch; }
.comparison thead th { color: var(--faint); font-size: 12.5px; vertical-align: bottom; }
.comparison tbody { border-top: 1px solid var(--line); }
.comparison tbody:first-of-type tr:last-child > * { font-weight: 700; }
.comparison p { margin: 4px 0; overflow-wrap: anywhere; max-width: 96ch; }
.comparison summary { cursor: pointer; padding: 4px 0; }
.output-pair { border-top: 1px solid var(--line); padding: 6px 0; }
.output-pair .side-label { display: block; overflow-wrap: anywhere; margin-bottom: 2px; }
.outcome { margin-right: 8px; }
.outcome.passed { color: var(--good); }
.outcome.failed { color: var(--bad); }
@media (max-width: 640px) {
  .comparison th, .comparison td { padding-right: 8px; }
  .comparison tr > :first-child { min-width: 92px; }
}
`;
