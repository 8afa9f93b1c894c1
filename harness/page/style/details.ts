/** Texts that differ, facts, findings and command lines. */
export const details: string = `
.was-now { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 6px 10px; margin: 6px 0; }
.text-side { min-width: 0; }
.side-label { font-size: 12px; color: var(--faint); font-weight: 600; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; padding: 5px 8px; max-height: 340px; overflow-y: auto; unicode-bidi: plaintext; }
del, ins { text-decoration: none; font-weight: 700; border-radius: 2px; color: var(--text); }
del { background: var(--del); border-bottom: 2px solid var(--lost); }
ins { background: var(--ins); border-bottom: 2px solid var(--good); }
.facts { display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 3px 12px; margin: 8px 0; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.fix { color: var(--good); }
.command { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.command code { background: var(--ground); border: 1px solid var(--line); border-radius: 3px; padding: 1px 6px; overflow-wrap: anywhere; min-width: 0; }
.finding { border-left: 3px solid var(--line); padding-left: 9px; margin: 8px 0; }
.finding.cause, .finding.invalid { border-color: var(--lost); }
.finding.masked { border-color: var(--warn); }
.finding p { margin: 2px 0; overflow-wrap: anywhere; }
.request-detail h2 { overflow-wrap: anywhere; }
.request-detail section { margin: 12px 0; }
.request-detail p { margin: 4px 0; overflow-wrap: anywhere; }
`;
