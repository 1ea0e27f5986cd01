import { bar, type Content, type Html, html, NOTHING, type Section, table } from "../shared/page.ts";
import { grouped, percent } from "../shared/words.ts";
import { type Chart, figures } from "./charts.ts";

/**
 * One column of a table of results. `right`: aligned as numbers; `broad`: also, but pages may wrap it; `bar`:
 * a percentage that pages also draw. `side` and `extra` (aligned as numbers): narrow screens hide it. `wraps`:
 * shrinks until the text fits the terminal, while other columns stay as wide as their cells. Pages show
 * `page`, if given, instead of `cell`.
 */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => string,
  how?: "right" | "broad" | "bar" | "side" | "extra" | "wraps" | undefined,
  page?: ((row: Row) => Content) | undefined,
];

export type Columns<Row> = readonly (Column<Row> | false)[];

/** A part of a result: a table, above which pages show charts. Without rows, it is left out. */
export interface Part {
  /** Parts with the same heading, one after another, are a section of the page. */
  readonly heading: string;
  readonly columns: Columns<unknown>;
  readonly rows: readonly unknown[];
  /** How many rows the terminal and the page show; all by default. */
  readonly most: readonly [text: number, page: number];
  readonly charts: readonly Chart[];
  /** The paragraph before the charts, and the caption of the table, on pages. */
  readonly lead: string | undefined;
  readonly caption: string | undefined;
  /** Lines below the table on terminals. */
  readonly notes: readonly string[];
}

export function part<Row>(
  heading: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  more: Partial<Omit<Part, "heading" | "columns" | "rows">> = {},
): Part {
  return {
    ...{ heading, rows, columns: columns as Columns<never> as Columns<unknown> },
    most: [rows.length, rows.length],
    ...{ charts: [], lead: undefined, caption: undefined, notes: [] },
    ...more,
  };
}

export async function sectionsOf(parts: readonly Part[]): Promise<Section[]> {
  const sections: Section[] = [];
  for (const { heading, columns, rows, most, charts, lead, caption } of parts) {
    if (rows.length === 0) continue;
    const shown = pageTable(columns, rows.slice(0, most[1]), caption);
    const more = rows.length - most[1];
    const body = html`${lead === undefined ? NOTHING : html`<p>${lead}</p>`}${charts.length === 0 ? NOTHING : await figures(charts)}${shown}${more > 0 ? html`<p class="faint small">and ${grouped(more)} more; --format json has them all.</p>` : NOTHING}`;
    const last = sections.at(-1);
    if (last?.heading === heading)
      sections[sections.length - 1] = { heading, body: html`${last.body}${body}` };
    else sections.push({ heading, body });
  }
  return sections;
}

function pageTable<Row>(shown: Columns<Row>, rows: readonly Row[], caption?: string): Html {
  const columns = shown.filter((column) => column !== false);
  return table(
    columns.map(([title, , how]) => ({
      title,
      isNumber: how === "right" || how === "bar" || how === "extra",
      isExtra: how === "extra" || how === "side",
    })),
    rows.map((row) =>
      columns.map(([, cell, how, page]) => {
        const shown = (page ?? cell)(row);
        return how === "bar" ? html`${shown}${bar(Number.parseFloat(cell(row)))}` : shown;
      }),
    ),
    caption,
  );
}

export function cutColumn<Item extends { readonly cut?: number | undefined }>(
  items: readonly Item[],
  title: string,
): Column<Item> | false {
  return items.some(({ cut }) => cut !== undefined) && [title, ({ cut }) => percent(cut ?? 0), "right"];
}
