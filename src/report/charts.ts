import type { Config, TopLevelSpec } from "vega-lite";
import { type Html, html } from "../shared/page.ts";
import type { Spread } from "./report.ts";

/**
 * Limits on a number of lineups as text, such as `at most 45`, `15 to 45` or `at least 15`. Empty if all
 * numbers from 0 to `lineups` are allowed.
 */
export function limitText(least: number, most: number, lineups: number): string {
  if (least > 0 && most < lineups) return least === most ? `${least}` : `${least} to ${most}`;
  if (least > 0) return `at least ${least}`;
  return most < lineups ? `at most ${most}` : "";
}

interface Chart {
  readonly title: string;
  readonly spec: TopLevelSpec;
}

/** The width of charts in pixels: the width of a phone, so that text stays readable. */
const CHART_WIDTH = 340;

/** The configuration of all charts, with the page's colors, which follow its color scheme. */
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
  legend: {
    labelColor: "var(--ink)",
    titleColor: "var(--faint)",
    titleFontWeight: "normal",
    labelFontSize: 11,
    titleFontSize: 11,
  },
  range: { category: ["var(--bar2)", "var(--bar)", "var(--bar3)"] },
};

/** Draws charts as SVG inside figures. Vega is loaded at the first chart. */
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

function counts(title: string, format = "d", tickCount = 4) {
  return quantity("count", { title, axis: { tickMinStep: 1, tickCount, format } });
}

export interface Bar {
  readonly name: string;
  readonly value: number;
}

/**
 * The Vega-Lite encoding channel for names of bars, in the given order. Its field has keys from `keyOf`,
 * because two bars may have the same name.
 */
const BAR_NAMES = {
  field: "key",
  type: "nominal",
  sort: null,
  title: null,
  axis: { labelExpr: "slice(datum.value, indexof(datum.value, '|') + 1)", labelLimit: 180 },
} as const;

function keyOf(name: string, at: number): string {
  return `${at}|${name}`;
}

/** A bar chart, in the given order. The axis has numbers in d3's `format`. */
export function bars(values: readonly Bar[], title: string, format: string): TopLevelSpec {
  return {
    height: Math.max(40, 18 * values.length),
    data: { values: values.map(({ name, value }, at) => ({ key: keyOf(name, at), value })) },
    mark: "bar",
    encoding: {
      y: BAR_NAMES,
      x: quantity("value", { title, axis: { format, tickCount: 5, tickMinStep: 0 } }),
    },
  };
}

export interface Piece {
  readonly whose: string;
  readonly part: string;
  readonly count: number;
}

export function stackedBars(pieces: readonly Piece[], parts: readonly string[], title: string): TopLevelSpec {
  const bars = new Set(pieces.map(({ whose }) => whose)).size;
  return {
    height: Math.max(60, 18 * bars),
    data: { values: pieces.map((piece) => ({ ...piece, order: parts.indexOf(piece.part) })) },
    mark: "bar",
    encoding: {
      y: { field: "whose", type: "nominal", sort: null, title: null },
      x: counts("lineups", "d", 5),
      color: {
        field: "part",
        type: "nominal",
        title,
        scale: { domain: [...parts] },
        legend: { orient: "top", direction: "horizontal" },
      },
      order: quantity("order"),
    },
  };
}

function binned(title: string, axis: object, y: ReturnType<typeof quantity>) {
  const across = { bin: { binned: true }, title, axis: { ...axis, tickCount: 5, grid: false } };
  return { x: quantity("from", { ...across, scale: { zero: false } }), x2: { field: "to" }, y } as const;
}

/** A histogram; `what` is the title of the axis, and `format` its format in d3's syntax. */
export function histogram({ bins }: Spread, what: string, format: string): TopLevelSpec {
  return {
    height: 150,
    data: { values: bins.map(({ from, to, count }) => ({ from, to, count })) },
    mark: { type: "bar", binSpacing: 1 },
    encoding: binned(what, { format }, counts("lineups")),
  };
}

function ordinal(field: string, title: string) {
  return { field, type: "ordinal", sort: null, title, axis: { labelAngle: 0 } } as const;
}

/**
 * A bar chart with a bar as long as `numbers[n]` for each n. Zeros at the start and the end have no bars.
 * `what` and `of` are the titles of the axes.
 */
