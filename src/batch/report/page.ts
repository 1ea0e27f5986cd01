import { percentText } from "../../report/numbers.ts";
import { bars, overTime } from "../../report/page/bars.ts";
import { type Chart, figures } from "../../report/page/chart.ts";
import { page, type Section } from "../../report/page/frame.ts";
import { type Html, html, NOTHING } from "../../report/page/html.ts";
import { facts, table } from "../../report/page/table.ts";
import type { Summary } from "../summary.ts";
import type { BatchFigures } from "./figures.ts";
import type { SlateExposure } from "./slate-exposure.ts";

/** Slates that are drawn, and people of each. */
const DRAWN_SLATES = 24;
const DRAWN_PEOPLE = 12;

/** A batch's report as one self-contained page. */
export async function batchPage(title: string, summary: Summary, found: BatchFigures): Promise<string> {
  const sections: Section[] = [
    { heading: "Progress", body: await progressSection(found) },
    ...(found.undone.length === 0
      ? []
      : [{ heading: "Without lineups", body: await undoneSection(summary, found) }]),
    { heading: "Slowest jobs", body: await slowestSection(found) },
    ...(found.slates.length === 0 ? [] : [{ heading: "Exposure", body: await exposureSection(found) }]),
  ];
  return page(`Batch: ${title}`, lead(summary, found), sections);
}

function lead({ jobs, states, lineups, stamp, engine }: Summary, { workers }: BatchFigures): Html {
  return html`${facts([
    ["Jobs", count(jobs)],
    ["Done", count(states.done)],
    ["Infeasible", count(states.infeasible)],
    ["Failed", count(states.failed)],
    ["Lineups", count(lineups)],
    ["Threads", count(workers)],
  ])}
<p class="faint small">Stamp ${stamp}, dfs-lineups ${engine}.</p>`;
}

async function progressSection({ throughput, seconds }: BatchFigures): Promise<Html> {
  const values = throughput.map(({ from, width, count: jobs }) => ({ at: from * 1000, value: jobs / width }));
  const end = throughput.at(-1);
  const closed = end === undefined ? values : [...values, { at: (end.from + end.width) * 1000, value: 0 }];
  const chart: Chart = { title: "Jobs a second", spec: overTime(closed, "jobs a second") };
  return html`${await figures([chart])}
<p class="faint small">${secondsText(seconds)} of threads' time in all.</p>`;
}

async function undoneSection({ reasons, states }: Summary, { undone }: BatchFigures): Promise<Html> {
  const values = Object.entries(reasons)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => b.value - a.value);
  const left = states.infeasible + states.failed - undone.length;
  return html`${await figures([{ title: "Jobs by reason", spec: bars(values, "jobs", "~s", { leastStep: 1 }) }])}
${table(
  [{ title: "Job" }, { title: "Line", isNumber: true }, { title: "Reason" }],
  undone.map(({ id, line, state, error }) => [
    id,
    line,
    html`${error.code} <span class="faint small">${state}</span><br /><span class="faint small">${error.detail}</span>`,
  ]),
  left > 0 ? `The first ${undone.length}; ${count(left)} more are in the results.` : undefined,
)}`;
}

async function slowestSection({ slowest }: BatchFigures): Promise<Html> {
  const values = slowest.map(({ id, seconds }) => ({ name: id, value: seconds }));
  return html`${await figures([{ title: "Seconds", spec: bars(values, "seconds", ",~f") }])}
${table(
  [{ title: "Job" }, { title: "Line", isNumber: true }, { title: "Time", isNumber: true }],
  slowest.map(({ id, line, seconds }) => [id, line, secondsText(seconds)]),
)}`;
}

async function exposureSection({ slates }: BatchFigures): Promise<Html> {
  const left = slates.length - DRAWN_SLATES;
  return html`${await figures(slates.slice(0, DRAWN_SLATES).map(chartOf))}
${left > 0 ? html`<p class="faint small">The ${DRAWN_SLATES} slates with most lineups; ${count(left)} more are not drawn.</p>` : NOTHING}`;
}

function chartOf({ slate, lineups, people }: SlateExposure): Chart {
  const drawn = people.slice(0, DRAWN_PEOPLE);
  const [most] = drawn;
  const share = most === undefined ? "" : `, ${most.name} in ${percentText((100 * most.lineups) / lineups)}`;
  return {
    title: `${slate}: ${count(lineups)} lineups${share}`,
    spec: bars(
      drawn.map((one) => ({
        name: one.team === "" ? one.name : `${one.name} ${one.team}`,
        value: (100 * one.lineups) / lineups,
      })),
      "percent of the lineups",
      ".0f",
    ),
  };
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function secondsText(seconds: number): string {
  return seconds < 100 ? `${seconds.toPrecision(3)} s` : `${count(Math.round(seconds))} s`;
}
