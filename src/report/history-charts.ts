import type { TopLevelSpec } from "vega-lite";
import { BAR_NAMES, type Bar, binned, keyOf, ordinal, quantity } from "./charts.ts";

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
