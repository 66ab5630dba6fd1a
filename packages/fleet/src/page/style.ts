/**
 * Light and dark, following the reader's system; for narrow and wide screens.
 *
 * @param states - classes of rows that a reader can choose
 */
export const styleFor = (states: readonly string[]): string => `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --line: #dfe3ea; --paper: #ffffff; --back: #f5f6f9;
  --succeeded: #067647; --failed: #b42318; --running: #175cd3; --waiting: #b6bdc9; --note: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #9aa4b5; --line: #2c3444; --paper: #171c26;
  --back: #0f131a; --succeeded: #47cd89; --failed: #f97066; --running: #84adff; --waiting: #465066; --note: #f0b429; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 4rem; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 66rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.85rem; line-height: 1.25; } h1.succeeded { color: var(--succeeded); } h1.failed { color: var(--failed); }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; }
p { margin: .25rem 0; color: var(--soft); } .fleet { margin: 0 0 .25rem; } .fleet b { color: var(--ink); }
.reason { color: var(--ink); } .problem { padding: .5rem .9rem; border-left: 4px solid var(--note); background: var(--paper); color: var(--ink); }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 .9rem; padding: 0; list-style: none; }
.counts li { flex: 1 1 8rem; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line);
  border-top: 4px solid var(--line); border-radius: 8px; color: var(--soft); }
.counts b { display: block; font-size: 1.75rem; line-height: 1.2; color: var(--ink); }
.counts .none b { color: var(--soft); font-weight: 400; }
.counts .succeeded:not(.none) { border-top-color: var(--succeeded); } .counts .failed:not(.none) { border-top-color: var(--failed); }
.counts .running:not(.none) { border-top-color: var(--running); } .counts .waiting:not(.none) { border-top-color: var(--waiting); }
.bar { display: flex; gap: 2px; height: .6rem; border-radius: .3rem; overflow: hidden; }
.bar i { min-width: 4px; } .bar .succeeded { background: var(--succeeded); } .bar .failed { background: var(--failed); }
.bar .running { background: var(--running); } .bar .waiting { background: var(--waiting); }
.next code { display: block; margin: .35rem 0; padding: .6rem .9rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px; overflow-wrap: anywhere; user-select: all; }
.next code::before { content: "$ "; color: var(--soft); }
.card { margin: .75rem 0; padding: .9rem 1.1rem; background: var(--paper); border: 1px solid var(--line);
  border-left: 4px solid var(--failed); border-radius: 8px; overflow-wrap: anywhere; }
.card h3 { margin: 0; font-size: 1rem; } .card span, .waves span, td span { color: var(--soft); font-weight: 400; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.objects { margin: .25rem 0 1rem; padding: 0; list-style: none; } .objects li { padding: .2rem 0; overflow-wrap: anywhere; }
.objects span { color: var(--soft); } h3 { margin: 1rem 0 0; font-size: 1rem; } h3.delete, h3.replace { color: var(--failed); }
.waves { display: grid; gap: .9rem; margin: 0; padding: 0; list-style: none; }
.waves div:first-child { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: .3rem; }
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; margin: .5rem 0 .75rem; padding: 0; border: 0; color: var(--soft); }
.choice legend { float: left; margin-right: 1.25rem; } .choice label { cursor: pointer; } .choice [type=search] { width: 14rem; font: inherit; }
${states.map((state) => `section:has([value=${state}]:checked) tbody tr:not(.${state})`).join(", ")} { display: none; }
table, thead, tbody { display: block; font-size: .9375rem; }
tr { display: grid; grid-template-columns: minmax(0, 3fr) 4rem 7rem minmax(0, 2fr) 6rem 6rem; } tr[hidden] { display: none; }
tbody tr, .card, .objects li { content-visibility: auto; contain-intrinsic-height: auto 2.4rem; }
th { padding: .3rem .75rem .3rem 0; color: var(--soft); font-weight: 600; text-align: left; }
tbody tr { border-top: 1px solid var(--line); } td { padding: .4rem .75rem .4rem 0; overflow-wrap: anywhere; }
.number, th:nth-last-child(-n+2) { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.state.succeeded { color: var(--succeeded); } .state.failed, .state a { color: var(--failed); font-weight: 600; } .state.running { color: var(--running); } .state.waiting { color: var(--soft); }
@media (max-width: 40rem) { thead { display: none; } tbody tr { display: block; padding: .5rem 0; contain-intrinsic-height: auto 4rem; }
  td { display: inline-block; padding: 0 .75rem 0 0; } td:first-child { display: block; } td:empty { display: none; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--soft); } }
@media print { body { background: none; padding: 0; } .choice { display: none; } tbody tr, .card, .objects li { content-visibility: visible; break-inside: avoid; } }
`;
