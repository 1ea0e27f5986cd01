/** HTML that is safe to insert in a page; only `html` and the chart functions create it. */
export interface Html {
  readonly markup: string;
}

/** A value in an `html` template; text is escaped. */
export type Content = string | number | Html | readonly Html[];

/** Values are escaped unless they are `Html`. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const markup = texts.map((text, index) => text + markupOf(values[index] ?? "")).join("");
  return { markup };
}

export const NOTHING: Html = { markup: "" };

function markupOf(value: Content): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly isExtra?: boolean;
}

/** Empty HTML if there are no rows. */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly Content[])[],
  caption?: string,
): Html {
  if (rows.length === 0) return NOTHING;
  const classOf = ({ isNumber, isExtra }: TableColumn) => {
    const names = [isNumber ? "number" : "", isExtra ? "wide" : ""].filter((name) => name !== "");
    return names.length === 0 ? NOTHING : html` class="${names.join(" ")}"`;
  };
  return html`<table>${caption === undefined ? NOTHING : html`<caption>${caption}</caption>`}
<thead><tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr>${columns.map((column, index) => html`<td${classOf(column)}>${row[index] ?? ""}</td>`)}</tr>`,
)}
</tbody></table>`;
}

export function facts(pairs: readonly (readonly [string, Content])[]): Html {
  return html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function bar(percent: number): Html {
  const part = Math.min(100, Math.max(0, percent)).toFixed(1);
  return html`<span class="bar"><span style="--part: ${part}%"></span></span>`;
}

export interface Section {
  readonly heading: string;
  readonly body: Html;
}

/** Without scripts and external files; it is also well-formed XML. */
export function page(title: string, lead: Html, sections: readonly Section[]): string {
  const { markup } = html`<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<style>${{ markup: STYLES }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${lead}
${sections.map(({ heading, body }) => html`<section><h2>${heading}</h2>${body}</section>`)}
</main>
</body>
</html>
`;
  return `<!DOCTYPE html>\n${markup}`;
}

/** Charts use its colors. */
const STYLES = `
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0; --back: #ffffff; --soft: #f2f5f8;
  --bar: #2f6fbd; --bar2: #7fb0e6; --bar3: #c4560a; --warn: #b35900; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --faint: #9aa7b4; --line: #3a434d; --back: #10151b; --soft: #1b222a;
    --bar: #5b9be6; --bar2: #2e5f96; --bar3: #f0883e; --warn: #e3a150; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .3rem 0 .6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 0 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: 0 0 .6rem; max-width: 44rem; }
section { margin-top: 1.6rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.faint, caption { color: var(--faint); }
.small { font-size: .85rem; }
.warn { color: var(--warn); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .5rem; margin: 0 0 .8rem; }
.facts div { background: var(--soft); border-radius: 6px; padding: .5rem .7rem; }
.facts dt { color: var(--faint); font-size: .8rem; }
.facts dd { margin: 0; font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; }
code, pre { font: .9em/1.45 ui-monospace, monospace; background: var(--soft); border-radius: 4px; }
code { padding: .05em .25em; }
td code { overflow-wrap: normal; }
pre { padding: .8rem; overflow-x: auto; }
summary { cursor: pointer; margin: .6rem 0; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figcaption { font-size: .9rem; font-weight: 600; margin-bottom: .2rem; }
svg { display: block; width: 100%; height: auto; max-width: 34rem; }
table + table, .plots + table, table + .plots { margin-top: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-size: .85rem; padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
th { font-size: .8rem; color: var(--faint); font-weight: 600; overflow-wrap: normal; }
th.number, td.number { text-align: right; overflow-wrap: normal; }
td.number { white-space: nowrap; }
tr > :last-child { padding-right: 0; }
.bar { display: block; height: .35rem; margin-top: .2rem; background: var(--soft); border-radius: 3px; overflow: hidden; }
.bar > span { display: block; height: 100%; width: var(--part); background: var(--bar); }
@media print, (min-width: 30rem) { td:first-child:not(.number) { min-width: 8.5rem; } }
@media (max-width: 30rem) { .wide { display: none; } td code { overflow-wrap: anywhere; } }
@page { margin: 14mm; }
@media print {
  :root { --ink: #000; --faint: #444; --line: #bbb; --back: #fff; --soft: #eee; --bar: #2f6fbd; --bar2: #9cc2ea;
    --bar3: #c4560a; --warn: #8a4500; color-scheme: light; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  thead { display: table-header-group; }
  tr, figure, .facts div { break-inside: avoid; }
  h2, h3, caption, thead, tbody tr:first-child { break-after: avoid; }
  .plots { grid-template-columns: 1fr 1fr; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
