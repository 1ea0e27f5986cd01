import type { TopLevelSpec } from "vega-lite";

/** One piece of a bar: the bar's name, the part and its length. */
export interface Piece {
  readonly whose: string;
  readonly part: string;
  readonly count: number;
}

/** A stacked bar chart, in the given order; colors mark the parts. */
export function stackedBars(pieces: readonly Piece[], parts: readonly string[], title: string): TopLevelSpec {
  const bars = new Set(pieces.map(({ whose }) => whose)).size;
  return {
    height: Math.max(60, 18 * bars),
    data: { values: pieces.map((piece) => ({ ...piece, order: parts.indexOf(piece.part) })) },
    mark: "bar",
    encoding: {
      y: { field: "whose", type: "nominal", sort: null, title: null },
      x: {
        field: "count",
        type: "quantitative",
        title: "lineups",
        axis: { tickMinStep: 1, tickCount: 5, format: "d" },
      },
      color: {
        field: "part",
        type: "nominal",
        title,
        scale: { domain: [...parts] },
        legend: { orient: "top", direction: "horizontal" },
      },
      order: { field: "order", type: "quantitative" },
    },
  };
}
