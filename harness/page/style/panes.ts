/** The second view (conversations, waterfall, details) and the third (shared prefixes). */
export const panes: string = `
.panes { flex: 1; display: grid; grid-template-columns: 250px minmax(0, 1fr); min-height: 0; min-width: 0; }
.panes.has-side { grid-template-columns: 250px minmax(0, 1fr) minmax(340px, 32%); }
.conversations { display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); }
.conversations .count { margin: 0; padding: 8px 12px 6px; font-size: 12.5px; border-bottom: 1px solid var(--line); }
.virtual { flex: 1; overflow: auto; position: relative; min-height: 0; contain: strict; }
.virtual:focus-visible { outline-offset: -2px; }
.virtual-body { position: relative; min-width: 100%; }
.virtual-body > * { position: absolute; left: 0; right: 0; top: 0; }
.conversation { display: flex; flex-direction: column; justify-content: center; padding: 4px 12px; color: var(--text); text-decoration: none; border-bottom: 1px solid var(--line); line-height: 1.35; }
.conversation > span { display: flex; gap: 8px; justify-content: space-between; align-items: baseline; min-width: 0; }
.conversation > span > * { flex: none; }
.conversation:hover { background: var(--hover); }
.conversation.chosen { background: var(--chosen); }
.conversation .name { flex: 0 1 auto; min-width: 0; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.conversation .figures { text-align: right; white-space: pre; }
.conversation .codes { color: var(--bad); font-size: 12px; flex: 0 1 auto; min-width: 0; text-align: right; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.conversation .faint { font-size: 12.5px; white-space: nowrap; }
.conversation.chosen .faint { color: var(--text); }
.middle { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.pane-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; padding: 8px 12px 4px; }
.pane-head h2 { overflow-wrap: anywhere; }
.back { display: none; }
.empty { padding: 16px; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0 12px; font-size: 12.5px; color: var(--faint); }
.legend li { display: flex; align-items: center; gap: 5px; }
.legend canvas { width: 24px; height: 12px; }
.tick { color: var(--mark); font-weight: 700; }
.edge { color: var(--bad); font-size: 10px; }
.waterfall { flex: 1; display: flex; flex-direction: column; min-height: 0; min-width: 0; }
.over { display: flex; align-items: center; gap: 8px; padding: 2px 12px; border-bottom: 1px solid var(--line); }
.hint { margin: 0; font-size: 12.5px; min-height: 18px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; flex: 1; }
.zoom { display: flex; gap: 4px; }
.line { display: grid; grid-template-columns: var(--id) 48px 64px 1fr; align-items: center; cursor: default; white-space: nowrap; }
.unpriced .line { grid-template-columns: var(--id) 48px 1fr; }
.unpriced .line .usd { display: none; }
.line.request:hover { background: var(--hover); }
.line.chosen { background: var(--chosen); }
.line.dim canvas { opacity: 0.25; }
.line.dim .id, .line.dim .ratio { color: var(--faint); font-weight: 400; }
.line .id { padding-left: 10px; overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.line .ratio, .line .usd { text-align: right; padding-right: 8px; color: var(--faint); }
.line.chosen .ratio, .line.chosen .usd { color: var(--text); }
.line.bad .id, .line.bad .ratio { color: var(--bad); font-weight: 700; }
.line.warn .id { color: var(--warn); }
.line canvas { display: block; }
.line.event { grid-template-columns: 1fr; }
.event-text { display: block; margin: 0 12px; border-bottom: 1px dashed var(--faint); color: var(--faint); font-size: 12px; line-height: 16px; text-align: center; }
.side { border-left: 1px solid var(--line); background: var(--raised); overflow-y: auto; overflow-x: hidden; padding: 10px 14px 30px; min-width: 0; position: relative; display: none; }
.has-side .side { display: block; }
.close { float: right; }
.prefixes ul { list-style: none; margin: 0; padding: 0; }
.prefixes ul ul { padding-left: 14px; border-left: 1px solid var(--line); }
.prefix-list > li { padding: 3px 0; }
.prefix { display: grid; gap: 1px; }
.track { display: block; background: var(--raised); height: 12px; overflow: hidden; }
.prefix-bar { display: block; height: 12px; }
.prefix-bar.shared { background: var(--read); }
.prefix-bar.alone { background: repeating-linear-gradient(135deg, var(--fresh) 0 3px, transparent 3px 6px); }
.prefix-text { overflow-wrap: anywhere; }
.prefixes summary { color: var(--bad); cursor: pointer; }
.prefix-links { margin: 2px 0; }
@media (max-width: 900px) {
  .panes, .panes.has-side { grid-template-columns: minmax(0, 1fr); }
  .panes > * { grid-row: 1; grid-column: 1; min-width: 0; }
  .conversations { border: 0; }
  .panes .middle { display: none; }
  .panes.has-conversation .middle { display: flex; }
  .panes.has-conversation .conversations { display: none; }
  .panes.has-side .middle { display: none; }
  .side { border: 0; background: var(--ground); }
  .back { display: inline-block; }
}
@media (max-width: 640px) {
  .line, .unpriced .line { grid-template-columns: var(--id) 40px 1fr; }
  .line .usd { display: none; }
}
`;
