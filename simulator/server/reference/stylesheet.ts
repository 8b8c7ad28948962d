// The style of the reference: light and dark, down to 360 pixels, and on paper.

/** The stylesheet of the reference. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --text: light-dark(#1d2430, #e4e8ef);
  --quiet: light-dark(#556070, #a7b1c0);
  --page: light-dark(#ffffff, #14181f);
  --raised: light-dark(#f4f6f9, #1d232d);
  --line: light-dark(#d5dbe4, #38414f);
  --link: light-dark(#0b57b8, #86b7ff);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; padding: .5rem 1rem; background: var(--page); }
.skip:focus { left: .5rem; top: .5rem; z-index: 1; }
header { padding: 1rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; color: var(--quiet); }
header .places a { margin-right: 1rem; }
header .title { color: var(--text); font-weight: 700; font-size: 1.25rem; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); }
nav p { margin: .75rem 0 .25rem; font-weight: 600; }
nav ul { margin: 0; padding-left: 1.25rem; }
nav li { padding: .125rem 0; }
main { padding: 1rem; max-width: 60rem; min-width: 0; }
h1 { margin-top: 0; }
h2 { margin-top: 3rem; padding-bottom: .25rem; border-bottom: 2px solid var(--line); }
h3 { margin-top: 2.5rem; }
h4 { margin: 1.5rem 0 .5rem; }
.anchor { color: var(--quiet); font-weight: 400; }
.at { padding: .5rem .75rem; background: var(--raised); border: 1px solid var(--line); border-radius: .375rem; }
.method { font-weight: 700; }
.needs, .headers { color: var(--quiet); font-size: .9rem; }
code { font: .875em/1.5 ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .75rem; background: var(--raised); border: 1px solid var(--line); border-radius: .375rem; white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .375rem .5rem; border-top: 1px solid var(--line); }
th { font-weight: 600; }
summary { cursor: pointer; color: var(--link); padding: .25rem 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 60rem) {
  .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 1.5rem 2.5rem; }
}
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td, caption { display: block; }
  tr { border-top: 1px solid var(--line); padding: .375rem 0; }
  th, td { border: 0; padding: .0625rem 0; }
  td:empty { display: none; }
}
@media (min-width: 40.01rem) {
  th code { white-space: nowrap; }
}
@media print {
  nav, .skip { display: none; }
}
`