export function countBars(numbers: readonly number[], what: string, of: string): TopLevelSpec {
  const first = numbers.findIndex((count) => count > 0);
  const last = numbers.findLastIndex((count) => count > 0);
  const values = numbers
    .map((count, number) => ({ number: String(number), count }))
    .filter((_, number) => number >= first && number <= last);
  return {
    height: 150,
    data: { values },
    mark: "bar",
    encoding: { x: ordinal("number", what), y: counts(of, "~s") },
  };
}

/** A scatter chart of dots, with a dashed line on which x equals y. */
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

/**
 * A bar chart of `shares`: the fractions of players whose points are in each tenth of their simulated
 * distribution, lowest first. A line shows the expected fraction.
 */
export function tenths(shares: readonly number[], what: string): TopLevelSpec {
  return {
    height: 110,
    data: { values: shares.map((share, at) => ({ tenth: String(at), share })) },
    layer: [
      {
        mark: "bar",
        encoding: {
          x: ordinal("tenth", what),
          y: quantity("share", { title: "players", axis: { tickCount: 4, format: "%" } }),
        },
      },
      {
        mark: { type: "rule", color: "var(--bar3)", strokeDash: [4, 3] },
        encoding: { y: { datum: 1 / shares.length, type: "quantitative" } },
      },
    ],
  };
}

/**
 * A chart of a field's scores as bars, with a mark for each score in `own`. A line marks `cash`, the lowest
 * score that won a prize (null if unknown). All scores are in hundredths of a point.
 */
export function fieldScores(
  field: { readonly from: number; readonly width: number; readonly counts: readonly number[] },
  own: readonly number[],
  cash: number | null,
): TopLevelSpec {
  const most = Math.max(1, ...field.counts);
  const bins = field.counts.map((count, at) => ({
    from: (field.from + at * field.width) / 100,
    to: (field.from + (at + 1) * field.width) / 100,
    count,
  }));
  const axis = { tickCount: 4, format: "~s" };
  const entries = quantity("count", { title: "entries", axis, scale: { domain: [0, most * 1.2] } });
  return {
    height: 150,
    layer: [
      {
        data: { values: bins },
        mark: { type: "bar", binSpacing: 0, color: "var(--bar2)" },
        encoding: binned("points", { format: "d" }, entries),
      },
      {
        data: { values: cash === null ? [] : [{ at: cash / 100 }] },
        mark: { type: "rule", color: "var(--ink)", strokeDash: [4, 3] },
        encoding: { x: quantity("at") },
      },
      {
        data: { values: own.map((hundredths) => ({ at: hundredths / 100, high: most * 1.13 })) },
        mark: {
          type: "tick",
          color: "var(--bar3)",
          thickness: 2,
          size: 18,
          orient: "vertical",
          opacity: 0.85,
        },
        encoding: { x: quantity("at"), y: quantity("high") },
      },
    ],
  };
}

export function barsWithMean(
  values: readonly Bar[],
  { value, interval }: { readonly value: number; readonly interval: readonly [number, number] | null },
  title: string,
): TopLevelSpec {
  const rows = [...values, { name: "mean", value }].map((one, at) => ({
    key: keyOf(one.name, at),
    value: one.value,
    kind: at === values.length ? "mean" : "slate",
  }));
  const { key } = rows.at(-1)!;
  return {
    height: Math.max(60, 18 * rows.length),
    layer: [
      {
        data: { values: rows },
        mark: "bar",
        encoding: {
          y: BAR_NAMES,
          x: quantity("value", { title, axis: { format: ",.4~r", tickCount: 5 } }),
          color: {
            field: "kind",
            type: "nominal",
            legend: null,
            scale: { domain: ["slate", "mean"], range: ["var(--bar)", "var(--bar2)"] },
          },
        },
      },
      {
        data: { values: interval === null ? [] : [{ key, low: interval[0], high: interval[1] }] },
        mark: { type: "rule", color: "var(--bar3)", strokeWidth: 3 },
        encoding: {
          y: { field: "key", type: "nominal", sort: null },
          x: quantity("low"),
          x2: { field: "high" },
        },
      },
    ],
  };
}
