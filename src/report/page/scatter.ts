import type { TopLevelSpec } from "vega-lite";

/** One point of a scatter plot: its coordinates and name. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** Points over two percentages, with the line where both are equal. */
export function percentScatter(dots: readonly Dot[], x: string, y: string): TopLevelSpec {
  const most = Math.max(1, ...dots.flatMap((dot) => [dot.x, dot.y]));
  const axis = { tickCount: 5 };
  return {
    height: 220,
    layer: [
      {
        data: { values: [0, most].map((end) => ({ x: end, y: end })) },
        mark: { type: "line", color: "var(--line)", strokeDash: [4, 3] },
        encoding: { x: { field: "x", type: "quantitative" }, y: { field: "y", type: "quantitative" } },
      },
      {
        data: { values: dots.map((dot) => ({ ...dot })) },
        mark: { type: "point", filled: true, size: 36, opacity: 0.8 },
        encoding: {
          x: { field: "x", type: "quantitative", title: x, axis },
          y: { field: "y", type: "quantitative", title: y, axis },
          description: { field: "name" },
        },
      },
    ],
  };
}
