/** Light and dark, following the reader's system; for narrow and wide screens. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --line: #dfe3ea; --paper: #ffffff; --back: #f5f6f9;
  --changed: #9a6700; --missing: #b42318; --unmanaged: #175cd3; --unchecked: #6e40c9; --policy: #0e7090; --well: #067647; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #9aa4b5; --line: #2c3444; --paper: #171c26;
  --back: #0f131a; --changed: #f0b429; --missing: #f97066; --unmanaged: #84adff; --unchecked: #bb9af7; --policy: #67e3f9; --well: #47cd89; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 4rem; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 66rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; } h1.well { color: var(--well); }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.2rem; }
p { margin: .25rem 0; color: var(--soft); }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.counts li { flex: 1 1 7.5rem; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line);
  border-top: 4px solid var(--kind, var(--line)); border-radius: 8px; color: var(--soft); }
.counts b { display: block; font-size: 1.75rem; line-height: 1.2; color: var(--ink); }
.missing { --kind: var(--missing); } .changed { --kind: var(--changed); } .unmanaged { --kind: var(--unmanaged); }
.policy { --kind: var(--policy); } .unchecked { --kind: var(--unchecked); }
figure { margin: 0; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--line); } svg .curve { fill: none; stroke: var(--kind); stroke-width: 2; vector-effect: non-scaling-stroke; }
.narrow { display: none; }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin-bottom: .75rem; color: var(--soft); font-size: .9375rem; }
figcaption span::before { content: ""; display: inline-block; width: .9rem; height: 3px; margin-right: .4rem; vertical-align: middle;
  background: var(--kind); }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th { padding: .3rem .75rem .3rem 0; color: var(--soft); font-weight: 600; text-align: left; }
td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td span { color: var(--soft); } td b + span { display: block; } time, .word { white-space: nowrap; } .word { color: var(--kind); font-weight: 600; }
.failed { color: var(--missing); font-weight: 600; }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead { display: none; } td { border: 0; padding: 0; }
  tr { padding: .5rem 0; border-top: 1px solid var(--line); } td:empty { display: none; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--soft); } .wide { display: none; } .narrow { display: block; } }
@media print { body { background: none; padding: 0; } }
`;
