/** The frame: type, header, buttons, and how the page fills the window. */
export const frame: string = `
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, sans-serif; overflow: hidden; }
#app { display: flex; flex-direction: column; height: 100%; }
h1, h2, h3 { font-size: 15px; line-height: 1.3; margin: 0; }
h1 { letter-spacing: 0.01em; }
code, pre, kbd, .cost, .share, .usd, .ratio, .id, .code, .figures, .rank, dd b { font-family: ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; }
a { color: var(--link); }
.faint { color: var(--faint); }
.bad-text { color: var(--bad); }
.warn-text { color: var(--warn); }
h2.good, p.good { color: var(--good); }
h2.bad { color: var(--bad); }
.wait { padding: 24px; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 18px; padding: 8px 16px; border-bottom: 1px solid var(--line); background: var(--raised); }
.title { display: flex; align-items: baseline; gap: 10px; min-width: 0; flex: 0 1 auto; }
.source { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 30ch; }
.counts { white-space: nowrap; }
.whole { border: 1px solid var(--warn); color: var(--warn); border-radius: 3px; padding: 0 5px; font-size: 12px; white-space: nowrap; }
.tabs { display: flex; gap: 2px; }
.tab { color: var(--faint); text-decoration: none; padding: 4px 9px; border-radius: 4px; white-space: nowrap; }
.tab:hover { background: var(--hover); }
.tab[aria-current] { color: var(--text); background: var(--chosen); font-weight: 600; }
.tools { display: flex; gap: 6px; margin-left: auto; min-width: 0; }
input, select, button, .button { font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: 4px; padding: 3px 8px; min-height: 28px; }
input { width: 150px; min-width: 60px; }
select { max-width: 140px; min-width: 0; }
button, .button { cursor: pointer; text-decoration: none; display: inline-block; }
button:hover, .button:hover { background: var(--hover); }
.small { min-height: 24px; min-width: 24px; padding: 0 7px; font-size: 12.5px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
main:focus, aside:focus { outline: none; }
.view { flex: 1; min-height: 0; display: flex; }
.scroll { flex: 1; overflow-y: auto; overflow-x: hidden; padding: 14px 16px 40px; min-width: 0; }
.scroll > h2 { margin: 18px 0 6px; max-width: 1180px; }
.scroll > * { max-width: 1180px; }
.lead { margin: 0 0 12px; max-width: 76ch; }
dialog { background: var(--raised); color: var(--text); border: 1px solid var(--line); border-radius: 6px; padding: 18px 22px; max-width: 90vw; }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 4px; background: var(--ground); }
@media (max-width: 1500px) { .counts { display: none; } }
@media (max-width: 640px) {
  header { padding: 6px 10px; gap: 6px 10px; }
  .title { flex: 1 1 auto; }
  .tabs, .tools { width: 100%; margin: 0; }
  .tab { padding: 4px 7px; }
  .tools { flex-wrap: wrap; }
  .tools input { flex: 1 1 100%; width: auto; }
  .tools select { flex: 1 1 0; max-width: none; }
  .scroll { padding: 10px 10px 40px; }
}
@media print {
  html, body, #app { height: auto; overflow: visible; }
  .tools, .tabs, .zoom, .command button { display: none; }
  .view, .scroll, .panes { display: block; overflow: visible; }
}
`;
