import type { TopLevelSpec } from "vega-lite";
import type { Bar } from "./charts.ts";

/** Charts of past contests. */

const QUIET_AXIS = { tickCount: 5, grid: false } as const;

/** The share of players in each tenth of their distributions; a line shows what is expected. */
export function tenths(shares: readonly number[], what: string): TopLevelSpec {
  const expected = 1 / shares.length;
  return {
    height: 110,
    data: { values: shares.map((share, at) => ({ tenth: String(at), share, expected })) },
    layer: [
      {
        mark: "bar",
        encoding: {
          x: { field: "tenth", type: "ordinal", sort: null, title: what, axis: { labelAngle: 0 } },
          y: { field: "share", type: "quantitative", title: "players", axis: { tickCount: 4, format: "%" } },
        },
      },
      {
        mark: { type: "rule", color: "var(--bar3)", strokeDash: [4, 3] },
        encoding: { y: { datum: expected, type: "quantitative" } },
      },
    ],
  };
}

/** Projected and actual values, with the line on which they are equal. */
export function scatter(
  values: readonly { readonly projected: number; readonly actual: number }[],
  unit: string,
): TopLevelSpec {
  const most = values.reduce((all, { projected, actual }) => Math.max(all, projected, actual), 1);
  return {
    height: 240,
    layer: [
      {
        data: { values: [{ at: 0 }, { at: most }] },
        mark: { type: "line", color: "var(--bar3)", strokeDash: [4, 3], strokeWidth: 1.5 },
        encoding: {
          x: { field: "at", type: "quantitative", title: `projected, ${unit}`, axis: QUIET_AXIS },
          y: { field: "at", type: "quantitative", title: `actual, ${unit}`, axis: { tickCount: 5 } },
        },
      },
      {
        data: { values: values.map(({ projected, actual }) => ({ projected, actual })) },
        mark: { type: "circle", color: "var(--bar)", size: 28, opacity: 0.75 },
        encoding: {
          x: { field: "projected", type: "quantitative" },
          y: { field: "actual", type: "quantitative" },
        },
      },
    ],
  };
}

/** The points of a contest's field, and those of some lineups on it; `cash` is the least that was paid. */
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
  return {
    height: 150,
    layer: [
      {
        data: { values: bins },
        mark: { type: "bar", binSpacing: 0, color: "var(--bar2)" },
        encoding: {
          x: {
            field: "from",
            type: "quantitative",
            bin: { binned: true },
            title: "points",
            axis: { ...QUIET_AXIS, format: "d" },
            scale: { zero: false },
          },
          x2: { field: "to" },
          y: {
            field: "count",
            type: "quantitative",
            title: "entries",
            axis: { tickCount: 4, format: "~s" },
            scale: { domain: [0, most * 1.2] },
          },
        },
      },
      ...(cash === null
        ? []
        : [
            {
              data: { values: [{ at: cash / 100, name: "paid from" }] },
              mark: { type: "rule", color: "var(--ink)", strokeDash: [4, 3] },
              encoding: { x: { field: "at", type: "quantitative" } },
            } as const,
          ]),
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
        encoding: {
          x: { field: "at", type: "quantitative" },
          y: { field: "high", type: "quantitative" },
        },
      },
    ],
  } as TopLevelSpec;
}

/** A bar for each name, and below them their mean with an interval, if there is one. */
export function barsWithMean(
  values: readonly Bar[],
  mean: { readonly value: number; readonly interval: readonly [number, number] | null },
  title: string,
): TopLevelSpec {
  const rows = [...values.map(({ name, value }, at) => ({ key: `${at}|${name}`, value, kind: "slate" }))];
  const key = `${values.length}|mean`;
  const axis = { labelExpr: "slice(datum.value, indexof(datum.value, '|') + 1)", labelLimit: 180 };
  return {
    height: Math.max(60, 18 * (values.length + 1)),
    layer: [
      {
        data: { values: [...rows, { key, value: mean.value, kind: "mean" }] },
        mark: "bar",
        encoding: {
          y: { field: "key", type: "nominal", sort: null, title: null, axis },
          x: { field: "value", type: "quantitative", title, axis: { format: ",.4~r", tickCount: 5 } },
          color: {
            field: "kind",
            type: "nominal",
            legend: null,
            scale: { domain: ["slate", "mean"], range: ["var(--bar)", "var(--bar2)"] },
          },
        },
      },
      ...(mean.interval === null
        ? []
        : [
            {
              data: { values: [{ key, low: mean.interval[0], high: mean.interval[1] }] },
              mark: { type: "rule", color: "var(--bar3)", strokeWidth: 3 },
              encoding: {
                y: { field: "key", type: "nominal", sort: null },
                x: { field: "low", type: "quantitative" },
                x2: { field: "high" },
              },
            } as const,
          ]),
    ],
  } as TopLevelSpec;
}
