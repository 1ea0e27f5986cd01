import type { Config, TopLevelSpec } from "vega-lite";
import { type Html, html } from "./html.ts";

/** A chart: a Vega-Lite specification without configuration, and a title that says what it shows. */
export interface Chart {
  readonly title: string;
  readonly spec: TopLevelSpec;
}

/** The width of charts in pixels: that of a phone, so that text is readable there. */
const CHART_WIDTH = 340;

/** The page's colors, which follow its color scheme. */
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
