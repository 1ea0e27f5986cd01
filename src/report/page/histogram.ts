import type { TopLevelSpec } from "vega-lite";
import type { Spread } from "../spread.ts";

/** A histogram; `format` is the axis format in d3's syntax. */
export function histogram({ bins }: Spread, what: string, format: string): TopLevelSpec {
  return {
    height: 150,
    data: { values: bins.map(({ from, to, count }) => ({ from, to, count })) },
    mark: { type: "bar", binSpacing: 1 },
    encoding: {
      x: {
        field: "from",
        type: "quantitative",
        bin: { binned: true },
        title: what,
        axis: { format, tickCount: 5, grid: false },
        scale: { zero: false },
      },
      x2: { field: "to" },
      y: {
        field: "count",
        type: "quantitative",
        title: "lineups",
        axis: { tickMinStep: 1, tickCount: 4, format: "d" },
      },
    },
  };
}

/** A bar chart of counts by whole number. */
export function countBars(counts: readonly number[], what: string, of: string): TopLevelSpec {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const values = counts.flatMap((count, number) =>
    number < first || number > last ? [] : [{ number: String(number), count }],
  );
  return {
    height: 150,
    data: { values },
    mark: "bar",
    encoding: {
      x: { field: "number", type: "ordinal", sort: null, title: what, axis: { labelAngle: 0 } },
      y: {
        field: "count",
        type: "quantitative",
        title: of,
        axis: { tickMinStep: 1, tickCount: 4, format: "~s" },
      },
    },
  };
}
