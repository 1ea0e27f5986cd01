import { type Content, type Html, html, NOTHING } from "./html.ts";

/** One column of a table. */
export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Whether narrow screens hide it. */
  readonly isExtra?: boolean;
}

/** A table of rows under titles; empty without rows. */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly Content[])[],
  caption?: string,
): Html {
  if (rows.length === 0) return NOTHING;
  const classOf = ({ isNumber, isExtra }: TableColumn) =>
    [isNumber ? "number" : "", isExtra ? "wide" : ""].filter((name) => name !== "").join(" ");
  return html`<table>${caption === undefined ? NOTHING : html`<caption>${caption}</caption>`}
<thead><tr>${columns.map((column) => html`<th scope="col" class="${classOf(column)}">${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr>${columns.map((column, index) => html`<td class="${classOf(column)}">${row[index] ?? ""}</td>`)}</tr>`,
)}
</tbody></table>`;
}

/** A list of names and values. */
export function facts(pairs: readonly (readonly [string, Content])[]): Html {
  return html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A percentage as a bar; `isFull` if a limit is reached. */
export function bar(percent: number, isFull = false): Html {
  const part = Math.min(100, Math.max(0, percent)).toFixed(1);
  return html`<span class="${isFull ? "bar full" : "bar"}"><span style="--part: ${part}%"></span></span>`;
}
