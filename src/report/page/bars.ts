import type { TopLevelSpec } from "vega-lite";

/** A bar's name and length. */
export interface Bar {
  readonly name: string;
  readonly value: number;
}

/**
 * A bar chart, in the given order. `format` is the axis format in d3's syntax; axis numbers are at least
 * `leastStep` apart.
 */
export function bars(
  values: readonly Bar[],
  title: string,
  format: string,
  { leastStep = 0 }: { readonly leastStep?: number } = {},
): TopLevelSpec {
  return {
    height: Math.max(40, 18 * values.length),
    // Two bars may have the same name.
    data: { values: values.map(({ name, value }, index) => ({ key: `${index}|${name}`, value })) },
    mark: "bar",
    encoding: {
      y: {
        field: "key",
        type: "nominal",
        sort: null,
        title: null,
        axis: { labelExpr: "slice(datum.value, indexof(datum.value, '|') + 1)", labelLimit: 150 },
      },
      x: {
        field: "value",
        type: "quantitative",
        title,
        axis: { format, tickCount: 5, tickMinStep: leastStep },
      },
    },
  };
}

/** A number over time as a step chart; times are in milliseconds since 1970. */
export function overTime(
  values: readonly { readonly at: number; readonly value: number }[],
  title: string,
): TopLevelSpec {
  const span = (values.at(-1)?.at ?? 0) - (values[0]?.at ?? 0);
  return {
    height: 150,
    data: { values: values.map((one) => ({ ...one })) },
    mark: { type: "area", interpolate: "step-after", line: true, opacity: 0.6 },
    encoding: {
      x: {
        field: "at",
        type: "temporal",
        scale: { type: "utc" },
        title: "UTC",
        axis: { tickCount: 4, grid: false, format: clockFormat(span) },
      },
      y: { field: "value", type: "quantitative", title, axis: { tickCount: 4 } },
    },
  };
}

/** The axis format for times of day, in d3's syntax, for a span in milliseconds. */
function clockFormat(span: number): string {
  if (span > 86_400_000) return "%b %d %H:%M";
  return span > 600_000 ? "%H:%M" : "%H:%M:%S";
}
