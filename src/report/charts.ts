import type { Config, TopLevelSpec } from "vega-lite";
import { type Html, html } from "../shared/page.ts";
import type { Spread } from "./report.ts";

export interface Chart {
  readonly title: string;
  readonly spec: TopLevelSpec;
}

/** The width of charts in pixels: the width of a phone, so that text stays readable. */
const CHART_WIDTH = 340;

const CONFIG: Config = {
  background: "transparent",
  font: "system-ui, sans-serif",
  padding: 2,
  view: { stroke: null },
  mark: { color: "var(--bar)" },
  axis: {
    labelColor: "var(--ink)",
    titleColor: "var(--faint)",
    titleFontWeight: "normal",
    domainColor: "var(--line)",
    tickColor: "var(--line)",
    gridColor: "var(--line)",
    labelFontSize: 11,
    titleFontSize: 11,
  },
};

export async function figures(charts: readonly Chart[]): Promise<Html> {
  const drawn: Html[] = [];
  for (const { title, spec } of charts) {
    const svg = await svgOf(spec);
    drawn.push(html`<figure><figcaption>${title}</figcaption>${svg}</figure>`);
  }
  return html`<div class="plots">${drawn}</div>`;
}

async function svgOf(spec: TopLevelSpec): Promise<Html> {
  const [{ compile }, vega] = await Promise.all([import("vega-lite"), import("vega")]);
  const autosize = { type: "fit-x", contains: "padding" } as const;
  const compiled = compile({ width: CHART_WIDTH, autosize, ...spec } as TopLevelSpec, { config: CONFIG });
  const view = new vega.View(vega.parse(compiled.spec), { renderer: "none" });
  try {
    const svg = await view.toSVG();
    // The page sets the width; the other namespace is unused.
    return { markup: svg.replace(/ xmlns:xlink="[^"]*"/, "").replace(/ width="[^"]*" height="[^"]*"/, "") };
  } finally {
    view.finalize();
  }
}

function quantity<More extends object = object>(field: string, more?: More) {
  return { field, type: "quantitative" as const, ...(more as More) };
}

export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** A bar chart, in the given order. The axis has numbers in d3's `format`. */
export function bars(values: readonly Bar[], title: string, format: string): TopLevelSpec {
  const names = { labelExpr: "slice(datum.value, indexof(datum.value, '|') + 1)", labelLimit: 180 };
  return {
    height: Math.max(40, 18 * values.length),
    // Two bars may have the same name.
    data: { values: values.map(({ name, value }, at) => ({ key: `${at}|${name}`, value })) },
    mark: "bar",
    encoding: {
      y: { field: "key", type: "nominal", sort: null, title: null, axis: names },
      x: quantity("value", { title, axis: { format, tickCount: 5, tickMinStep: 0 } }),
    },
  };
}

/** A histogram with the axis `what`, whose numbers have d3's `format`; each bar counts some `of`. */
export function histogram(
  { bins }: Pick<Spread, "bins">,
  what: string,
  format: string,
  of = "lineups",
): TopLevelSpec {
  const axis = { format, tickCount: 5, grid: false };
  const across = { bin: { binned: true }, title: what, axis, scale: { zero: false } } as const;
  return {
    height: 150,
    data: { values: bins.map(({ from, to, count }) => ({ from, to, count })) },
    mark: { type: "bar", binSpacing: 1 },
    encoding: {
      x: quantity("from", across),
      x2: { field: "to" },
      y: quantity("count", { title: of, axis: { tickMinStep: 1, tickCount: 4, format: "~s" } }),
    },
  };
}

/** A histogram of whole numbers, of which there are `counts[n]` for each n; zeros at both ends are left out. */
export function countBars(counts: readonly number[], what: string, of: string): TopLevelSpec {
  const first = counts.findIndex((count) => count > 0);
  const shown = counts.slice(Math.max(0, first), counts.findLastIndex((count) => count > 0) + 1);
  const bins = shown.map((count, at) => ({ from: first + at - 0.5, to: first + at + 0.5, count }));
  return histogram({ bins }, what, "d", of);
}

export function scatter(
  dots: readonly { readonly x: number; readonly y: number; readonly name?: string }[],
  x: string,
  y: string,
): TopLevelSpec {
  const most = dots.reduce((all, dot) => Math.max(all, dot.x, dot.y), 1);
  return {
    height: 240,
    layer: [
      {
        data: { values: [0, most].map((end) => ({ x: end, y: end })) },
        mark: { type: "line", color: "var(--bar3)", strokeDash: [4, 3], strokeWidth: 1.5 },
        encoding: { x: quantity("x"), y: quantity("y") },
      },
      {
        data: { values: dots.map((dot) => ({ ...dot })) },
        mark: { type: "circle", color: "var(--bar)", size: 28, opacity: 0.75 },
        encoding: {
          x: quantity("x", { title: x, axis: { tickCount: 5, grid: false } }),
          y: quantity("y", { title: y, axis: { tickCount: 5 } }),
          ...(dots[0]?.name === undefined ? {} : { description: { field: "name" } }),
        },
      },
    ],
  };
}
